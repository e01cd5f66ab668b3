import type { Change } from '@aws-sdk/client-marketplace-catalog';
import type { AwsOfferSubmission } from '../../offer-submissions.ts';
import { changeOf, creationOf, type Document, madeBy } from './change.ts';
import {
  netPaymentTerm,
  pricingTerms,
  renewalTerm,
  scheduleOf,
  scheduleTerm,
  type UpfrontForm,
  upfrontForm,
  validityTerm,
} from './offer-terms.ts';
import { legalTerm, pricingDetails, supportTerm, termsOf } from './pricing.ts';

/** The name of the change that makes an offer on its own. */
const createOfferChange = 'offer';
const offerType = 'Offer@1.0';

export type OfferOptions = {
  /** The name of the change that makes it. */
  name?: string;
  /** The offer set that it is made for. */
  offerSetId?: string;
  form?: UpfrontForm;
};

const creation = (offer: AwsOfferSubmission, name: string, offerSetId: string | undefined): Change => {
  const { base } = offer;
  const inSet: Document = offerSetId === undefined ? {} : { OfferSetId: offerSetId };
  if (base?.kind === 'REPLACEMENT') {
    return creationOf(offerType, 'CreateReplacementOffer', name, { AgreementId: base.agreementId, Name: offer.name });
  }
  if (base?.kind === 'RESALE') {
    const using: Document = { ResaleAuthorizationId: base.resaleAuthorizationId, Name: offer.name };
    return base.agreementId === undefined
      ? creationOf(offerType, 'CreateOfferUsingResaleAuthorization', name, { ...using, ...inSet })
      : creationOf(offerType, 'CreateReplacementOfferUsingResaleAuthorization', name, {
          ...using,
          AgreementId: base.agreementId,
        });
  }
  return creationOf(offerType, 'CreateOffer', name, { ProductId: offer.productEntityId, ...inSet });
};

/** The agreement of a replacement determines its buyer. */
const isReplacement = ({ base }: AwsOfferSubmission): boolean =>
  base?.kind === 'REPLACEMENT' || (base?.kind === 'RESALE' && base.agreementId !== undefined);

/** The changes that make a draft of a private offer, in the order of AWS's own samples. */
export const draftChanges = (offer: AwsOfferSubmission, options: OfferOptions = {}): Change[] => {
  const { name = createOfferChange, offerSetId, form = upfrontForm(offer) } = options;
  const { base, preExistingAgreement, refundPolicy, netPaymentDays } = offer;
  const changes = [creation(offer, name, offerSetId)];
  const add = (type: string, details: Document): void => {
    changes.push(changeOf(offerType, type, madeBy(name), details));
  };
  const prices = pricingTerms(offer, form);
  const validity = validityTerm(offer, form);
  const schedule = scheduleOf(offer, form);
  const renewal = renewalTerm(offer, schedule);
  // The authorization's EULA applies unless the offer names one of its own.
  const legal = offer.eula ?? (base?.kind === 'RESALE' ? null : { type: 'STANDARD' });

  add('UpdateInformation', {
    Name: offer.name,
    Description: offer.description || offer.name,
    ...(preExistingAgreement
      ? {
          PreExistingAgreement: {
            AcquisitionChannel: preExistingAgreement.acquisitionChannel,
            PricingModel: preExistingAgreement.pricingModel,
          },
        }
      : {}),
  });
  if (!isReplacement(offer)) add('UpdateTargeting', { PositiveTargeting: { BuyerAccounts: offer.buyerAccountIds } });
  if (base?.kind === 'RESALE' && base.markupPercentage !== null) {
    add('UpdateMarkup', { Percentage: base.markupPercentage });
  }
  if (prices.length > 0) add('UpdatePricingTerms', pricingDetails(prices));
  if (validity) add('UpdateValidityTerms', termsOf(validity));
  if (schedule.length > 0) add('UpdatePaymentScheduleTerms', termsOf(scheduleTerm(offer.currency, schedule)));
  if (legal) add('UpdateLegalTerms', termsOf(legalTerm(legal)));
  if (refundPolicy) add('UpdateSupportTerms', termsOf(supportTerm(refundPolicy)));
  if (renewal) add('UpdateRenewalTerms', termsOf(renewal));
  if (netPaymentDays !== undefined) add('UpdateNetPaymentTerms', termsOf(netPaymentTerm(netPaymentDays)));
  add('UpdateAvailability', { AvailabilityEndDate: offer.availabilityEndDate });
  return changes;
};

export const releaseOffer = (identifier: string): Change => changeOf(offerType, 'ReleaseOffer', identifier, {});

/** The change set that makes and releases a private offer. */
export const offerChanges = (offer: AwsOfferSubmission, options: OfferOptions = {}): Change[] => [
  ...draftChanges(offer, options),
  releaseOffer(madeBy(options.name ?? createOfferChange)),
];

/** A later last day keeps an offer open; a past one ends it at once, because AWS has no cancellation. */
export const availabilityChanges = ({ externalId, lastDay }: { externalId: string; lastDay: string }): Change[] => [
  changeOf(offerType, 'UpdateAvailability', externalId, { AvailabilityEndDate: lastDay }),
];
