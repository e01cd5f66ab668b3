import type { GcpOfferSubmission } from '../../../adapters/marketplace/offer-submissions.ts';
import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import { nextPacificMidnight } from '../../../kit/pacific-time.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { isHttps, listOf, textOf } from './checks.ts';
import {
  chargesOf,
  intervalMonths,
  intervalOf,
  isReplacement,
  notesOf,
  paymentOf,
  planOf,
  pricingOf,
} from './gcp-terms.ts';
import { decimalOf, isZero } from './terms.ts';

const priceOf = (offer: Offer, product: Product): GcpOfferSubmission['price'] => {
  const { info } = offer;
  const { needsFee, needsCommit, needsDiscount } = pricingOf(offer, planOf(offer, product));
  const amount = chargesOf(info)?.toFixed() ?? '0';
  const { discountPercentage } = info;
  const discount =
    discountPercentage === undefined || (!needsDiscount && isZero(discountPercentage))
      ? null
      : decimalOf(discountPercentage);
  const installments = (info.paymentInstallments ?? [])
    .map((installment) => ({
      start: chargeDayOf(installment) ?? '',
      ...paymentOf(installment, needsCommit),
    }))
    .sort((left, right) => (left.start < right.start ? -1 : 1));
  return {
    currency: info.currency ?? '',
    flatFee: needsFee ? amount : null,
    // A discount on all usage is part of the usage terms; otherwise it applies to the commitment.
    commitment: needsCommit ? { amount, discountPercent: needsDiscount ? null : discount } : null,
    usageDiscountPercent: needsCommit && !needsDiscount ? null : discount,
    skuDiscounts: [],
    schedule:
      installments.length > 0
        ? { kind: 'INSTALLMENTS', installments }
        : { kind: 'INTERVAL', interval: intervalOf(info) ?? '' },
  };
};

const amendsOf = ({ meta_info: meta }: Offer): GcpOfferSubmission['amends'] => {
  const name = meta.replacedOfferResourceName;
  if (!isReplacement(meta) || !name) return null;
  return name.includes('/standardOffers/') ? { standardOffer: name } : { privateOffer: name };
};

const documentsOf = ({ info }: Offer): GcpOfferSubmission['documents'] => {
  const sow = textOf(info.gcpSowAgreementDocument, 'key');
  return [
    ...(info.eulaType === 'SCMP' ? [{ type: 'STANDARD' as const }] : []),
    ...(info.eulaType === 'CUSTOM' ? [{ type: 'CUSTOM_EULA' as const, url: info.eulaUrl ?? '' }] : []),
    ...(isHttps(sow)
      ? [{ type: 'SOW' as const, url: sow, fileName: textOf(info.gcpSowAgreementDocument, 'name') }]
      : []),
  ];
};

/** The offer in the form submitted to Google Cloud. The offer must have passed `checkGcpOffer`. */
export const gcpSubmission = (offer: Offer, product: Product | undefined): GcpOfferSubmission => {
  const { info } = offer;
  if (!product?.entity_id || offer.expire_time === null) throw new Error('this offer was never checked for submission');
  const provider = info.gcpProviderInfo;
  const notes = notesOf(offer);
  return {
    partner: 'GCP',
    title: offer.name,
    productEntityId: product.entity_id,
    baseStandardOffer: textOf(info.gcpPlans?.[0], 'name'),
    customer: {
      entityTitle: textOf(info.gcpCustomerInfo, 'organization'),
      contactName: textOf(info.gcpCustomerInfo, 'contact'),
      email: textOf(info.gcpCustomerInfo, 'email'),
      billingAccount: textOf(info.gcpCustomerInfo, 'unverifiedBillingAccount'),
    },
    provider: provider
      ? { contactName: textOf(provider, 'salesContactName'), email: textOf(provider, 'salesContactEmail') }
      : null,
    customerNote: notes.customer,
    internalNote: notes.internal,
    acceptDeadline: offer.expire_time.toISOString(),
    start: info.startTime === undefined ? null : nextPacificMidnight(new Date(info.startTime)).toISOString(),
    // The reference counts billing periods.
    end:
      info.gcpDuration === undefined
        ? { kind: 'AT', time: offer.end_time === null ? '' : nextPacificMidnight(offer.end_time).toISOString() }
        : { kind: 'AFTER_MONTHS', months: info.gcpDuration * intervalMonths(info) },
    maxRenewals: info.autoRenew ? 1 : 0,
    price: priceOf(offer, product),
    dealType:
      info.gcpOfferDealType === undefined || info.gcpOfferDealType === 'OFFER_DEAL_TYPE_UNSPECIFIED'
        ? null
        : info.gcpOfferDealType,
    amends: amendsOf(offer),
    features: listOf(info.gcpPlans?.[0], 'featureValues').map((feature) => ({
      name: textOf(feature, 'featureName'),
      value: textOf(feature, 'featureValue'),
    })),
    documents: documentsOf(offer),
  };
};
