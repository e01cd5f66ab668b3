import type { Fault } from './errors.ts';

/** How many faults of a refusal list the known parameters; a URL can hold thousands of unknown ones. */
const listedMax = 20;

/** One fault for each name. Ignoring a parameter would answer a question other than the one asked. */
export const unknownParameters = (names: readonly string[], known: readonly string[]): Fault[] => {
  const list = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
  return names.map((path, index) => ({
    path,
    code: 'unknown_parameter',
    message: `this endpoint has no such query parameter${index < listedMax ? `; ${list}` : ''}`,
  }));
};
