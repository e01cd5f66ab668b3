import type { ReferralDocument } from '../../../adapters/cosell/port.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';

/** A member of a document that differs, by its dotted path. Absent is null. */
export type Difference = { path: string; before: unknown; after: unknown };

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null and an object without members say nothing, like an absent member. */
const said = (value: unknown): unknown =>
  value === null || (isObject(value) && Object.keys(value).length === 0) ? undefined : value;

const isSame = (left: unknown, right: unknown): boolean =>
  left === undefined || right === undefined ? left === right : isSameDocument(left, right);

/** Whether two values are equal for a merge: absent, null and empty are the same. */
export const saysSame = (left: unknown, right: unknown): boolean => isSame(said(left ?? null), said(right ?? null));

const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const difference = (keys: readonly string[], before: unknown, after: unknown): Difference => ({
  path: keys.join('.'),
  before: before ?? null,
  after: after ?? null,
});

/** Whether a path is one of these, or below one. */
export const isBelow = (path: string, tops: readonly string[]): boolean =>
  tops.some((top) => path === top || path.startsWith(`${top}.`));

export type Merge = {
  merged: ReferralDocument;
  /** What the other side changed and we take over. */
  received: Difference[];
  /** What the other side does not have yet. */
  toSend: Difference[];
  /** What both sides changed: `before` lost, `after` won. */
  conflicts: Difference[];
};

export type Sides = {
  /** What both last agreed on. */
  base: ReferralDocument;
  ours: ReferralDocument;
  theirs: ReferralDocument;
  /** Paths that only the other side writes. */
  fixed: readonly string[];
  /** Who wins where both changed a member. */
  prefer: 'OURS' | 'THEIRS';
  /** Paths of lists whose items are merged one by one: each side adds and removes some, in no order. */
  sets?: readonly string[];
};

type List = readonly unknown[];

const isListOrNothing = (value: unknown): value is List | undefined => value === undefined || Array.isArray(value);

const has = (list: List, item: unknown): boolean => list.some((one) => isSame(one, item));

const isSameSet = (one: List, other: List): boolean =>
  one.length === other.length && one.every((item) => has(other, item));

/** What neither side has removed, and what either has added. */
const mergeSets = (was: List, mine: List, other: List): List => [
  ...other.filter((item) => has(mine, item) || !has(was, item)),
  ...mine.filter((item) => !has(other, item) && !has(was, item)),
];

/**
 * Merges two versions of a document by what each changed since `base`. A list is one value, since its items have no names,
 * unless it is one of `sets`; so is a member that is an object on one side only. Merging with what was sent changes nothing: an echo is no change.
 */
export const mergeDocuments = ({ base, ours, theirs, fixed, prefer, sets = [] }: Sides): Merge => {
  const result: Omit<Merge, 'merged'> = { received: [], toSend: [], conflicts: [] };

  const chooseItems = (keys: readonly string[], was: List, mine: List, other: List): unknown => {
    const merged = mergeSets(was, mine, other);
    if (!isSameSet(merged, mine)) result.received.push(difference(keys, said(mine), said(merged)));
    if (!isSameSet(merged, other)) result.toSend.push(difference(keys, said(other), said(merged)));
    return merged.length === 0 ? undefined : merged;
  };

  const choose = (keys: readonly string[], was: unknown, mine: unknown, other: unknown): unknown => {
    const isMine = !isSame(mine, was);
    const isTheirs = !isSame(other, was);
    if (isSame(mine, other)) return mine;
    const lists = [was, mine, other];
    if (sets.includes(keys.join('.')) && !isBelow(keys.join('.'), fixed) && lists.every(isListOrNothing)) {
      const [before = [], left = [], right = []] = lists;
      return chooseItems(keys, before, left, right);
    }
    const isConflict = isMine && isTheirs;
    const theyWin = isBelow(keys.join('.'), fixed) || (isConflict ? prefer === 'THEIRS' : isTheirs);
    if (isConflict || (theyWin && isMine)) {
      result.conflicts.push(theyWin ? difference(keys, mine, other) : difference(keys, other, mine));
    }
    if (theyWin) result.received.push(difference(keys, mine, other));
    else result.toSend.push(difference(keys, other, mine));
    return theyWin ? other : mine;
  };

  const walk = (keys: readonly string[], was: unknown, mine: unknown, other: unknown): unknown => {
    const [left, right] = [said(mine), said(other)];
    const isNested = [left, right].every((value) => value === undefined || isObject(value));
    if (!isNested || (left === undefined && right === undefined)) return choose(keys, said(was), left, right);
    const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
    const members = [...names].sort().flatMap((key): [string, unknown][] => {
      const value = walk([...keys, key], member(was, key), member(left, key), member(right, key));
      return value === undefined ? [] : [[key, value]];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  };

  const merged = (walk([], base, ours, theirs) ?? {}) as ReferralDocument;
  return { merged, ...result };
};

/** What differs between two documents, in the order of their paths. */
export const differencesOf = (before: ReferralDocument, after: ReferralDocument): Difference[] =>
  mergeDocuments({ base: before, ours: before, theirs: after, fixed: [], prefer: 'THEIRS' }).received;
