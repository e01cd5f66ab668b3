import { Refusal } from '../kit/errors.ts';

const mebibyte = 1024 * 1024;

/** The caller and organization that bytes are counted against. */
export type Party = { caller: string; organization: string };

/** Maximum bytes held at once for one caller, for its organization, and in total. */
type Limits = { caller: number; organization: number; all: number };

const standard: Limits = { caller: 32 * mebibyte, organization: 64 * mebibyte, all: 256 * mebibyte };

export type ByteBudget = {
  /**
   * Whether there is room for this many more bytes. If only the total is used up, reclaimable bytes are taken from the party that holds
   * most, as long as it holds more than the new party would.
   */
  makeRoom(party: Party, bytes: number): boolean;
  /**
   * Counts the bytes, even beyond the limits. Returns a function that releases them once. With `takeBack` they can be
   * taken from the party for another one: they are released, and then it is called.
   */
  take(party: Party, bytes: number, takeBack?: () => void): () => void;
};

type Held = { giveBack: () => void; takeBack: () => void };

/**
 * A budget for bytes that the process holds for clients, which may be slow. One caller can use only a part of its
 * organization's share, and one organization only a part of the total. `fairBy` names the parties among which the total is shared fairly.
 */
export const createByteBudget = (limits: Limits = standard, fairBy: keyof Party = 'organization'): ByteBudget => {
  const taken = new Map<string, number>();
  /** What can be taken back, by whose it is; the newest last. */
  const loose = new Map<string, Set<Held>>();
  const keyOf = (party: Party): string => `${fairBy} ${party[fairBy]}`;
  const sumOf = (key: string): number => taken.get(key) ?? 0;
  const sharesOf = ({ caller, organization }: Party) =>
    [
      [`caller ${caller}`, limits.caller],
      [`organization ${organization}`, limits.organization],
      ['all', limits.all],
    ] as const;
  const add = (party: Party, bytes: number): void => {
    for (const [key] of sharesOf(party)) {
      const sum = sumOf(key) + bytes;
      if (sum === 0) taken.delete(key);
      else taken.set(key, sum);
    }
  };
  /** The newest bytes of the party that holds most, if that is more than `most`. */
  const findSurplus = (most: number): Held | undefined => {
    const [largest] = [...loose.keys()].sort((a, b) => sumOf(b) - sumOf(a));
    if (largest === undefined || sumOf(largest) <= most) return undefined;
    return [...(loose.get(largest) ?? [])].at(-1);
  };
  /** The first limit that so many more bytes would exceed; the total comes last. */
  const lacking = (party: Party, bytes: number): number | undefined =>
    sharesOf(party).find(([key, max]) => sumOf(key) + bytes > max)?.[1];

  return {
    makeRoom: (party, bytes) => {
      for (;;) {
        const lacks = lacking(party, bytes);
        if (lacks === undefined) return true;
        const surplus = lacks === limits.all ? findSurplus(sumOf(keyOf(party)) + bytes) : undefined;
        if (!surplus) return false;
        surplus.giveBack();
        surplus.takeBack();
      }
    },
    take: (party, bytes, takeBack) => {
      add(party, bytes);
      const key = keyOf(party);
      let given = false;
      const giveBack = (): void => {
        if (given) return;
        given = true;
        add(party, -bytes);
        if (loose.get(key)?.delete(held) && loose.get(key)?.size === 0) loose.delete(key);
      };
      const held: Held = { giveBack, takeBack: takeBack ?? (() => {}) };
      if (takeBack) loose.set(key, (loose.get(key) ?? new Set()).add(held));
      return giveBack;
    },
  };
};

export const tooManyAtOnce = (message: string): Refusal =>
  new Refusal('TooManyRequests', message, undefined, { 'retry-after': '1' });
