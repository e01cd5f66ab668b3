import type { Partner } from '../../../contract/partner-codes.ts';
import { pacific, wholePacificMonths } from '../../../kit/pacific-time.ts';
import type { AgreedEntitlement, AgreedTerm } from '../../entitlement/actions/load-agreed-terms.ts';
import { listRecurringLines, type RecurringLine } from '../../invoice/actions/list-recurring-lines.ts';
import { channelFacts, revenueChannels } from '../channels.ts';
import type { Cancellation, RecurringItem } from '../metrics/recurring-item.ts';
import { buyerOfEntitlement } from './metrics-ids.ts';

/**
 * The price lines of entitlements, for the metrics. A term at a marketplace is one line: the value that the marketplace
 * states for the whole term, whatever parts or installments it is paid in. (AWS: agreementValue is the total known amount
 * over the life of the agreement, the sum of its payment schedule where it has one, and without overages:
 * docs.aws.amazon.com, EstimatedCharges of the Agreement Service.) A direct purchase has the lines that it is
 * billed by. IDs are UUIDs, as thousands of items need no other ones: see `metrics-ids.ts`.
 */

const dayMs = 86_400_000;
/** The end of what has no known end, the last time that can be written. */
const farTime = new Date(253_402_300_799_999);

/**
 * How long a term is: whole months of the calendar (UTC), or else days. Marketplaces end a term with its last second or
 * with the start of the next day, in different zones, so less than a day's difference from whole months does not count. A term
 * that begins on the last day of a month may be one of the 31st: from 28 February to 31 March is a month.
 */
export const lengthOf = (start: Date, end: Date): { months: number } | { days: number } => {
  const [year, month, from, until] = [start.getUTCFullYear(), start.getUTCMonth(), start.getTime(), end.getTime()];
  const guess = (end.getUTCFullYear() - year) * 12 + end.getUTCMonth() - month;
  const intoMonth = from - Date.UTC(year, month, 1);
  const isLastDay = from >= Date.UTC(year, month + 1, 1) - dayMs;
  for (let months = Math.max(1, guess - 1); months <= guess + 1; months += 1) {
    // The same day that many months later, or the last one of a shorter month: as `addMonths`, without an object for each.
    const first = Date.UTC(year, month + months, 1);
    const lastDay = Date.UTC(year, month + months + 1, 1) - dayMs - first;
    const latest = first + lastDay + (intoMonth % dayMs);
    const same = Math.min(first + intoMonth, latest);
    if (until > same - dayMs && until < (isLastDay ? latest : same) + dayMs) return { months };
  }
  return { days: Math.max(1, Math.round((until - from) / dayMs)) };
};

const zones: Partial<Record<Partner, string>> = Object.fromEntries(
  revenueChannels.map((channel) => [channel, channelFacts[channel].billing.zone]),
);

/** A month from the evening of 30 June in Los Angeles is 30 days in UTC (decision 0260). */
const termLength = (partner: Partner, start: Date, end: Date): ReturnType<typeof lengthOf> => {
  const length = lengthOf(start, end);
  const isPacific = zones[partner] === pacific;
  const months = 'months' in length || !isPacific ? null : wholePacificMonths(start, end);
  return months === null ? length : { months };
};

/** The lines of a term at a marketplace: one for each amount that it had, from the end of a free trial on. */
const marketplaceLines = (term: AgreedTerm, partner: Partner): RecurringLine[] => {
  const { id: termId, start, end, agreedEnd, amount, formerAmounts, isService, openMonths } = term;
  if (term.isTrial || (end !== null && end <= start)) return [];
  const length = agreedEnd === null ? { months: openMonths } : termLength(partner, start, agreedEnd);
  const lines: RecurringLine[] = [];
  let from = term.freeUntil ?? start;
  if (end !== null && end <= from) return [];
  for (const [index, one] of [...formerAmounts, { until: null, amount }].entries()) {
    if (one.until !== null && one.until <= from) continue;
    lines.push({
      ...{ termId, key: index === 0 ? '' : String(index), amount: one.amount, isUsageMinimum: false },
      ...{ period: isService ? 'ONCE' : length, start: from, end: one.until },
    });
    from = one.until ?? from;
  }
  return lines.filter((line) => !/^[0.]*$/.test(line.amount));
};

