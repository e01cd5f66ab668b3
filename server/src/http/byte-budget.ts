import { Refusal } from '../kit/errors.ts';

const mebibyte = 1024 * 1024;

/** Who a share is counted for. */
export type Party = { caller: string; organization: string };

/** The most that may be under way together: of one caller, of its organization, of all. */
type Limits = { caller: number; organization: number; all: number };

const standard: Limits = { caller: 32 * mebibyte, organization: 64 * mebibyte, all: 256 * mebibyte };

export type ByteBudget = {
  /** Whether there is room for so many bytes more. */
  hasRoom(party: Party, bytes: number): boolean;
  /** Counts the bytes, room or not; what it answers gives them back, once. */
  take(party: Party, bytes: number): () => void;
};

/**
 * Bytes that the process holds for others, who may be slow. One caller takes only a part of what its organization may, and
 * one organization a part of all.
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
