import type { Partner } from '../../../contract/partner-codes.ts';
import { trialEndOf } from '../../../contract/reference/agreed-terms.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { badRequest } from '../../../kit/errors.ts';
import { parseTime } from '../../../kit/time.ts';
import { selectApproved } from '../cancellation/store.ts';
import { directPartners } from '../direct-purchase/direct-purchase.ts';
import { type PriceRow, selectPrices } from '../direct-purchase/store.ts';
import type { EntitlementInfoDocument } from '../entitlement.ts';
import { entitlementIs } from '../states.ts';
import { type AgreedRow, listDirectIds, selectAgreedRows } from '../term/store.ts';

/** A term as it was agreed. `end` is where it ended or will end; `agreedEnd` is later if it ended early. */
export type AgreedTerm = {
  id: string;
  productId: string | null;
  buyerId: string | null;
  currency: string | null;
  signedTime: Date;
  start: Date;
  end: Date | null;
  agreedEnd: Date | null;
  /** What the buyer owes for the whole term. Of an open-ended one: for each `openMonths`. */
  amount: Decimal;
  /** What it was before, oldest first, each until a time (before seats or quantities changed). */
  formerAmounts: readonly { until: Date; amount: Decimal }[];
  openMonths: number;
  isTrial: boolean;
  /** AWS: the end of the free trial with which it begins. */
  freeUntil: Date | null;
  /** Professional services, which are done once. */
  isService: boolean;
  /** Direct purchases: what the term is billed by. */
  info: EntitlementInfoDocument | null;
};

/**
 * An entitlement with all its terms, parts of divided commits aside, in the order of time. WAITING: not confirmed yet, so
 * that nothing of it is in force. ENDED: its last term is over.
 */
export type AgreedEntitlement = {
  id: string;
  partner: Partner;
  standing: 'WAITING' | 'IN_FORCE' | 'ENDED';
  /** A cancellation that was asked for at `time`. `end`: when it takes effect; null while only the marketplace knows. */
  cancellation: { time: Date; end: Date | null } | null;
  /** Cancellations that were scheduled for `end`, and taken back. */
  withdrawn: readonly { time: Date; end: Date; withdrawnTime: Date }[];
  /** The seller marked it as something that does not recur: `metaInfo.customMetaInfo.recurringRevenue` is `false`. */
  isOneTime: boolean;
  terms: readonly AgreedTerm[];
  /** Direct purchases: the prices in the order of time, and the addons. */
  direct: { prices: readonly PriceRow[]; addons: NonNullable<EntitlementInfoDocument['addons']> } | null;
};

/** More terms than any seller has; beyond that nothing is loaded. */
const agreedTermsMax = 100_000;

const laterOf = (left: Date | null, right: Date | null): Date | null =>
  left === null || right === null ? (left ?? right) : left > right ? left : right;
const earlierOf = (left: Date, right: Date | null): Date => (right !== null && right < left ? right : left);

const timeOf = (text: unknown): Date | null => (typeof text === 'string' ? parseTime(text) : null);

/** A time that the service wrote itself into a partner's document. */
const writtenTime = (text: string | null): Date | null => {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms);
};

/** The months of a duration such as P1M, P1Y or P1Y6M; 1 if it is none. */
const monthsOf = (duration: string | null): number => {
  const [, years = '0', months = '0'] = /^P(?:(\d{1,2})Y)?(?:(\d{1,3})M)?$/.exec(duration ?? '') ?? [];
  return Math.max(1, Number(years) * 12 + Number(months));
};

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const noAmounts: AgreedTerm['formerAmounts'] = [];

const termOf = (row: AgreedRow): AgreedTerm => {
  const [start, end] = [new Date(row.start_ms), dateOf(row.end_ms)];
  const firstSigned = new Date(Math.min(row.creation_ms, row.start_ms));
  // AWS writes a year like 9999 for an agreement without an end.
  const named = writtenTime(row.agreement_end);
  return {
    id: row.id,
    productId: row.product_id,
    buyerId: row.buyer_id,
    currency: row.currency,
    signedTime: earlierOf(firstSigned, writtenTime(row.accept_time)),
    start,
    end,
    agreedEnd: laterOf(
      laterOf(end, dateOf(row.planned_end_ms)),
      named !== null && named.getUTCFullYear() < 9000 ? named : null,
    ),
    amount: row.commit_amount,
    formerAmounts: row.former_amounts?.map(({ until, amount }) => ({ until: new Date(until), amount })) ?? noAmounts,
    openMonths: monthsOf(row.duration),
    isTrial: row.is_trial,
    freeUntil: trialEndOf(start, row.trial ?? null),
    isService: /^ProfessionalServices/.test(row.product_kind ?? ''),
    info: row.info,
  };
};

const standingOf = ({ status }: AgreedRow): AgreedEntitlement['standing'] => {
  if (entitlementIs.ended(status)) return 'ENDED';
  return entitlementIs.waiting(status) ? 'WAITING' : 'IN_FORCE';
};

