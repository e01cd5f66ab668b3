import { Big } from 'big.js';
import { type LedgerEntry, sumByDimension } from './ledger.ts';

/** A usage record group in the service's list; `states` are those of its dimensions, if the list shows them. */
export type StoredGroup = {
  id: string;
  status: string;
  records: Readonly<Record<string, string>>;
  states?: Readonly<Record<string, string>>;
};

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

/** The marketplace's journal entry for one dimension and hour; the times of the usage and of its acceptance are ISO 8601. */
export type JournalRecord = {
  dimension: string;
  hour: string;
  quantity: string;
  differentResends: number;
  /** How often it was sent again unchanged. */
  identicalResends?: number;
  time?: string;
  acceptedAt?: string;
};

/** Three books of the same usage of one entitlement: the client's, the service's and the marketplace's. */
export type Books = {
  accepted: readonly LedgerEntry[];
  unanswered: readonly string[];
  groups: readonly StoredGroup[];
  rows: readonly ReportRow[];
  journal: readonly JournalRecord[];
  /** The marketplace counts late usage of an hour as a separate record, so an hour may have several. */
  severalInHour?: boolean;
  /** Only the later part of the hours: a fraction may have been carried into it. */
  isPart?: boolean;
  /** Usage that the story expects to end otherwise than reported: the status by id. */
  endsAs?: ReadonlyMap<string, string>;
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
      .filter(({ carried }) => carried.lt(books.isPart ? -1 : 0) || carried.gte(1))
      .map(({ dimension, carried }) => `${dimension}: ${carried.toFixed()} is carried on, which is no fraction`),
    ...books.unanswered.map((id) => `usage ${id} was sent and never acknowledged`),
    ...compareGroups(books),
    ...compareReports(books),
  ];
  return { identities, findings };
};

const findIdentities = ({ accepted, groups, rows, journal, severalInHour = false }: Books): Identity[] => {
  const quantityOf = new Map(accepted.map((entry) => [entry.id, entry]));
  /** What of a group has one of the statuses: dimensions have their own. */
  const partOf = (group: StoredGroup, statuses: readonly string[]): { records: Readonly<Record<string, string>> } => {
    const { records } = quantityOf.get(group.id) ?? group;
    const isIn = ([dimension]: [string, string]): boolean =>
      statuses.includes(group.states?.[dimension] ?? group.status);
    return { records: Object.fromEntries(Object.entries(records).filter(isIn)) };
  };
  const sumOfGroups = (...statuses: string[]): Map<string, Big> =>
    sumByDimension(groups.map((group) => partOf(group, statuses)));
  const isCounted = findCounted({ rows, journal, severalInHour });
  const sums = sumByDimension(accepted);
  const waiting = sumOfGroups('CREATED');
  const invalid = sumOfGroups('INVALID', 'DELETED');
  const dimensions = [
    ...new Set([...sums.keys(), ...rows.map((row) => row.dimension), ...journal.map((one) => one.dimension)]),
  ];
  return dimensions.sort().map((dimension) => {
    const own = rows.filter((row) => row.dimension === dimension);
    // Usage that the marketplace has counted is reported, whatever the service says of it.
    const sumOf = (...statuses: string[]): Big =>
      add(own.filter((row) => statuses.includes(row.status) && !isCounted(row)).map((row) => row.told));
    const told = add(journal.filter((one) => one.dimension === dimension).map((one) => one.quantity));
    const identity = {
      dimension,
      accepted: sums.get(dimension) ?? zero,
      told,
      carried: add(own.map((row) => row.carriedOut)).minus(add(own.map((row) => row.carriedIn))),
      pending: (waiting.get(dimension) ?? zero).plus(sumOf('CREATED', 'REPORT_PENDING')),
      failed: sumOf('FAILED'),
      invalid: invalid.get(dimension) ?? zero,
    };
    const found = add([told, identity.carried, identity.pending, identity.failed, identity.invalid]);
    return { ...identity, difference: identity.accepted.minus(found) };
  });
};

/** Whether the marketplace has counted a row: the only one of its hour, or one of several by its quantity. */
const findCounted = ({
  rows,
  journal,
  severalInHour,
}: Required<Pick<Books, 'rows' | 'journal' | 'severalInHour'>>): ((row: ReportRow) => boolean) => {
  const counted = groupBy(journal, hourKeyOf);
  if (!severalInHour) return (row) => counted.has(hourKeyOf(row));
  const left = new Map([...counted].map(([key, all]) => [key, all.map(({ quantity }) => quantity)]));
  const take = (row: ReportRow): boolean => {
    const quantities = left.get(hourKeyOf(row)) ?? [];
    const place = quantities.findIndex((quantity) => new Big(quantity).eq(row.told));
    if (place >= 0) quantities.splice(place, 1);
    return place >= 0;
  };
  const order = [
    ...rows.filter(({ status }) => status === 'SUCCESS'),
    ...rows.filter(({ status }) => status !== 'SUCCESS'),
  ];
  const taken = new Set(order.filter(take));
  return (row) => taken.has(row);
};

const hourKeyOf = ({ dimension, hour }: { dimension: string; hour: string }): string => `${dimension} ${hour}`;

const add = (quantities: readonly (string | Big)[]): Big =>
  quantities.reduce<Big>((sum, quantity) => sum.plus(quantity), zero);

/** Checks that every acknowledged usage is stored once, as it was sent, and nothing else is stored. */
const compareGroups = ({ accepted, groups, endsAs = new Map() }: Books): string[] => {
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
    .filter(({ id, status }) => status !== (endsAs.get(id) ?? 'REPORTED'))
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

const quantitiesOf = (all: readonly string[]): string =>
  all
    .map((text) => new Big(text).toFixed())
    .sort()
    .join(' + ');

/** Checks that the marketplace has counted each hour of a dimension once, with the quantity in the service's report. */
const compareReports = ({ accepted, rows, journal, severalInHour = false, endsAs = new Map() }: Books): string[] => {
  const reported = groupBy(
    rows.filter(({ told, status }) => status === 'SUCCESS' && !new Big(told).eq(0)),
    hourKeyOf,
  );
  const counted = groupBy(
    journal.filter(({ quantity }) => !new Big(quantity).eq(0)),
    hourKeyOf,
  );
  const told = [...reported].flatMap(([key, own]) => {
    if (own.length > 1 && !severalInHour) return [`${key}: the service has told it ${own.length} times`];
    return counted.has(key) ? [] : [`${key}: the service has told it, the marketplace has not counted it`];
  });
  const heard = [...counted].flatMap(([key, own]) => {
    if (own.length > 1 && !severalInHour) return [`${key}: the marketplace has counted it ${own.length} times`];
    const told = quantitiesOf((reported.get(key) ?? []).map((row) => row.told));
    if (told === '') return [`${key}: the marketplace has counted it, the service has not told it`];
    const heard = quantitiesOf(own.map((one) => one.quantity));
    if (heard !== told) return [`${key}: told as ${told}, counted as ${heard}`];
    return own.some((one) => one.differentResends > 0) ? [`${key}: sent again with another quantity`] : [];
  });
  const inReports = new Set(rows.flatMap(({ groupIds }) => groupIds));
  const unreported = accepted
    .filter(({ id }) => !inReports.has(id) && !endsAs.has(id))
    .map(({ id }) => `usage ${id} is in no report`);
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
