import type { z } from 'zod';
import { Big, type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId, type IdPrefix } from '../../../kit/ids.ts';
import type { RevenueRecord } from './record.ts';
import type { UnifiedRevenueRecord } from './schema.ts';

type View = z.input<typeof UnifiedRevenueRecord>;

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], null> };

/** The members that have a value. */
export const present = <T extends object>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Present<T>;

export const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

export const idOrNull = (prefix: IdPrefix, id: string | null): string | null => id && encodeId(prefix, id);

/** The beginning of a day. */
export const startOf = (day: string): string => `${day}T00:00:00.000Z`;

/**
 * COLLECTED: nothing more is to be paid. Of a refund all amounts are negative, so that "more" is relative to what was
 * collectable. An amount that was forgiven unpaid stays UNPAID.
 */
export const collectionStatusOf = (
  collectable: Decimal,
  outstanding: Decimal,
  collected: Decimal,
): View['collection']['status'] => {
  const whole = new Big(collectable);
  if (new Big(collected).eq(0)) return whole.eq(0) ? 'COLLECTED' : 'UNPAID';
  return new Big(outstanding).times(whole.lt(0) ? -1 : 1).gt(0) ? 'PARTIAL' : 'COLLECTED';
};

/** DISBURSED: something was collected, and all of it paid out; of a refund, taken back. */
export const disbursementStatusOf = (collected: Decimal, disbursed: Decimal): View['disbursement']['status'] => {
  const received = new Big(collected);
  if (received.eq(0)) return 'PENDING';
  const isPaidOut = received.gt(0) ? received.lte(disbursed) : received.gte(disbursed);
  return isPaidOut ? 'DISBURSED' : 'PENDING';
};

/** What a record was matched to, as clients name it. */
export const viewMatches = (
  record: Pick<RevenueRecord, 'product_id' | 'offer_id' | 'entitlement_id' | 'buyer_id'>,
): Pick<View, 'productID' | 'offerID' | 'entitlementID' | 'buyerID'> =>
  present({
    productID: idOrNull('prod', record.product_id),
    offerID: idOrNull('offer', record.offer_id),
    entitlementID: idOrNull('ent', record.entitlement_id),
    buyerID: idOrNull('buyer', record.buyer_id),
  });

const viewBilling = (record: RevenueRecord): View['billing'] => ({
  amount: decimalToJson(record.billed),
  tax: decimalToJson(record.tax),
  fee: decimalToJson(record.fee),
  ...present({ invoiceId: record.invoice }),
  invoiceDate: timeOrNull(record.invoice_time) ?? startOf(record.first_day),
  ...present({
    dueDate: timeOrNull(record.due_time),
    periodStart: timeOrNull(record.period_start),
    periodEnd: timeOrNull(record.period_end),
  }),
});

/** A record as clients see it. */
export const viewRecord = (orgId: string, record: RevenueRecord): View => ({
  recordId: encodeId('revenue', record.id),
  partner: record.channel,
  partnerRecordId: record.record_id,
  organizationID: encodeId('org', orgId),
  type: record.type,
  ...present({ billingModel: record.billing_model }),
  ...viewMatches(record),
  unmatched: record.unmatched,
  partnerReferences: present({
    product: record.product,
    offer: record.offer,
    agreement: record.agreement,
    buyer: record.buyer,
    plan: record.plan,
    payout: record.payout,
    type: record.partner_type,
  }),
  currency: record.currency,
  date: startOf(record.first_day),
  billing: viewBilling(record),
  refunded: decimalToJson(record.refunded),
  partnerTax: decimalToJson(record.partner_tax),
  cost: decimalToJson(record.cost),
  adjusted: decimalToJson(record.adjusted),
  forgiven: decimalToJson(record.forgiven),
  collectable: decimalToJson(record.collectable),
  collection: {
    amount: decimalToJson(record.collected),
    status: collectionStatusOf(record.collectable, record.outstanding, record.collected),
    ...present({ date: timeOrNull(record.collected_time) }),
  },
  disbursement: {
    amount: decimalToJson(record.disbursed),
    status: disbursementStatusOf(record.collected, record.disbursed),
    ...present({ date: timeOrNull(record.disbursed_time), traceId: record.trace }),
  },
  outstanding: decimalToJson(record.outstanding),
  creationTime: record.creation_time.toISOString(),
  lastUpdateTime: record.last_update_time.toISOString(),
});
