/**
 * A body with its times and numbers as clients of other languages write the same values: C# and Java with an offset, Rust and Python
 * with a fraction.
 */
export const respelled = (body: unknown): string =>
  JSON.stringify(body)
    .replaceAll(/(?<=\d\d:\d\d:\d\d)(\.\d{3})?Z(?=")/g, (_, fraction = '.000') => `${fraction}0000+00:00`)
    .replaceAll(/(?<=[:,[])(-?\d+)(?=[,}\]])/g, '$1.0');
