import Big from 'big.js';
import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { monthsLater, readDateTime } from '../producer/date-time.ts';
import { installments, part, productOffer } from '../producer/offer-content.ts';
import { type Entitlement, type GcpChange, type GcpReader, type Json, readSettings } from '../state.ts';
import { chargeCustomer } from './charge.ts';
import { grantCredit } from './credit.ts';
import { moneyValue } from './money.ts';
import { addMonthsTo, pacificMonth, startOfMonth } from './pacific.ts';
import { startSettlement } from './settlement.ts';

/** What a commitment grants for usage, and whether what is left of earlier grants is discarded then. */
type Credit = { amount: Big; discardsEarlier: boolean };

/** One payment of a fee or a commitment. */
type Payment = { at: number; amount: Big; credit: Credit | null };

/** Months between the payments of a private offer. */
const intervals: Readonly<Record<string, number>> = {
  MONTHLY_NOT_PRORATED: 1,
  QUARTERLY_NOT_PRORATED: 3,
  YEARLY_NOT_PRORATED: 12,
};

/**
 * A term begins: its fees are charged when their time begins, the first at once. A change of the plan begins another
 * term. Charges for the old one are not refunded: a refund is asked for ("Process a refund for your customer", "Cancel an active
 * order": "A statement on whether a refund is required").
 */
export const billTerm = (transaction: GcpChange, entitlement: Entitlement): void => {
  unscheduleDue(transaction, entitlement.id, ['fee-payment']);
  startSettlement(transaction, entitlement.sellerId);
  for (const { at, amount, credit } of paymentsOf(transaction, entitlement)) {
    const detail = {
      amount: amount.toFixed(),
      credit: credit?.amount.toFixed() ?? null,
      discardsEarlier: credit?.discardsEarlier ?? false,
    };
    if (at <= transaction.at) chargeFee(transaction, entitlement, detail);
    else scheduleDue(transaction, { kind: 'fee-payment', at, refId: entitlement.id, detail });
  }
};

/** When due, charges the next payment of a term. */
export const reachFee = (transaction: GcpChange, { refId, detail }: DueItem): void => {
  const entitlement = transaction.get('entitlements', refId);
  if (!entitlement || entitlement.state === 'ENTITLEMENT_CANCELLED') return;
  chargeFee(transaction, entitlement, {
    amount: String(detail.amount),
    credit: detail.credit as string | null,
    discardsEarlier: detail.discardsEarlier === true,
  });
};

const chargeFee = (
  transaction: GcpChange,
  entitlement: Entitlement,
  { amount, credit, discardsEarlier }: { amount: string; credit: string | null; discardsEarlier: boolean },
): void => {
  const { standardOfferId, privateOfferId } = entitlement.terms;
  const base = transaction.get('standardOffers', standardOfferId);
  // A commitment has no SKU: it is shown with the first SKU that it covers (not confirmed).
  const skuId = base?.flatFeeSku ?? base?.usageSkus[0] ?? '';
  if (credit !== null) grantCredit(transaction, entitlement, { amount: credit, discardsEarlier });
  chargeCustomer(transaction, entitlement, {
    skuId,
    privateOfferId,
    kind: 'FEE',
    month: pacificMonth(transaction.at),
    quantity: '1',
    // Subscriptions are measured in months (sku.proto, FlatSubscriptionFee).
    unit: 'mo',
    price: amount,
    credit: '0',
    amount: new Big(amount),
  });
};

/**
 * The payments of the current term. Google charges public plans by the calendar month, whatever their term,
 * and less for a part of one (sku.proto, FlatSubscriptionFee), unless the setting `publicFees` says otherwise.
 */
const paymentsOf = (reader: GcpReader, { terms, termStartAt, termEndAt }: Entitlement): Payment[] => {
  if (termStartAt === null) return [];
  const base = reader.get('standardOffers', terms.standardOfferId);
  const offer = terms.privateOfferId === null ? undefined : reader.get('privateOffers', terms.privateOfferId);
  if (!offer) {
    const price = base?.flatFeeSku ? reader.get('skus', base.flatFeeSku)?.price : undefined;
    if (price === undefined) return [];
    const term = { start: termStartAt, end: termEndAt };
    const isProrated = readSettings(reader).publicFees === 'prorated';
    return isProrated ? prorated(term, new Big(price), null) : every(1, term, new Big(price), null);
  }
  const { standardIntervalPrice, customIntervalPrice } = productOffer(offer.content);
  if (customIntervalPrice) {
    // Such an offer cannot be renewed. What was due before the order was approved is charged when it begins.
    return installments(offer.content)
      .map(({ startTime, priceModel }) => ({
        at: Math.max(readDateTime(startTime) ?? termStartAt, termStartAt),
        ...feeOf(part(priceModel)),
      }))
      .filter(({ at }) => termEndAt === null || at < termEndAt);
  }
  const { standardInterval, priceModel } = part(standardIntervalPrice);
  const { amount, credit } = feeOf(part(priceModel));
  if (amount.eq(0) && credit === null) return [];
  const term = { start: termStartAt, end: termEndAt };
  if (standardInterval === 'MONTHLY_PRORATED') return prorated(term, amount, credit);
  return every(intervals[String(standardInterval)] ?? 1, term, amount, credit);
};

/** The cost of one interval of a price model, and the credit that it grants. */
const feeOf = (model: Json): Pick<Payment, 'amount' | 'credit'> => {
  const flat = moneyValue(part(model.flatFee).flatFeeOverride);
  if (!model.commitment) return { amount: flat, credit: null };
  const { commitmentAmount, discountPercent, additionalCredit, discardPreviousCreditBalance } = part(model.commitment);
  const committed = moneyValue(commitmentAmount);
  const discount = new Big(String(part(discountPercent).value ?? '0')).div(100);
  const amount = flat.plus(committed.times(new Big(1).minus(discount)));
  const granted = committed.plus(moneyValue(additionalCredit));
  return { amount, credit: { amount: granted, discardsEarlier: discardPreviousCreditBalance === true } };
};

type Span = { start: number; end: number | null };

const every = (months: number, { start, end }: Span, amount: Big, credit: Credit | null): Payment[] => {
  const payments: Payment[] = [];
  for (let count = 0; count === 0 || (end !== null && monthsLater(start, count * months) < end); count += 1)
    payments.push({ at: monthsLater(start, count * months), amount, credit });
  return payments;
};

/** A payment for each calendar month, by the part of it that the term covers. */
const prorated = ({ start, end }: Span, amount: Big, credit: Credit | null): Payment[] => {
  const payments: Payment[] = [];
  for (let from = start; end !== null && from < end; ) {
    const month = pacificMonth(from);
    const next = startOfMonth(addMonthsTo(month, 1));
    const covered = Math.min(next, end) - from;
    payments.push({ at: from, amount: amount.times(covered).div(next - startOfMonth(month)), credit });
    from = next;
  }
  return payments;
};
