import { Big } from 'big.js';
import type { Usage } from './usage-plan.ts';

/** A usage acknowledged to the client as counted, with its quantities by dimension as exact decimal text. */
export type LedgerEntry = {
  id: string;
  records: Readonly<Record<string, string>>;
  /** The hour of the plan in which it was used, and the one in which it was first reported. */
  usedIn?: number;
  reportedIn?: number;
};

/** The client's own book, kept independently of the service: what it sent, and what was acknowledged as counted. */
export type Ledger = {
  /** Call before sending. The first quantities under an id are the ones that count. */
  intend(usage: Usage, reportedIn: number): void;
  /** Call after a response that confirms that the usage is stored. */
  acknowledge(id: string): void;
  entries(): LedgerEntry[];
  /** Ids that were sent and never acknowledged. */
  unanswered(): string[];
};

export const createLedger = (): Ledger => {
  const sent = new Map<string, LedgerEntry>();
  const acknowledged = new Set<string>();
  return {
    intend: ({ id, records, hour }, reportedIn) => {
      if (!sent.has(id)) sent.set(id, { id, records, usedIn: hour, reportedIn });
    },
    acknowledge: (id) => {
      if (!sent.has(id)) throw new Error(`the service acknowledged ${id}, which was never sent`);
      acknowledged.add(id);
    },
    entries: () => [...sent.values()].filter(({ id }) => acknowledged.has(id)),
    unanswered: () => [...sent.keys()].filter((id) => !acknowledged.has(id)),
  };
};

/** Sums of quantities by dimension. */
export const sumByDimension = (all: readonly { records: Readonly<Record<string, string>> }[]): Map<string, Big> => {
  const sums = new Map<string, Big>();
  for (const { records } of all) {
    for (const [dimension, quantity] of Object.entries(records)) {
      sums.set(dimension, (sums.get(dimension) ?? new Big(0)).plus(quantity));
    }
  }
  return sums;
};
