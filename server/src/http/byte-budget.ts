import { Refusal } from '../kit/errors.ts';

const mebibyte = 1024 * 1024;

/** The caller and organization that bytes are counted against. */
export type Party = { caller: string; organization: string };

/** Maximum bytes held at once for one caller, for its organization, and in total. */
type Limits = { caller: number; organization: number; all: number };

const standard: Limits = { caller: 32 * mebibyte, organization: 64 * mebibyte, all: 256 * mebibyte };

export type ByteBudget = {
  /** Whether there is room for this many more bytes. */
  hasRoom(party: Party, bytes: number): boolean;
  /** Counts the bytes, even beyond the limits. Returns a function that releases them once. */
  take(party: Party, bytes: number): () => void;
};

/**
 * A budget for bytes that the process holds for clients, which may be slow. One caller can use only a part of its
 * organization's share, and one organization only a part of the total.
 */
export const createByteBudget = (limits: Limits = standard): ByteBudget => {
  const taken = new Map<string, number>();
  const sharesOf = ({ caller, organization }: Party) =>
    [
      [`caller ${caller}`, limits.caller],
      [`organization ${organization}`, limits.organization],
      ['all', limits.all],
    ] as const;
  const add = (party: Party, bytes: number): void => {
    for (const [key] of sharesOf(party)) {
      const sum = (taken.get(key) ?? 0) + bytes;
      if (sum === 0) taken.delete(key);
      else taken.set(key, sum);
    }
  };
  return {
    hasRoom: (party, bytes) => sharesOf(party).every(([key, max]) => (taken.get(key) ?? 0) + bytes <= max),
    take: (party, bytes) => {
      add(party, bytes);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        add(party, -bytes);
      };
    },
  };
};

export const tooManyAtOnce = (message: string): Refusal =>
  new Refusal('TooManyRequests', message, undefined, { 'retry-after': '1' });
