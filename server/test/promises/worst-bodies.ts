import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type BodyLimits, standardLimits } from '../../src/contract/limits.ts';
import { longNumbersMax } from '../../src/kit/json-scan.ts';

/** A body that is as costly as the limits of its endpoint allow, in one way. */
export type WorstBody = { shape: string; body: string };

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => make(index));

/** As many lists in one another as are allowed, again and again. */
const nested = ({ values, depth }: BodyLimits): string => {
  const inner = depth - 2;
  const one = `${'['.repeat(inner)}${']'.repeat(inner)}`;
  return `{"a":[${many(Math.floor((values - 2) / inner), () => one).join(',')}]}`;
};

const object = (members: string): string => `{${members}}`;

/** Beside the example, so that what is known is validated as well. */
const beside = (example: unknown, members: string): string => {
  if (typeof example !== 'object' || example === null) return object(members);
  if (Array.isArray(example)) return `[${beside(example[0], members)}]`;
  const own = JSON.stringify(example).slice(1, -1);
  return object(own === '' ? members : `${own},${members}`);
};

/** The example with one member replaced, wherever it stands. */
const replaced = (example: unknown, path: readonly string[], put: unknown): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (Array.isArray(example))
    return example.map((member, index) => (String(index) === name ? replaced(member, rest, put) : member));
  const record = (example ?? {}) as Record<string, unknown>;
  return { ...record, [name]: replaced(record[name], rest, put) };
};

const pathsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))];

/** The worst that a caller may send to an endpoint, in many ways; each within its limits. */
export const worstBodies = (endpoint: Endpoint, example: unknown): WorstBody[] => {
  const limits = endpoint.bodyLimits ?? standardLimits;
  const room = limits.bytes - 4096 - Buffer.byteLength(JSON.stringify(example ?? {}));
  const count = limits.values - 2 - JSON.stringify(example ?? {}).split(/[,[{]/).length;
  const long = (unit: string): string => `"z":"${unit.repeat(Math.floor(room / Buffer.byteLength(unit)))}"`;
  const keyed = (value: string, keyBytes = 8, most = limits.names - 20): string =>
    many(
      Math.min(most, Math.floor(room / (keyBytes + value.length + 4))),
      (index) => `"${String(index).padStart(keyBytes, 'k')}":${value}`,
    ).join(',');
  const longNumbers = Math.min(count, longNumbersMax);
  /** As many objects as there may be, all names of all of them different. */
  const named = (names: number): string =>
    many(Math.floor(count / (names + 1)), (at) => `{${many(names, (index) => `"${at}n${index}":1`).join(',')}}`).join(
      ',',
    );
  const paths = pathsOf(example).filter((path) => path.length <= 3);
  // A few places of each depth are enough.
  const step = Math.ceil(paths.length / 3);
  const lists = paths.filter((_, index) => index % step === 0);
  const bodies: WorstBody[] = [
    { shape: 'many names', body: beside(example, keyed('1')) },
    { shape: 'many long names', body: beside(example, keyed('1', limits.keyBytes)) },
    {
      shape: 'numbers of many digits',
      body: beside(
        example,
        `"z":[${[
          ...many(count - longNumbers, () => '1'),
          ...many(longNumbers, (index) => `${index}.1234567890123456789012345`),
        ].join(',')}]`,
      ),
    },
    { shape: 'many objects of many names', body: beside(example, `"z":[${named(limits.names)}]`) },
    { shape: 'many objects of some names', body: beside(example, `"z":[${named(100)}]`) },
    { shape: 'a wide list of numbers', body: `[${many(limits.values - 1, () => '1').join(',')}]` },
    {
      shape: 'a wide list of objects',
      body: `[${many(Math.floor((limits.values - 1) / 2), () => '{"a":1}').join(',')}]`,
    },
    { shape: 'deep nesting', body: nested(limits) },
    { shape: 'a long text of escapes', body: beside(example, long('\\n')) },
    { shape: 'a long text of code points', body: beside(example, long('\\u00e9')) },
    { shape: 'a long text beyond ASCII', body: beside(example, long('é😀')) },
    { shape: 'blanks', body: `${' '.repeat(room)}${JSON.stringify(example ?? {})}` },
    { shape: 'what is no JSON', body: `{"a":${'x'.repeat(room)}` },
  ];
  for (const path of lists) {
    const at = path.join('.');
    bodies.push(
      {
        shape: `faults in ${at}`,
        body: JSON.stringify(
          replaced(
            example,
            path,
            many(count, () => ({})),
          ),
        ),
      },
      {
        shape: `names in ${at}`,
        body: JSON.stringify(replaced(example, path, Object.fromEntries(many(count, (index) => [`n${index}`, 'x'])))),
      },
      { shape: `a text in ${at}`, body: JSON.stringify(replaced(example, path, 'é'.repeat(Math.floor(room / 2)))) },
    );
  }
  if (Array.isArray(example)) {
    const item = JSON.stringify(example[0] ?? {});
    bodies.push({ shape: 'as many items as a batch has', body: `[${many(1000, () => item).join(',')}]` });
  }
  return bodies.filter(({ body }) => Buffer.byteLength(body) <= limits.bytes);
};
