import type { AwsTransaction, EntityType } from './state.ts';

const prefixes: Record<EntityType, string> = {
  SaaSProduct: 'prod-',
  Offer: 'offer-',
  OfferSet: 'offerset-',
  ResaleAuthorization: 'resaleauthz-',
};

/** A new ID in the format of the Catalog API. */
export const newEntityId = (transaction: AwsTransaction, type: EntityType): string =>
  `${prefixes[type]}${transaction.ids.text(13)}`;
