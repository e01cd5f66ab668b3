import type { Fault } from '../kit/errors.ts';
import { unknownParameters } from '../kit/unknown-parameters.ts';
import { type Described, isAct } from './endpoint.ts';

type Takes = Pick<Described, 'query'> & { kind: string };

/** The query parameters of an endpoint, as the API document spells them. */
export const queryNamesOf = ({ kind, query }: Takes): string[] => [
  ...Object.keys(query?.shape ?? {}),
  ...(isAct({ kind }) ? ['dryRun'] : []),
];

/** Clients of the reference API write `buyerId` and `buyerID`, `contactIds` and `contactIDs`: both are accepted. */
const otherSpelling = (name: string): string =>
  name.replace(/I([dD])(s?)$/, (_, letter: string, plural: string) => `I${letter === 'd' ? 'D' : 'd'}${plural}`);

/** A client that sends it empty wants a dry run and must not get a real one. */
const refusesEmpty: ReadonlySet<string> = new Set(['dryRun']);

/**
 * Maps the parameters of a request to their names in the API document; adds a fault for each unknown one. An empty
 * parameter counts as absent, because some clients send every parameter and leave unused ones empty.
 */
export const readQueryNames = (
  endpoint: Takes,
  given: Readonly<Record<string, unknown>>,
  faults: Fault[],
): Record<string, unknown> => {
  const known = queryNamesOf(endpoint);
  const read: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const spelled = known.includes(name) ? name : otherSpelling(name);
    if (!known.includes(spelled)) unknown.push(name);
    else if (value === '' && !refusesEmpty.has(spelled)) continue;
    else if (Array.isArray(value) || Object.hasOwn(read, spelled))
      faults.push({ path: name, code: 'repeated', message: 'is given more than once' });
    else read[spelled] = value;
  }
  if (unknown.length > 0) faults.push(...unknownParameters(unknown, known));
  return read;
};