/**
 * The cancellation of the last term: a request that the buyer approved (AWS), a schedule, or one that a marketplace is
 * carrying out. A schedule is kept after its time, and one from before the term is not about it.
 */
const cancellationOf = (last: AgreedRow, askedTime: Date | null): AgreedEntitlement['cancellation'] => {
  const hasEnded = entitlementIs.ended(last.status);
  const end = hasEnded ? dateOf(last.end_ms) : null;
  if (askedTime !== null) return { time: askedTime, end };
  const { type, cancelDate, creationDate } = last.schedule ?? {};
  const [date, made] = [timeOf(cancelDate), timeOf(creationDate)];
  const isAbout = date !== null && made !== null && date.getTime() > last.start_ms && (end === null || made <= end);
  if (isAbout && (hasEnded || type !== 'Immediate')) return { time: made, end: end ?? date };
  if (entitlementIs.cancelling(last.status)) return { time: new Date(last.status_ms), end: null };
  return null;
};

const noneWithdrawn: AgreedEntitlement['withdrawn'] = [];

const withdrawnOf = ({ withdrawn }: AgreedRow): AgreedEntitlement['withdrawn'] =>
  withdrawn?.flatMap(({ creationDate, cancelDate, withdrawnDate }) => {
    const [time, end, withdrawnTime] = [timeOf(creationDate), timeOf(cancelDate), timeOf(withdrawnDate)];
    return time && end && withdrawnTime ? [{ time, end, withdrawnTime }] : [];
  }) ?? noneWithdrawn;

const entitlementOf = (
  rows: readonly AgreedRow[],
  askedTimes: ReadonlyMap<string, Date>,
  prices: readonly PriceRow[],
): AgreedEntitlement => {
  const last = rows.at(-1) as AgreedRow;
  const { entitlement_id: id, partner, addons } = last;
  return {
    id,
    partner,
    standing: standingOf(last),
    cancellation: cancellationOf(last, askedTimes.get(`${id} ${last.external_entitlement_id}`) ?? null),
    withdrawn: withdrawnOf(last),
    isOneTime: last.recurring === 'false',
    terms: rows.map(termOf),
    direct: directPartners.includes(partner) ? { prices, addons: addons ?? [] } : null,
  };
};

/** Direct purchases read at once: their documents and former prices have a few MiB each at most. */
export const directAtOnce = 32;

const tooMany = (): Error => {
  const message = `the organization has more than ${agreedTermsMax} terms or cancellations of entitlements, which is more than one report can cover`;
  return badRequest([{ path: '', code: 'too_many', message }]);
};

const entitlementsOf = (
  rows: readonly AgreedRow[],
  askedTimes: ReadonlyMap<string, Date>,
  pricesOf: ReadonlyMap<string, readonly PriceRow[]>,
): AgreedEntitlement[] => {
  const entitlements: AgreedEntitlement[] = [];
  for (let from = 0; from < rows.length; ) {
    const { entitlement_id: id } = rows[from] as AgreedRow;
    let to = from + 1;
    while (rows[to]?.entitlement_id === id) to += 1;
    entitlements.push(entitlementOf(rows.slice(from, to), askedTimes, pricesOf.get(id) ?? []));
    from = to;
  }
  return entitlements;
};

/** What a term is billed by, where it is the same as of the term before. */
const withSameInfo = (rows: readonly AgreedRow[]): AgreedRow[] => {
  let before: AgreedRow | undefined;
  return rows.map((row) => {
    const info = row.info ?? (before?.entitlement_id === row.entitlement_id ? before.info : null);
    before = { ...row, info };
    return before;
  });
};

/**
 * What all entitlements of the organization were agreed to cost, with their ends and cancellations, as `read` makes it of
 * some at a time; deleted ones are left out. Direct purchases come with their documents, which are not kept: `directAtOnce`
 * at a time. Throws 400 if there are more than `agreedTermsMax` terms.
 */
export const loadAgreedTerms = async <T>(
  db: OrgDb,
  read: (entitlements: readonly AgreedEntitlement[]) => readonly T[],
): Promise<T[]> => {
  const asked = await selectApproved(db, agreedTermsMax);
  const others = await selectAgreedRows(db, null, agreedTermsMax + 1);
  let count = others.length;
  if (count > agreedTermsMax || asked.length === agreedTermsMax) throw tooMany();
  const askedTimes = new Map(
    asked.map((one) => [`${one.entitlement_id} ${one.agreement_id}`, one.creation_time] as const),
  );
  const found = [...read(entitlementsOf(others, askedTimes, new Map()))];
  for (let last: string | null = null; ; ) {
    const ids: string[] = await listDirectIds(db, last, directAtOnce);
    if (ids.length === 0) return found;
    const rows = await selectAgreedRows(db, ids, agreedTermsMax + 1 - count);
    count += rows.length;
    if (count > agreedTermsMax) throw tooMany();
    const pricesOf = Map.groupBy(await selectPrices(db, ids), (price) => price.entitlement_id);
    for (const one of read(entitlementsOf(withSameInfo(rows), askedTimes, pricesOf))) found.push(one);
    last = ids.at(-1) ?? null;
  }
};
