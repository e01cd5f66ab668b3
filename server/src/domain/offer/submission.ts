import type { AwsOfferSubmission } from '../../adapters/marketplace/changes.ts';
import type { Product } from '../product/product.ts';
import type { Offer } from './offer.ts';
import { chargeDayOf, commitTotal, datesOf, dayOf, decimalOf, durationOf } from './terms.ts';

/** The offer as it goes to the marketplace. For offers that passed `checkSubmission`. */
export const submissionOf = (offer: Offer, product: Pick<Product, 'entity_id'>): AwsOfferSubmission => {
  const { info } = offer;
  const price = commitTotal(info);
  if (product.entity_id === null || offer.expire_time === null)
    throw new Error('this offer was never checked for submission');
  return {
    partner: 'AWS',
    name: offer.name,
    description: info.sellerNotes ?? '',
    productEntityId: product.entity_id,
    buyerAccountIds: info.buyerAwsAccountIds ?? [],
    availabilityEndDate: dayOf(offer.expire_time),
    currency: info.currency ?? '',
    upfront: price && {
      price: price.toFixed(),
      grants: (info.commits ?? []).map(({ key = '', quantity = 1 }) => ({ key, quantity })),
    },
    installments: (info.paymentInstallments ?? [])
      .map((installment) => ({
        chargeDate: chargeDayOf(installment) ?? '',
        amount: decimalOf(installment.amount ?? 0),
      }))
      .sort((left, right) => (left.chargeDate < right.chargeDate ? -1 : 1)),
    usageRates: (info.dimensions ?? []).map(({ key = '', rate }) => ({ key, price: decimalOf(rate ?? 0) })),
    durationIso: durationOf(info) ?? '',
    ...datesOf(offer),
    eula: info.eulaType === 'CUSTOM' ? { type: 'CUSTOM', url: info.eulaUrl ?? '' } : { type: 'STANDARD' },
    refundPolicy: info.refundCancellationPolicy ?? null,
    renewal: info.autoRenew ? { enabled: true } : null,
  };
};
