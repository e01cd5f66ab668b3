import type { Fault } from './errors.ts';

/** A refusal names the known parameters that often; an address can hold thousands of unknown ones. */
const listedMax = 20;

/** One fault for each name. A parameter that is ignored would answer another question than the one that was asked. */
export const unknownParameters = (names: readonly string[], known: readonly string[]): Fault[] => {
  const list = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
  return names.map((path, index) => ({
    path,
    code: 'unknown_parameter',
    message: `this endpoint has no such query parameter${index < listedMax ? `; ${list}` : ''}`,
  }));
};
