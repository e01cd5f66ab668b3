import type {
  AwsAuthorization,
  AwsOfferBase,
  AwsOfferSubmission,
  LegalWrite,
} from '../../../adapters/marketplace/offer-submissions.ts';
import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { channelPartnerOf, isForOneOffer } from './aws-authorization-check.ts';
import { commitTotal, datesOf, dayOf, decimalOf, durationOf, isZero } from './terms.ts';

const baseOf = ({ info, meta_info: meta, offer_type: type }: Offer): AwsOfferBase | undefined => {
  const agreementId = meta.isAgreementBasedOffer ? meta.baseAgreementId : undefined;
  if (type === 'CPPO') {
    const { awsResaleAuthorizationId: resaleAuthorizationId = '', awsMarkupPercentage: markup, commits = [] } = info;
    // Beside prices, a markup of 0 is that of Go clients that mean none: it would replace the prices.
    const isSet = markup !== undefined && (commits.length === 0 || !isZero(markup));
    const markupPercentage = isSet ? decimalOf(markup) : null;
    return { kind: 'RESALE', resaleAuthorizationId, markupPercentage, ...(agreementId ? { agreementId } : {}) };
  }
  return agreementId === undefined ? undefined : { kind: 'REPLACEMENT', agreementId };
};

const renewedOf = ({ info, meta_info: meta }: Offer): AwsOfferSubmission['preExistingAgreement'] =>
  meta.isRenewalOffer && meta.renewalOfferType !== undefined
    ? {
        acquisitionChannel: meta.renewalOfferType,
        pricingModel: (info.commits ?? []).length > 0 ? 'Contract' : 'Usage',
      }
    : undefined;

/** A resale that names no legal terms keeps those of the authorization. */
const legalOf = ({ info }: Offer): LegalWrite | null => {
  if (info.eulaType === 'CUSTOM') return { type: 'CUSTOM', url: info.eulaUrl ?? '' };
  return info.eulaType === 'SCMP' ? { type: 'STANDARD' } : null;
};

const authorizesOf = ({ info, offer_type: type }: Offer): AwsAuthorization | undefined => {
  if (type !== 'CPPO_OUT') return undefined;
  const { resellerEulaType: contract, resellerEulaUrl: url = '' } = info;
  return {
    resellerAccountId: channelPartnerOf(info),
    once: isForOneOffer(info),
    prices: (info.commits ?? []).map(({ key = '', rate }) => ({ key, price: decimalOf(rate ?? 0) })),
    contract: contract === undefined ? null : contract === 'CUSTOM' ? { type: 'CUSTOM', url } : { type: 'STANDARD' },
  };
};

/** The offer in the form submitted to AWS. The offer must have passed `checkAwsOffer`. */
export const awsSubmission = (offer: Offer, product: Pick<Product, 'entity_id'> | undefined): AwsOfferSubmission => {
  const { info } = offer;
  const price = commitTotal(info);
  const base = baseOf(offer);
  const renewed = renewedOf(offer);
  const productEntityId = product?.entity_id ?? (base?.kind === 'RESALE' ? '' : null);
  const authorizes = authorizesOf(offer);
  if (productEntityId === null || (offer.expire_time === null && !authorizes))
    throw new Error('this offer was never checked for submission');
  return {
    partner: 'AWS',
    name: offer.name,
    description: info.sellerNotes ?? '',
    productEntityId,
    buyerAccountIds: offer.meta_info.isAgreementBasedOffer ? [] : (info.buyerAwsAccountIds ?? []),
    availabilityEndDate: offer.expire_time === null ? '' : dayOf(offer.expire_time),
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
    eula: legalOf(offer),
    refundPolicy: info.refundCancellationPolicy ?? null,
    renewal: info.autoRenew ? { enabled: true } : null,
    ...(base ? { base } : {}),
    ...(info.netTermsInDays ? { netPaymentDays: info.netTermsInDays } : {}),
    ...(renewed ? { preExistingAgreement: renewed } : {}),
    ...(authorizes ? { authorizes } : {}),
  };
};
