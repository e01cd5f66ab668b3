import type { GcpReader, Json, StandardOffer } from '../state.ts';
import { readDateTime } from './date-time.ts';

/** A member that is an object; empty if absent. */
export const part = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};

/** The `singleProductOffer` of a private offer. */
export const productOffer = (content: Json): Json => part(content.singleProductOffer);

/** The resource ID at the end of a name; undefined if the name is of another collection. */
export const idOf = (name: unknown, collection: string): string | undefined => {
  const parts = typeof name === 'string' ? name.split('/') : [];
  return parts.at(-2) === collection ? parts.at(-1) : undefined;
};

/** The standard offer that a private offer is based on. */
export const baseOffer = (reader: GcpReader, content: Json): StandardOffer | undefined => {
  const id = idOf(productOffer(content).baseStandardOffer, 'standardOffers');
  return id === undefined ? undefined : reader.get('standardOffers', id);
};

/** The customer's billing account, such as `012345-567890-ABCDEF`. */
export const billingAccountOf = (content: Json): string | undefined =>
  idOf(part(content.customer).targetBillingAccount, 'billingAccounts');

/** The price models of an offer: a single one, or one per installment. */
export const priceModels = (content: Json): Json[] => {
  const { standardIntervalPrice, customIntervalPrice } = productOffer(content);
  if (customIntervalPrice) return installments(content).map(({ priceModel }) => part(priceModel));
  return standardIntervalPrice ? [part(part(standardIntervalPrice).priceModel)] : [];
};

/** The price model that applies at a time: that of the last installment that has begun, or the only one. */
export const priceModelAt = (content: Json, at: number): Json => {
  const list = installments(content);
  const begun = list.filter(({ startTime }, index) => index === 0 || (readDateTime(startTime) ?? 0) <= at);
  return part((begun.at(-1) ?? part(productOffer(content).standardIntervalPrice)).priceModel);
};

/** The installments of an offer with custom intervals. */
export const installments = (content: Json): Json[] => {
  const list = part(productOffer(content).customIntervalPrice).installments;
  return Array.isArray(list) ? list.map(part) : [];
};
