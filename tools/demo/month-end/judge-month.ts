import { Big } from 'big.js';
import type { Books, JournalRecord, StoredGroup } from '../compare.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { Market } from '../markets.ts';
import { type ClosingUsage, closingDimension } from './closing-usage.ts';

/** The books of one entitlement around the end of a month, with the first instant of the plan (epoch milliseconds). */
export type MonthBooks = Pick<Books, 'accepted' | 'groups' | 'journal'> & {
  market: Market;
  start: number;
  /** The minute of an hour after which usage is reported. */
  reportMinute: number;
};

const hourMs = 3_600_000;

/**
 * Whether usage of an hour came too late by the marketplace's rules when it was reported: its time was over, or its
 * hour was reported already and no later hour of the month was left for it.
 */
const cameTooLate = (
  { market, start, reportMinute, journal }: MonthBooks,
  dimension: string,
  { usedIn = 0, reportedIn = 0 }: LedgerEntry,
): boolean => {
  const used = start + usedIn * hourMs;
  const reported = start + reportedIn * hourMs + reportMinute * 60_000;
  const isOver = (hour: number): boolean => market.deadlineOf(hour) <= reported;
  if (market.severalInHour || isOver(used)) return isOver(used);
  const taken = new Set(journal.filter((one) => one.dimension === dimension).map(({ hour }) => Date.parse(hour)));
  for (let hour = used; hour < market.monthEndOf(used); hour += hourMs) {
    if (!taken.has(hour) && !isOver(hour)) return false;
  }
  return true;
};

/** The status of each usage that ends otherwise than reported, because it came too late by the marketplace's rules. */
export const findTooLate = (books: MonthBooks): Map<string, string> => {
  const entryOf = new Map(books.accepted.map((entry) => [entry.id, entry]));
  const isRight = ({ id, states = {}, records }: StoredGroup): boolean => {
    const entry = entryOf.get(id);
    if (!entry) return false;
    return Object.keys(records).every(
      (dimension) =>
        states[dimension] === 'REPORTED' || (states[dimension] === 'INVALID' && cameTooLate(books, dimension, entry)),
    );
  };
  const others = books.groups.filter((group) => Object.values(group.states ?? {}).includes('INVALID'));
  return new Map(others.filter(isRight).map(({ id, status }) => [id, status]));
};

/**
 * Usage that the marketplace accepted after its own deadline, in the future, in another hour than it says, or in parts
 * of a unit.
 */
const judgeRecord = (
  market: Market,
  { dimension, hour, time = hour, quantity, acceptedAt }: JournalRecord,
): string[] => {
  const [used, accepted] = [Date.parse(time), Date.parse(acceptedAt ?? '')];
  const name = `${dimension} ${hour}`;
  if (!/^\d+$/.test(quantity)) return [`${name}: counted as ${quantity}, not in whole units`];
  if (!(used >= Date.parse(hour) && used < Date.parse(hour) + hourMs)) return [`${name}: its time is ${time}`];
  if (!(accepted >= used)) return [`${name}: accepted at ${acceptedAt}, before it was used`];
  return accepted > market.deadlineOf(used) ? [`${name}: accepted at ${acceptedAt}, after the cut-off`] : [];
};

/**
 * Checks that nothing was counted after its cut-off, and that the usage planned around the end of the month was counted
 * in the hours that follow from the rules, or not at all.
 */
export const judgeMonth = (books: MonthBooks, closing: readonly ClosingUsage[]): string[] => {
  const { market, start, groups, journal } = books;
  const statusOf = new Map(groups.map(({ id, status }) => [id, status]));
  const wrongStatus = closing.flatMap(({ usage: { id }, countedIn }) => {
    const [wanted, status] = [countedIn === null ? 'INVALID' : 'REPORTED', statusOf.get(id) ?? 'missing'];
    return wanted === status ? [] : [`usage ${id} is ${status} and not ${wanted}`];
  });
  const wanted = new Map<string, Big>();
  for (const { usage, countedIn } of closing) {
    if (countedIn === null) continue;
    const hour = new Date(start + countedIn * hourMs).toISOString();
    wanted.set(hour, (wanted.get(hour) ?? new Big(0)).plus(usage.records[closingDimension] ?? 0));
  }
  const counted = new Map<string, Big>();
  for (const { dimension, hour, quantity } of journal) {
    if (dimension === closingDimension) counted.set(hour, (counted.get(hour) ?? new Big(0)).plus(quantity));
  }
  const wrongHours = [...new Set([...wanted.keys(), ...counted.keys()])].sort().flatMap((hour) => {
    const [should, is] = [wanted.get(hour) ?? new Big(0), counted.get(hour) ?? new Big(0)];
    return should.eq(is) ? [] : [`${closingDimension} ${hour}: counted as ${is.toFixed()} and not ${should.toFixed()}`];
  });
  return [...wrongStatus, ...wrongHours, ...journal.flatMap((record) => judgeRecord(market, record))];
};

/** The books of the hours before the end of the month, and of those after it. */
export const splitAtMonthEnd = (books: Books, start: number, monthEnd: number): [Books, Books] => {
  const usedAt = new Map(books.accepted.map(({ id, usedIn = 0 }) => [id, start + usedIn * hourMs]));
  const part = (isOld: boolean): Books => {
    const isIn = (time: number): boolean => time < monthEnd === isOld;
    return {
      ...books,
      accepted: books.accepted.filter(({ id }) => isIn(usedAt.get(id) ?? 0)),
      groups: books.groups.filter(({ id }) => isIn(usedAt.get(id) ?? 0)),
      rows: books.rows.filter(({ hour }) => isIn(Date.parse(hour))),
      journal: books.journal.filter(({ hour }) => isIn(Date.parse(hour))),
      isPart: !isOld,
    };
  };
  return [part(true), part(false)];
};
