import type { Fault } from '../kit/errors.ts';
import { unknownParameters } from '../kit/unknown-parameters.ts';
import { type Described, isAct } from './endpoint.ts';

type Takes = Pick<Described, 'query'> & { kind: string };

/** The query parameters of an endpoint, as the document spells them. */
export const queryNamesOf = ({ kind, query }: Takes): string[] => [
  ...Object.keys(query?.shape ?? {}),
  ...(isAct({ kind }) ? ['dryRun'] : []),
];

/** Clients of the reference write `buyerId` and `buyerID`, `contactIds` and `contactIDs`: both are taken. */
const otherSpelling = (name: string): string =>
  name.replace(/I([dD])(s?)$/, (_, letter: string, plural: string) => `I${letter === 'd' ? 'D' : 'd'}${plural}`);

/** Whoever writes it means a rehearsal, and must not have the real thing. */
const refusesEmpty: ReadonlySet<string> = new Set(['dryRun']);

/**
 * The parameters of a request under the names of the document; faults are added for those that are not known. An empty one
 * is absent: clients that fill in every parameter send what they do not mean as nothing.
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
