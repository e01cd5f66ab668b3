import { type Party, tooManyAtOnce } from './byte-budget.ts';

/** Concurrent reads in this process; further ones wait in order. */
type Limits = { caller: number; organization: number; all: number; waiting: number; waitMs: number };

/** The pool has ten connections, so small reads always find one. */
const standard: Limits = { caller: 2, organization: 3, all: 6, waiting: 32, waitMs: 5000 };

type Waiter = Party & { start: () => void };

export type LargeReads = {
  /** Resolves when the read may begin, to a function that ends it. Throws a Refusal (429). */
  begin(reader: Party): Promise<() => void>;
};

/**
 * Reads of many rows hold memory and a database connection and use much of the processor until they are written out, so
 * one caller or organization may have only a few in progress. A few more wait briefly; any beyond those are refused.
 */
export const createLargeReads = (limits: Limits = standard): LargeReads => {
  const busy = new Map<string, number>();
  const waiting: Waiter[] = [];
  const sharesOf = ({ caller, organization }: Party) =>
    [
      [`caller ${caller}`, limits.caller],
      [`organization ${organization}`, limits.organization],
      ['all', limits.all],
    ] as const;
  const mayStart = (reader: Party): boolean => sharesOf(reader).every(([key, max]) => (busy.get(key) ?? 0) < max);
  const count = (reader: Party, by: 1 | -1): void => {
    for (const [key] of sharesOf(reader)) {
      const now = (busy.get(key) ?? 0) + by;
      if (now === 0) busy.delete(key);
      else busy.set(key, now);
    }
  };
  /** The read that has waited longest goes first, unless its own share is used up. */
  const startNext = (): void => {
    const index = waiting.findIndex(mayStart);
    if (index >= 0) waiting.splice(index, 1)[0]?.start();
  };
  const begun = (reader: Party): (() => void) => {
    count(reader, 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      count(reader, -1);
      startNext();
    };
  };
  return {
    begin: (reader) =>
      new Promise((resolve, reject) => {
        if (mayStart(reader)) {
          resolve(begun(reader));
          return;
        }
        const refuse = (): void =>
          reject(tooManyAtOnce('Too many large lists are being read at once; try again, or request fewer rows.'));
        if (waiting.filter(({ organization }) => organization === reader.organization).length >= limits.waiting) {
          refuse();
          return;
        }
        const waiter: Waiter = {
          ...reader,
          start: () => {
            clearTimeout(timer);
            resolve(begun(reader));
          },
        };
        const timer = setTimeout(() => {
          const index = waiting.indexOf(waiter);
          if (index >= 0) waiting.splice(index, 1);
          refuse();
        }, limits.waitMs).unref();
        waiting.push(waiter);
      }),
  };
};
