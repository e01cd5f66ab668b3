import type { GcpReader, Json, StandardOffer } from '../state.ts';

/** A part of a document that is an object; empty when it is not there. */
export function part(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

/** The `singleProductOffer` of a private offer. */
export function productOffer(content: Json): Json {
  return part(content.singleProductOffer);
}

/** The id of the resource that a name ends with; undefined when it is not of that collection. */
export function idOf(name: unknown, collection: string): string | undefined {
  const parts = typeof name === 'string' ? name.split('/') : [];
  return parts.at(-2) === collection ? parts.at(-1) : undefined;
}

/** The standard offer that a private offer is based on. */
export function baseOffer(reader: GcpReader, content: Json): StandardOffer | undefined {
  const id = idOf(productOffer(content).baseStandardOffer, 'standardOffers');
  return id === undefined ? undefined : reader.get('standardOffers', id);
}

/** The customer's billing account, such as `012345-567890-ABCDEF`. */
export function billingAccountOf(content: Json): string | undefined {
  return idOf(part(content.customer).targetBillingAccount, 'billingAccounts');
}

/** The price models of an offer: one, or one per installment. */
export function priceModels(content: Json): Json[] {
  const { standardIntervalPrice, customIntervalPrice } = productOffer(content);
  if (customIntervalPrice) return installments(content).map(({ priceModel }) => part(priceModel));
  return standardIntervalPrice ? [part(part(standardIntervalPrice).priceModel)] : [];
}

/** The installments of an offer with custom intervals. */
export function installments(content: Json): Json[] {
  const list = part(productOffer(content).customIntervalPrice).installments;
  return Array.isArray(list) ? list.map(part) : [];
}
