import { Big } from 'big.js';
import { type LedgerEntry, sumByDimension } from './ledger.ts';

/** A usage record group in the service's list. */
export type StoredGroup = { id: string; status: string; records: Readonly<Record<string, string>> };

/** One dimension of one hour's report by the service. `hour` is the hour's first instant, ISO 8601. */
export type ReportRow = {
  dimension: string;
  hour: string;
  told: string;
  carriedIn: string;
  carriedOut: string;
  status: string;
  groupIds: readonly string[];
};

/** The marketplace's journal entry for one dimension and hour. */
export type JournalRecord = { dimension: string; hour: string; quantity: string; differentResends: number };

/** Three books of the same usage of one entitlement: the client's, the service's and the marketplace's. */
export type Books = {
  accepted: readonly LedgerEntry[];
  unanswered: readonly string[];
  groups: readonly StoredGroup[];
  rows: readonly ReportRow[];
  journal: readonly JournalRecord[];
};

/** The metering identity of one dimension: `accepted` minus all the others is `difference`. */
export type Identity = {
  dimension: string;
  accepted: Big;
  /** According to the marketplace's journal. */
  told: Big;
  carried: Big;
  /** Not in a report yet, or in one without an outcome. */
  pending: Big;
  failed: Big;
  invalid: Big;
  difference: Big;
};

export type Comparison = { identities: Identity[]; findings: string[] };

const zero = new Big(0);

/** Compares the books. They balance if `findings` is empty; a difference is a finding too. */
export const compareBooks = (books: Books): Comparison => {
  const identities = findIdentities(books);
  const findings = [
    ...identities
      .filter(({ difference }) => !difference.eq(zero))
      .map(({ dimension, difference }) => `${dimension}: a difference of ${difference.toFixed()}`),
    ...identities
      .filter(({ carried }) => carried.lt(0) || carried.gte(1))
      .map(({ dimension, carried }) => `${dimension}: ${carried.toFixed()} is carried on, which is no fraction`),
    ...books.unanswered.map((id) => `usage ${id} was sent and never acknowledged`),
    ...compareGroups(books),
    ...compareReports(books),
  ];
  return { identities, findings };
};

const findIdentities = ({ accepted, groups, rows, journal }: Books): Identity[] => {
  const quantityOf = new Map(accepted.map((entry) => [entry.id, entry]));
  const sumOfGroups = (...statuses: string[]): Map<string, Big> =>
    sumByDimension(
      groups.filter(({ status }) => statuses.includes(status)).map((group) => quantityOf.get(group.id) ?? group),
    );
  const counted = new Set(journal.map(hourKeyOf));
  const sums = sumByDimension(accepted);
  const waiting = sumOfGroups('CREATED');
  const invalid = sumOfGroups('INVALID', 'DELETED');
  const dimensions = [
    ...new Set([...sums.keys(), ...rows.map((row) => row.dimension), ...journal.map((one) => one.dimension)]),
  ];
  return dimensions.sort().map((dimension) => {
    const own = rows.filter((row) => row.dimension === dimension);
    // A report has one status for all its dimensions, so usage that the marketplace has counted is reported regardless
    // of it.
    const sumOf = (status: string): Big =>
      add(own.filter((row) => row.status === status && !counted.has(hourKeyOf(row))).map((row) => row.told));
    const told = add(journal.filter((one) => one.dimension === dimension).map((one) => one.quantity));
    const identity = {
      dimension,
      accepted: sums.get(dimension) ?? zero,
      told,
      carried: add(own.map((row) => row.carriedOut)).minus(add(own.map((row) => row.carriedIn))),
      pending: (waiting.get(dimension) ?? zero).plus(sumOf('CREATED')),
      failed: sumOf('FAILED'),
      invalid: invalid.get(dimension) ?? zero,
    };
    const found = add([told, identity.carried, identity.pending, identity.failed, identity.invalid]);
    return { ...identity, difference: identity.accepted.minus(found) };
  });
};

const hourKeyOf = ({ dimension, hour }: { dimension: string; hour: string }): string => `${dimension} ${hour}`;

const add = (quantities: readonly (string | Big)[]): Big =>
  quantities.reduce<Big>((sum, quantity) => sum.plus(quantity), zero);

/** Checks that every acknowledged usage is stored once, as it was sent, and nothing else is stored. */
const compareGroups = ({ accepted, groups }: Books): string[] => {
  const stored = groupBy(groups, ({ id }) => id);
  const known = new Set(accepted.map(({ id }) => id));
  const missing = accepted.flatMap((entry) => {
    const [first, ...more] = stored.get(entry.id) ?? [];
    if (!first) return [`usage ${entry.id} was acknowledged and is not there`];
    if (more.length > 0) return [`usage ${entry.id} is there ${more.length + 1} times`];
    return haveSameQuantities(entry.records, first.records)
      ? []
      : [`usage ${entry.id} is stored with other quantities`];
  });
  const unknown = groups
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `usage ${id} is there and was never acknowledged`);
  const open = groups
    .filter(({ status }) => status !== 'REPORTED')
    .map(({ id, status }) => `usage ${id} is ${status} at the end`);
  return [...missing, ...unknown, ...open];
};

const haveSameQuantities = (
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean => {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => other[key] !== undefined && new Big(one[key] ?? 0).eq(other[key]))
  );
};

/** Checks that the marketplace has counted each hour of a dimension once, with the quantity in the service's report. */
const compareReports = ({ accepted, rows, journal }: Books): string[] => {
  const reported = groupBy(
    rows.filter(({ told, status }) => status === 'SUCCESS' && !new Big(told).eq(0)),
    hourKeyOf,
  );
  const counted = groupBy(
    journal.filter(({ quantity }) => !new Big(quantity).eq(0)),
    hourKeyOf,
  );
  const told = [...reported].flatMap(([key, own]) => {
    if (own.length > 1) return [`${key}: the service has told it ${own.length} times`];
    return counted.has(key) ? [] : [`${key}: the service has told it, the marketplace has not counted it`];
  });
  const heard = [...counted].flatMap(([key, own]) => {
    if (own.length > 1) return [`${key}: the marketplace has counted it ${own.length} times`];
    const [one] = own;
    const [row] = reported.get(key) ?? [];
    if (!row) return [`${key}: the marketplace has counted it, the service has not told it`];
    if (one && !new Big(one.quantity).eq(row.told)) {
      return [`${key}: told as ${row.told}, counted as ${one.quantity}`];
    }
    return one && one.differentResends > 0 ? [`${key}: sent again with another quantity`] : [];
  });
  const inReports = new Set(rows.flatMap(({ groupIds }) => groupIds));
  const unreported = accepted.filter(({ id }) => !inReports.has(id)).map(({ id }) => `usage ${id} is in no report`);
  return [...told, ...heard, ...unreported];
};

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
};
