import { goes, type Stated, saysSame, statedAfter, wordFor, writableField } from '../mapping/apply-mapping.ts';
import type { FieldMapping } from '../mapping/mapping.ts';
import type { Difference } from '../referral/merge.ts';

/**
 * What a member said here when it and the CRM last agreed. `owed`: the CRM is to be given what it says now. `over`: what the CRM had
 * before we last wrote.
 */
type AgreedMember = { ours?: unknown; owed?: true; over?: unknown };

export type Agreed = Readonly<Record<string, AgreedMember>>;

/** What the CRM stated when both sides last agreed, by path. */
type Synced = Readonly<Record<string, unknown>>;

/** What both sides last agreed on, as it is kept with a referral. */
export type Base = { synced: Synced; agreed: Agreed };

/**
 * What happens to a member. SAME: both sides say the same. TAKE: the document takes what the CRM states. WRITE: the CRM is
 * given what the document says. LEAVE: they differ, and stay so.
 */
type Verdict = 'SAME' | 'TAKE' | 'WRITE' | 'LEAVE';

export type MemberStep = {
  field: FieldMapping;
  verdict: Verdict;
  mine: unknown;
  theirs: unknown;
  /** What the CRM has in the field. */
  raw: unknown;
  /** What both sides changed: `before` lost, `after` won. */
  conflict: Difference | null;
  /** What both agree on once this is done; of WRITE, until it is written. */
  base: MemberBase;
};

/** `agreed` null: the document says what the CRM states. */
type MemberBase = { synced: unknown; agreed: AgreedMember | null };

export type RecordSides = {
  fields: readonly FieldMapping[];
  /** What the document, or the service, says at a path. */
  saidHere: (path: string) => unknown;
  members: Readonly<Record<string, Stated>>;
  base: Base;
  /** Whether the CRM wins a conflict about a member. */
  crmWins: (path: string) => boolean;
};

const own = <T>(map: Readonly<Record<string, T>>, path: string): T | undefined =>
  Object.hasOwn(map, path) ? map[path] : undefined;

/** What both sides last agreed on about a member. Undefined: they never did. */
const baseOf = ({ synced, agreed }: Base, path: string): { ours: unknown; theirs: unknown } | undefined => {
  const isKnown = Object.hasOwn(synced, path) || Object.hasOwn(agreed, path);
  if (!isKnown) return undefined;
  const theirs = own(synced, path);
  return { theirs, ours: Object.hasOwn(agreed, path) ? own(agreed, path)?.ours : theirs };
};

/** Whether a member was changed here since both agreed, or the CRM is still owed it. */
const isChangedHere = (field: FieldMapping, mine: unknown, base: Base): boolean => {
  const known = baseOf(base, field.target);
  if (!known) return mine !== undefined;
  return own(base.agreed, field.target)?.owed === true || !saysSame(field, mine, known.ours);
};

/** Whether the record states something else than when both agreed. A standard is no statement where the document has a value. */
const isChangedThere = (field: FieldMapping, stated: Stated, mine: unknown, base: Base): boolean => {
  const known = baseOf(base, field.target);
  if (!known) return stated.value !== undefined && !(stated.isStandard && mine !== undefined);
  if (stated.isStandard && known.theirs === undefined) return false;
  return !saysSame(field, stated.value, known.theirs);
};

const wins = (path: string, before: unknown, after: unknown): Difference => ({
  path,
  before: before ?? null,
  after: after ?? null,
});

/** A field that only we write is put back once. If the CRM insists on what it had, it keeps it until the document changes. */
const insists = (stated: Stated, { over }: AgreedMember): boolean =>
  over !== undefined && JSON.stringify(stated.raw ?? null) === JSON.stringify(over);

type Changes = { here: boolean; there: boolean; crmWins: boolean; putsBack: boolean };

const verdictOf = ({ direction }: FieldMapping, { here, there, crmWins, putsBack }: Changes): Verdict | null => {
  if (!here && !there) return null;
  if (direction === 'TO_CRM') return here || putsBack ? 'WRITE' : 'LEAVE';
  if (direction === 'TO_PARTNER' && !there) return null;
  if (there && (!here || crmWins)) return 'TAKE';
  return direction === 'BOTH' ? 'WRITE' : 'LEAVE';
};

