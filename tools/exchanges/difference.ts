import type { Exchange } from '../../simulators/kit/record.ts';

/** Something on the wire that is not as the partner publishes it. */
export type Difference = {
  /** What was called, in the partner's words: `Catalog StartChangeSet`. */
  operation: string;
  /** Who said it: the caller, the partner in its answer, or the partner in a message of its own. */
  side: 'request' | 'answer' | 'message';
  /** Where: members joined by dots, `[]` for the items of a list, `{}` for the values of a map. */
  at: string;
  /** What is wrong, without the value: `unknown member`, `not in the enum`. */
  rule: string;
  /** The value, and what it should be. */
  detail: string;
};

/** Holds exchanges with one partner against what it publishes. */
export type PartnerCheck = (exchange: Exchange) => Difference[];

/** A check by the name of the simulator; `load` reads what the partner publishes. */
export type PartnerContract = { simulator: string; load(dataFolder: string): PartnerCheck };

const shownMax = 120;

/** A value as findings show it. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
};
