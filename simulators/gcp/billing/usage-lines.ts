import Big from 'big.js';
import { part, priceModelAt } from '../producer/offer-content.ts';
import { valuesOf } from '../servicecontrol/report.ts';
import type { Entitlement, GcpReader, Sku, Terms, UsageOperation } from '../state.ts';

/** The usage of a SKU that one operation reports. */
export type UsageLine = {
  operation: UsageOperation;
  entitlement: Entitlement;
  /** When the usage began, epoch milliseconds. */
  at: number;
  sku: Sku;
  privateOfferId: string | null;
  quantity: Big;
  /** Per unit, less the discount of a private offer. */
  price: Big;
};

/** The usage in an operation, at the prices of the order's plan or offer when Google accepted the usage. */
export const linesOf = (reader: GcpReader, operation: UsageOperation): UsageLine[] => {
  const entitlement = reader.get('entitlements', operation.entitlementId);
  if (!entitlement) return [];
  const at = Date.parse(String(operation.operation.startTime));
  const ordered = operation.terms ?? entitlement.terms;
  // "When the contract has ended, you can continue using the software by paying the list price."
  const isAtListPrice = entitlement.termEndAt !== null && at >= entitlement.termEndAt;
  const terms = isAtListPrice ? { ...ordered, privateOfferId: null } : ordered;
  return valuesOf(operation.operation).flatMap(({ metricName, value }) => {
    const sku = skuOf(reader, entitlement, terms, metricName);
    if (!sku) return [];
    const quantity = new Big(String(value.int64Value ?? value.doubleValue ?? 0));
    const price = new Big(sku.price).times(factorOf(reader, terms, { sku, at }));
    return [{ operation, entitlement, at, sku, privateOfferId: terms.privateOfferId, quantity, price }];
  });
};

type Ordered = Pick<Terms, 'standardOfferId' | 'privateOfferId'>;

/** The SKU of a metric in the plan of the order, or else in another plan of the product. */
const skuOf = (reader: GcpReader, { serviceId }: Entitlement, terms: Ordered, metric: string): Sku | undefined => {
  const named = reader.list('skus').filter((sku) => sku.serviceId === serviceId && sku.metric?.name === metric);
  const own = reader.get('standardOffers', terms.standardOfferId)?.usageSkus ?? [];
  return named.find(({ id }) => own.includes(id)) ?? named[0];
};

/** The factor that a private offer applies to a price at a time: one less the discount of its price model of then. */
const factorOf = (reader: GcpReader, { privateOfferId }: Ordered, { sku, at }: { sku: Sku; at: number }): Big => {
  const offer = privateOfferId === null ? undefined : reader.get('privateOffers', privateOfferId);
  if (!offer) return new Big(1);
  const usage = part(priceModelAt(offer.content, at).usage);
  const discounts = Array.isArray(usage.skuDiscounts) ? usage.skuDiscounts.map(part) : [];
  const own = discounts.find((discount) => String(discount.sku).endsWith(`/${sku.id}`));
  const percent = part(own?.discountPercent ?? usage.defaultDiscountPercent).value ?? '0';
  return new Big(1).minus(new Big(String(percent)).div(100));
};