/** When a term stops counting, as it was agreed, and the cancellations that end it earlier. */
const endOf = (
  entitlement: AgreedEntitlement,
  term: AgreedTerm,
  { isLast, now }: { isLast: boolean; now: Date },
): { end: Date | null; cancellations: Cancellation[] } => {
  // What follows a term replaces it.
  if (!isLast) return { end: term.end, cancellations: [] };
  const { standing, cancellation } = entitlement;
  if (standing === 'ENDED') {
    const end = term.agreedEnd;
    const isEarly = term.end !== null && (end === null || term.end < end);
    const time = cancellation?.time ?? (isEarly ? term.end : null);
    return { end, cancellations: time === null ? [] : [{ time, end: term.end ?? time, withdrawnTime: null }] };
  }
  // In force until the partner reports its end, also after the day for which it was agreed.
  const end = term.end !== null && term.end <= now ? null : term.end;
  if (!cancellation) return { end, cancellations: [] };
  return {
    end,
    cancellations: [{ time: cancellation.time, end: cancellation.end ?? end ?? farTime, withdrawnTime: null }],
  };
};

/**
 * The cancellations that were taken back while a term was in force. One that was overdue by then never took effect, so
 * that its end counts as the time at which it was taken back.
 */
const withdrawnIn = ({ withdrawn }: AgreedEntitlement, { start, end }: AgreedTerm): Cancellation[] =>
  withdrawn
    .filter(({ time }) => time >= start && (end === null || time < end))
    .map((one) => ({ ...one, end: new Date(Math.max(one.end.getTime(), one.withdrawnTime.getTime())) }));

const earlierOf = (left: Date | null, right: Date | null): Date | null =>
  left === null || right === null ? (left ?? right) : left < right ? left : right;

const itemsOf = (entitlement: AgreedEntitlement, now: Date): RecurringItem[] => {
  const { terms, partner, standing } = entitlement;
  const lines = entitlement.direct
    ? listRecurringLines(entitlement)
    : terms.flatMap((term) => marketplaceLines(term, partner));
  if (lines.length === 0) return [];
  const byTerm = new Map(terms.map((term, index) => [term.id, { term, index }]));
  const items = lines.flatMap((line): RecurringItem[] => {
    const { term, index } = byTerm.get(line.termId) as { term: AgreedTerm; index: number };
    // Amounts without a currency cannot be billed either.
    if (term.currency === null) return [];
    const { end, cancellations: own } = endOf(entitlement, term, { isLast: index === terms.length - 1, now });
    const cancellations = entitlement.withdrawn.length > 0 ? [...withdrawnIn(entitlement, term), ...own] : own;
    // A purchase that waits for its confirmation is signed, and not in force by now.
    const start = standing === 'WAITING' && line.start <= now ? new Date(now.getTime() + 1) : line.start;
    const once = line.period === 'ONCE';
    return [
      {
        id: line.key === '' ? term.id : `${term.id} ${line.key}`,
        buyerId: term.buyerId ?? buyerOfEntitlement(entitlement.id),
        productId: term.productId ?? '',
        partner,
        entitlementId: entitlement.id,
        termId: term.id,
        currency: term.currency,
        amount: line.amount,
        period:
          line.period === 'ONCE'
            ? { months: 1 }
            : line.period === 'TERM'
              ? lengthOf(line.start, term.agreedEnd ?? line.start)
              : line.period,
        isOneTime: once || entitlement.isOneTime,
        ...(line.isUsageMinimum ? { isUsageMinimum: true } : {}),
        signedTime: term.signedTime,
        start,
        end: earlierOf(line.end, end),
        ...(cancellations.length > 0 ? { cancellations } : {}),
      },
    ];
  });
  return nameSuccessors(items);
};

/**
 * Each item is followed by what of its entitlement begins next, from its end on. The last ones name none: what the buyer
 * begins of the same product may still renew them.
 */
const nameSuccessors = (items: readonly RecurringItem[]): RecurringItem[] => {
  const recurring = items.filter(({ isOneTime }) => !isOneTime);
  const starts = [...Map.groupBy(recurring, ({ start }) => start.getTime())].sort(([left], [right]) => left - right);
  if (starts.length < 2) return [...items];
  return items.map((item) => {
    const { end } = item;
    const next = end === null ? undefined : starts.find(([start]) => start >= end.getTime());
    return item.isOneTime || next === undefined ? item : { ...item, successorIds: next[1].map(({ id }) => id) };
  });
};

/** The items of all entitlements, as known now. */
export const recurringItemsOf = (entitlements: readonly AgreedEntitlement[], now: Date): RecurringItem[] =>
  entitlements.flatMap((entitlement) => itemsOf(entitlement, now));
