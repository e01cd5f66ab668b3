import { badRequest, Refusal } from '../kit/errors.ts';

/** Reads and checks the `Idempotency-Key` of a POST. */
export const readIdempotencyKey = (header: string | string[] | undefined, rawHeaders: string[]): string | undefined => {
  if (header === undefined) return undefined;
  // Node joins repeated headers into one value.
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'idempotency-key').length;
  if (given > 1 || Array.isArray(header) || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw badRequest([
      { path: 'Idempotency-Key', code: 'invalid', message: 'must be 1 to 255 printable ASCII characters, given once' },
    ]);
  }
  return header;
};

export const readIfMatch = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const text = Array.isArray(header) ? header.join(',') : header;
  if (!/^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/.test(text)) {
    throw new Refusal(
      'PreconditionFailed',
      'If-Match must be the ETag of the resource, such as "3" with its quotes, or *.',
    );
  }
  return text;
};

/** Whether `Prefer` (RFC 7240) names a preference; those that we do not know are ignored, as it says. */
export const prefers = (header: string | string[] | undefined, preference: string): boolean =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((one) => one.split(';')[0]?.replace(/\s|"/g, '').toLowerCase() === preference);