const stepOf = (field: FieldMapping, stated: Stated, sides: RecordSides): MemberStep | null => {
  const { target: path } = field;
  const { base } = sides;
  const mine = sides.saidHere(path);
  const theirs = stated.value;
  const entry = own(base.agreed, path) ?? {};
  const made = { field, mine, theirs, raw: stated.raw ?? null };
  if (saysSame(field, mine, theirs)) {
    const agreed = entry.over === undefined ? null : { ours: mine, over: entry.over };
    return { ...made, verdict: 'SAME', conflict: null, base: { synced: theirs, agreed } };
  }
  const here = isChangedHere(field, mine, base);
  const there = isChangedThere(field, stated, mine, base);
  const putsBack = mine !== undefined && !insists(stated, entry);
  const verdict = verdictOf(field, { here, there, crmWins: sides.crmWins(path), putsBack });
  if (verdict === null) return null;
  const isConflict = there && (here || verdict !== 'TAKE');
  const conflict = verdict === 'TAKE' ? wins(path, mine, theirs) : wins(path, theirs, mine);
  const agreed = { TAKE: null, WRITE: { ...entry, owed: true as const }, LEAVE: { ours: mine }, SAME: null }[verdict];
  return { ...made, verdict, conflict: isConflict ? conflict : null, base: { synced: theirs, agreed } };
};

/**
 * Merges a record of the CRM with the document, member by member, by what each side changed since both last agreed. Nothing is
 * decided about members that neither changed, and about those that cannot be read. An echo of our own write is SAME.
 */
export const mergeRecord = (sides: RecordSides): MemberStep[] =>
  sides.fields.flatMap((field): MemberStep[] => {
    const stated = own(sides.members, field.target);
    if (field.isPaused || !stated || (stated.isUnreadable && field.direction !== 'TO_CRM')) return [];
    const step = stepOf(field, stated, sides);
    return step ? [step] : [];
  });

const withMember = <T>(map: Readonly<Record<string, T>>, path: string, value: T | undefined): Record<string, T> =>
  Object.fromEntries([
    ...Object.entries(map).filter(([key]) => key !== path),
    ...(value === undefined ? [] : [[path, value] as const]),
  ]);

const rebased = (base: Base, path: string, { synced, agreed }: MemberBase): Base => ({
  synced: withMember(base.synced, path, synced),
  agreed: withMember(base.agreed, path, agreed ?? undefined),
});

/** What both sides agree on after these steps. */
export const baseAfter = (base: Base, steps: readonly MemberStep[]): Base =>
  steps.reduce((before, step) => rebased(before, step.field.target, step.base), base);

/** A field of the CRM that is to be written. */
export type PlannedWrite = {
  field: FieldMapping;
  name: string;
  /** What the document says, and what the CRM is given for it; null empties the field. */
  value: unknown;
  word: unknown;
  /** What the CRM had when it was read. */
  before: unknown;
  conflict: Difference | null;
};

/** What is to be written to the CRM. */
export const writesOf = (steps: readonly MemberStep[]): PlannedWrite[] =>
  steps.flatMap(({ field, verdict, mine, raw, conflict }): PlannedWrite[] => {
    const name = writableField(field);
    if (verdict !== 'WRITE' || name === undefined) return [];
    return [{ field, name, value: mine ?? null, word: wordFor(field, mine), before: raw, conflict }];
  });

/** What both sides agree on once the CRM has taken these. */
export const baseAfterWrites = (base: Base, writes: readonly PlannedWrite[]): Base =>
  writes.reduce((known, { field, value, word, before }) => {
    // An emptied field states nothing, not its standard: what the document gave up is not taken back.
    const synced = word === null ? undefined : statedAfter(field, word);
    const ours = value ?? undefined;
    const agreed = word !== null && saysSame(field, synced, ours) ? null : { ours };
    const kept = field.direction === 'TO_CRM' ? { ours, over: before } : agreed;
    return rebased(known, field.target, { synced, agreed: kept });
  }, base);

/** Whether the document says something that the CRM is to be given, as far as it is known without reading the record. */
export const owesCrm = ({ fields, saidHere, base }: Pick<RecordSides, 'fields' | 'saidHere' | 'base'>): boolean =>
  fields.some((field) => goes(field, 'TO_CRM') && isChangedHere(field, saidHere(field.target), base));
