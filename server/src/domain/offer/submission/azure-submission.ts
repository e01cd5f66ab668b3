import type { AzureOfferSubmission } from '../../../adapters/marketplace/offer-submissions.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { beneficiariesOf, notifiedOf, pricingsOf } from './azure-terms.ts';
import { textOf } from './checks.ts';
import { dayOf } from './terms.ts';

/** The offer in the form submitted to Azure. The offer must have passed `checkAzureOffer`. */
export const azureSubmission = (offer: Offer, product: Product | undefined): AzureOfferSubmission => {
  const { info, meta_info: meta } = offer;
  if (!product?.entity_id || offer.expire_time === null || offer.end_time === null)
    throw new Error('this offer was never checked for submission');
  return {
    partner: 'AZURE',
    name: offer.name,
    productEntityId: product.entity_id,
    beneficiaries: beneficiariesOf(offer),
    acceptBy: dayOf(offer.expire_time),
    start: info.startTime === undefined ? null : dayOf(new Date(info.startTime)),
    end: dayOf(offer.end_time),
    notificationContacts: notifiedOf(offer),
    preparedBy: textOf(info.azurePrivateOffer, 'preparedBy'),
    upgradedFrom: meta.isAzureUpgradeOffer ? (meta.azureOriginalOfferIDForUpgrade ?? null) : null,
    terms: info.eulaType === 'CUSTOM' ? { url: info.eulaUrl ?? '' } : null,
    pricing: pricingsOf(offer).map(
      ({ planId, discount = '0', absolute }) => absolute ?? { planId, kind: 'DISCOUNT', percentage: discount },
    ),
  };
};
