import type { RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { isMarketplace } from '../../../../contract/marketplaces/marketplaces.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { Big } from '../../../../kit/decimal.ts';
import { decodeId, nilId } from '../../../../kit/ids.ts';
import { type BilledEntitlement, loadBilledTerms } from '../../../entitlement/actions/load-billed-terms.ts';
import { loadChargedInvoices } from '../../../invoice/actions/load-charged-invoices.ts';
import { loadAcknowledgedUsage } from '../../../metering/usage-record-report/actions/load-acknowledged-usage.ts';
import { findRevenueAccount } from '../../../organization/connection/actions/find-revenue-account.ts';
import { findSellerConnection } from '../../../organization/connection/actions/load-connection.ts';
import { channelFacts, revenueChannels } from '../../channels.ts';
import { fixedCharges, invoiceCharges, usageCharges } from '../expected-charges.ts';
import { judgeBilling } from '../judge-billing.ts';
import {
  type Difference,
  type ExpectedCharge,
  isQuiet,
  monthOf,
  nextMonth,
  type RevenueDifference,
  reconcileKind,
  recordsShown,
  startOfMonth,
} from '../reconciliation.ts';
import {
  type Coverage,
  findBilledMonths,
  findBilledRecords,
  findCoverage,
  findNotedInvoices,
  lockDifferences,
  saveDifferences,
  touchDifferences,
} from '../store.ts';
import { viewDifference } from '../view.ts';

export const reconcileEvents = [
  'revenue_difference.found',
  'revenue_difference.resolved',
] as const satisfies EventName[];

/** Entitlements that one transaction compares. */
const entitlementsAtOnce = 25;
const dayMs = 86_400_000;
/** How far back charges are judged. Records and charges of two months before are read to find what belongs together. */
const judgedDays = 400;
const contextMs = 62 * dayMs;
const minuteMs = 60_000;
const firstMinute = 5 * 60;
const spreadMinutes = 120;

/** Has what was billed through a channel compared soon. Called when a sync of the channel has ended. */
export const scheduleReconciliation = (call: ActCall, channel: RevenueChannel): Promise<void> =>
  scheduleDue(call.db, reconcileKind, channel, call.now);

/** When a channel is next compared: daily from 05:00 to 07:00 UTC, at a minute of the organization. */
const nextReconciliationAfter = (now: Date, orgId: string): Date => {
  const minute = firstMinute + (Number.parseInt(orgId.slice(-4), 16) % spreadMinutes);
  const today = Math.floor(now.getTime() / dayMs) * dayMs + minute * minuteMs;
  return new Date(today > now.getTime() ? today : today + dayMs);
};

const latest = (...times: readonly Date[]): Date => new Date(Math.max(...times.map((time) => time.getTime())));

/** A round of a channel, with what is the same for all its entitlements. */
type Round = Coverage & { channel: RevenueChannel; now: Date; usageSince: Date };

/** Usage is ours from the first whole month since the account was connected, or since we submit it. */
const usageSinceOf = async (call: ActCall, channel: RevenueChannel, since: Date): Promise<Date> => {
  const connection = isMarketplace(channel) ? await findSellerConnection(call.db, channel) : undefined;
  if (!connection) return since;
  const ours = latest(connection.creation_time, connection.report_from ?? connection.creation_time);
  // The end of a month is the time of its charge.
  return latest(since, startOfMonth(nextMonth(nextMonth(monthOf(ours, channelFacts[channel].billing.zone)))));
};

type Loaded = {
  charges: Map<string, ExpectedCharge[]>;
  records: Map<string, Awaited<ReturnType<typeof findBilledRecords>>>;
  noted: Map<string, Awaited<ReturnType<typeof findNotedInvoices>>>;
};

/** What is left of a commitment follows from all usage since its term began, however long ago. */
const earliestUsage = (channel: RevenueChannel, page: readonly BilledEntitlement[], since: Date): Date => {
  if (!channelFacts[channel].prices.coversUsage) return since;
  const starts = page.flatMap(({ terms }) => terms.map(({ startTime }) => startTime.getTime()));
  return new Date(Math.min(since.getTime(), ...starts));
};

const loadCharges = async (call: ActCall, round: Round, page: readonly BilledEntitlement[]): Promise<Loaded> => {
  const { channel, now } = round;
  const { zone } = channelFacts[channel].billing;
  const since = new Date(round.since.getTime() - contextMs);
  const entitlementIds = page.map(({ id }) => id);
  const records = await (channelFacts[channel].billing.mixesCharges ? findBilledMonths : findBilledRecords)(call.db, {
    channel,
    entitlementIds,
    since,
  });
  const noted = await findNotedInvoices(call.db, { channel, entitlementIds, since });
  const charges = new Map<string, ExpectedCharge[]>();
  if (isMarketplace(channel)) {
    const usage = await loadAcknowledgedUsage(call, {
      entitlementIds,
      since: earliestUsage(channel, page, since),
      zone,
    });
    const usageOf = Map.groupBy(usage, ({ entitlementId }) => entitlementId);
    for (const one of page)
      charges.set(one.id, [
        ...fixedCharges(channel, one, now),
        ...usageCharges(channel, one, usageOf.get(one.id) ?? []).filter(({ chargeTime }) => chargeTime >= since),
      ]);
  } else {
    const invoices = await loadChargedInvoices(call, { entitlementIds, since });
    const invoicesOf = Map.groupBy(invoices, ({ entitlementId }) => entitlementId);
    for (const { id } of page) charges.set(id, invoiceCharges(channel, invoicesOf.get(id) ?? []));
  }
  return {
    charges,
    records: Map.groupBy(records, (row) => row.entitlement_id),
    noted: Map.groupBy(noted, (row) => row.entitlement_id),
  };
};

/** Two days: partners' days begin elsewhere. */
const earlyMs = 2 * dayMs;

const judgeEntitlement = (
  { id, terms }: BilledEntitlement,
  { charges, records, noted }: Loaded,
  round: Round,
): Difference[] => {
  const { zone, namesMonths, mixesCharges, converts } = channelFacts[round.channel].billing;
  const [first] = terms;
  // Terms of before are not known: an agreement is imported with its current one.
  const since = first ? latest(round.since, new Date(first.startTime.getTime() - earlyMs)) : round.since;
  return judgeBilling({
    charges: charges.get(id) ?? [],
    records: (records.get(id) ?? []).map((row) => ({
      id: row.id,
      currency: row.currency,
      billed: row.billed,
      refunded: row.refunded,
      forgiven: row.forgiven,
      time: row.time,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      billingModel: row.billing_model,
      invoiceId: isMarketplace(round.channel) || row.invoice === null ? null : decodeId('invoice', row.invoice),
      earlier: row.earlier,
    })),
    noted: noted.get(id) ?? [],
    now: round.now,
    readThrough: round.readThrough,
    faultySince: round.faultySince,
    since: isMarketplace(round.channel) ? since : round.since,
    usageSince: latest(since, round.usageSince),
    zone,
    namesMonths,
    mixesCharges,
    converts,
  });
};

/** Whether a stored difference says something else than what was found. */
const hasChanged = (before: RevenueDifference, after: RevenueDifference): boolean =>
  before.kind !== after.kind ||
  before.cause !== after.cause ||
  before.record_count !== after.record_count ||
  before.currency !== after.currency ||
  before.billed_currency !== after.billed_currency ||
  (before.expected === null) !== (after.expected === null) ||
  !new Big(before.expected ?? 0).eq(after.expected ?? 0) ||
  !new Big(before.billed).eq(after.billed) ||
  before.resolved_time !== null;

const differenceOf = (
  call: ActCall,
  { channel, now }: Round,
  difference: Difference & { entitlementId: string },
  before: RevenueDifference | undefined,
): RevenueDifference => ({
  id: before?.id ?? call.newId(),
  channel,
  entitlement_id: difference.entitlementId,
  place: difference.place,
  kind: difference.kind,
  cause: difference.cause,
  period: difference.period,
  currency: difference.currency,
  expected: difference.expected,
  billed: difference.billed,
  billed_currency: difference.billedCurrency,
  records: difference.records.slice(0, recordsShown),
  record_count: difference.records.length,
  first_seen_time: before && before.resolved_time === null ? before.first_seen_time : now,
  last_seen_time: now,
  resolved_time: null,
  version: (before?.version ?? 0) + 1,
});

/** A difference is announced once it is one that needs a person, and again if it becomes another one. */
const isNews = (before: RevenueDifference | undefined, after: RevenueDifference): boolean =>
  !isQuiet(after) &&
  (before === undefined ||
    before.resolved_time !== null ||
    isQuiet(before) ||
    before.kind !== after.kind ||
    before.cause !== after.cause);

const announce = (call: ActCall, before: RevenueDifference | undefined, after: RevenueDifference): void => {
  const view = viewDifference(call.orgId, after);
  const isResolved = after.resolved_time !== null;
  const change = {
    type: 'diff',
    id: view.id,
    before: before ? viewDifference(call.orgId, before) : null,
    after: view,
    version: after.version,
  } as const;
  if (isResolved && before && !isQuiet(before))
    call.recordChange({ ...change, events: ['revenue_difference.resolved'] as const, payload: view });
  else if (!isResolved && isNews(before, after))
    call.recordChange({
      ...change,
      events: ['revenue_difference.found'] as const,
      payload: { priority: 'CRITICAL', ...view },
    });
  else call.recordChange(change);
};

const reconcilePage = async (call: ActCall, round: Round, page: readonly BilledEntitlement[]): Promise<void> => {
  const { db, now } = call;
  const ids = page.map(({ id }) => id);
  const stored = Map.groupBy(await lockDifferences(db, round.channel, ids), (one) => one.entitlement_id);
  const loaded = await loadCharges(call, round, page);
  const changed: RevenueDifference[] = [];
  const seen: string[] = [];
  for (const entitlement of page) {
    const known = new Map((stored.get(entitlement.id) ?? []).map((one) => [one.place, one]));
    for (const difference of judgeEntitlement(entitlement, loaded, round)) {
      const before = known.get(difference.place);
      known.delete(difference.place);
      const after = differenceOf(call, round, { ...difference, entitlementId: entitlement.id }, before);
      if (before && !hasChanged(before, after)) {
        seen.push(before.id);
        continue;
      }
      changed.push(after);
      announce(call, before, after);
    }
    for (const before of known.values()) {
      // What is too long ago is no longer looked at, and stays as it was.
      if (before.resolved_time !== null || startOfMonth(nextMonth(before.period)) <= round.since) continue;
      const after = { ...before, resolved_time: now, version: before.version + 1 };
      changed.push(after);
      announce(call, before, after);
    }
  }
  await saveDifferences(db, changed);
  await touchDifferences(db, seen, now);
};

/**
 * Handles the due row `revenue.reconcile`: compares what some entitlements of a channel were billed with what they should
 * have been, and schedules the next ones, or the next day. The entity is a channel, or a channel and the entitlement
 * after which it continues. Does nothing until the channel was read. Emits revenue_difference.found and
 * revenue_difference.resolved.
 */
export const reconcileChannel = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const { db, now } = call;
  const [name, after = nilId] = entityId.split(' ');
  const channel = revenueChannels.find((one) => one === name);
  if (channel === undefined) return;
  const coverage = await findCoverage(db, channel);
  // Without its feed nothing can be said of a channel, even if some of it is read.
  const account = await findRevenueAccount(db, channel);
  if (!coverage || (account?.missing.length ?? 0) > 0) return;
  if (after === nilId) await scheduleDue(db, reconcileKind, channel, nextReconciliationAfter(now, call.orgId));
  const page = await loadBilledTerms(call, { partner: channel, after, limit: entitlementsAtOnce });
  const last = page.at(-1);
  if (!last) return;
  if (page.length === entitlementsAtOnce) await scheduleDue(db, reconcileKind, `${channel} ${last.id}`, now);
  // Whole months, so that what is no longer judged ends with its month.
  const judged = startOfMonth(monthOf(new Date(now.getTime() - judgedDays * dayMs), 'UTC'));
  const since = latest(coverage.since, judged);
  const round: Round = { ...coverage, since, channel, now, usageSince: await usageSinceOf(call, channel, since) };
  await reconcilePage(call, round, page);
};
