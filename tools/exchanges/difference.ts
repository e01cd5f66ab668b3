import type { Exchange } from '../../simulators/kit/record.ts';

/** A deviation of an exchange from the partner's published contract. */
export type Difference = {
  /** The operation, in the partner's terms: `Catalog StartChangeSet`. */
  operation: string;
  /** The sender: the caller, the partner in its response, or the partner in its own message. */
  side: 'request' | 'answer' | 'message';
  /** The location: members joined by dots, `[]` for list items, `{}` for map values. */
  at: string;
  /** The broken rule, without the value: `unknown member`, `not in the enum`. */
  rule: string;
  /** The value, and what was expected. */
  detail: string;
};

/** Checks exchanges with one partner against its published contract. */
export type PartnerCheck = (exchange: Exchange) => Difference[];

/** A check by the name of the simulator; `load` reads the published contract. */
export type PartnerContract = { simulator: string; load(dataFolder: string): PartnerCheck };

const shownMax = 120;

/** A value as findings show it. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
};
