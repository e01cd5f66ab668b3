import { sendOfferReleased } from '../events.ts';
import type { Offer } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';
import { checkChargeDays } from './check-charge-days.ts';
import {
  checkCurrencies,
  checkSchedule,
  isPricingTerm,
  isPrivateOffer,
  offerEndsAt,
  productOf,
  termOf,
} from './offer-rules.ts';

/** ReleaseOffer: checks that everything an offer needs is present and consistent. */
export const releaseOffer = (draft: ChangeDraft, offer: Offer): void => {
  const renewal = offer.createdBySource === 'AwsMarketplace';
  if (offer.state === 'Released' && !renewal) {
    throw businessError(['INVALID_UPDATE_REQUEST', 'The offer has been released already.']);
  }
  if ((offer.name ?? '').includes('fail-release')) {
    throw businessError(['INCOMPATIBLE_TERMS', 'The name asks for this failure: fail-release.']);
  }
  const product = productOf(draft, offer);
  if (product.visibility !== 'Limited' && product.visibility !== 'Public') {
    throw businessError(['INCOMPATIBLE_PRODUCT', `The product is ${product.visibility}.`]);
  }
  const missing = missingForRelease(offer);
  if (missing.length > 0) throw businessError(...missing);
  checkTogether(offer);
  checkChargeDays(offer, draft.at);
  checkOnlyPublicOffer(draft, offer);
  const end = offerEndsAt(offer);
  if (end !== null && end < draft.at) {
    throw businessError(['INVALID_AVAILABILITY_END_DATE', 'The availability end date lies in the past.']);
  }
  const released: Offer = { ...offer, state: 'Released', releasedAt: offer.releasedAt ?? draft.at };
  draft.put(released);
  draft.onSuccess(() => sendOfferReleased(draft.transaction, released));
};

const missingForRelease = (offer: Offer): [string, string][] => {
  const missing: [string, string][] = [];
  const types = offer.terms.map((term) => term.Type);
  if (offer.name === null) missing.push(['MISSING_NAME', 'The offer needs a name.']);
  if (offer.description === null) missing.push(['MISSING_DESCRIPTION', 'The offer needs a description.']);
  const isPrivate = isPrivateOffer(offer);
  if (!isPrivate && (offer.availabilityEndDate !== null || types.includes('PaymentScheduleTerm'))) {
    missing.push(['MISSING_BUYER_ACCOUNTS', 'The terms are those of a private offer, which needs buyer accounts.']);
  }
  if (!isPrivate && offer.resaleAuthorizationId) {
    missing.push(['MISSING_BUYER_ACCOUNTS', 'An offer made with a resale authorization needs buyer accounts.']);
  }
  if (!isPrivate && offer.offerSetId !== null) {
    missing.push(['INCOMPATIBLE_TARGETING', 'OfferSetId is only supported for buyer targeted offers.']);
  }
  if (!isPrivate && offer.preExistingAgreement !== null) {
    missing.push(['INCOMPATIBLE_TARGETING', 'PreExistingAgreement is only supported for buyer targeted offers.']);
  }
  for (const type of isPrivate ? [] : ['NetPaymentTerm', 'ValidityTerm'].filter((item) => types.includes(item))) {
    missing.push(['INCOMPATIBLE_TERMS', `${type} isn't supported for public offers.`]);
  }
  if (isPrivate && offer.availabilityEndDate === null && offer.createdBySource === 'Seller') {
    missing.push(['MISSING_AVAILABILITY_END_DATE', 'A private offer needs an availability end date.']);
  }
  if (offer.targetAgreementIntent === 'Replace' && termOf(offer, 'ValidityTerm')?.AgreementEndDate === undefined) {
    missing.push(['MISSING_AGREEMENT_END_DATE', 'A replacement offer needs an agreement end date.']);
  }
  const fixed = types.includes('FixedUpfrontPricingTerm');
  const mandatory = [
    offer.terms.some(isPricingTerm) ? null : 'a pricing term',
    types.includes('LegalTerm') ? null : 'LegalTerm',
    isPrivate || types.includes('SupportTerm') || types.includes('FreeTrialPricingTerm') ? null : 'SupportTerm',
    fixed && !types.includes('ValidityTerm') ? 'ValidityTerm' : null,
    !isPrivate && types.includes('ConfigurableUpfrontPricingTerm') && !types.includes('RenewalTerm')
      ? 'RenewalTerm'
      : null,
  ].filter((term) => term !== null);
  if (mandatory.length > 0) missing.push(['MISSING_MANDATORY_TERMS', `Missing: ${mandatory.join(', ')}.`]);
  return missing;
};

const checkTogether = (offer: Offer): void => {
  const fixed = termOf(offer, 'FixedUpfrontPricingTerm');
  const schedule = termOf(offer, 'PaymentScheduleTerm');
  if (schedule && !fixed) {
    throw businessError(['INCOMPATIBLE_PAYMENT_SETTINGS', 'A payment schedule goes with a fixed up-front price.']);
  }
  const paired = schedule !== undefined || termOf(offer, 'ByolPricingTerm') !== undefined;
  if (fixed && (!paired || Number(fixed.Price) !== 0)) {
    const message = 'A fixed up-front price is 0 and goes with a payment schedule or a BYOL term.';
    throw businessError(['INCOMPATIBLE_TERMS', message]);
  }
  checkCurrencies(offer.terms);
  checkSchedule(offer);
  checkRenewal(offer);
  const start = termOf(offer, 'ValidityTerm')?.AgreementStartDate;
  if (typeof start === 'string' && offer.availabilityEndDate !== null && start <= offer.availabilityEndDate) {
    const message = 'Provide an AgreementStartDate that is after AvailabilityEndDate.';
    throw businessError(['INVALID_AGREEMENT_START_DATE', message]);
  }
};

/** A renewal requires a contract, and must specify the payment schedule if there is one. */
const checkRenewal = (offer: Offer): void => {
  const renewal = termOf(offer, 'RenewalTerm');
  if (!renewal) return;
  if (offer.pricingModel === 'Usage') {
    throw businessError(['INCOMPATIBLE_TERMS', "RenewalTerm isn't supported with the PricingModel."]);
  }
  const schedule = termOf(offer, 'PaymentScheduleTerm') !== undefined;
  if (schedule && renewal.TermTemplates === undefined) {
    const message = 'Provide a PaymentScheduleTermTemplate in RenewalTerm when the offer has a PaymentScheduleTerm.';
    throw businessError(['MISSING_PAYMENT_SCHEDULE_TERM_TEMPLATE', message]);
  }
  if (!schedule && renewal.TermTemplates !== undefined) {
    const message = "PaymentScheduleTermTemplate in RenewalTerm isn't supported without a PaymentScheduleTerm.";
    throw businessError(['INCOMPATIBLE_TERMS', message]);
  }
  const extras = ['LockoutPeriod', 'MaxRenewals', 'AdjustmentDeadline', 'PriceIncrease'];
  const given = isPrivateOffer(offer) ? [] : extras.filter((field) => renewal[field] !== undefined);
  if (given.length > 0) {
    throw businessError(['INCOMPATIBLE_TERMS', `RenewalTerm of a public offer has no ${given.join(', ')}.`]);
  }
};

/** A product has one public offer, besides a trial. */
const checkOnlyPublicOffer = (draft: ChangeDraft, offer: Offer): void => {
  if (isPrivateOffer(offer) || offer.targeting) return;
  const isTrial = (item: Offer): boolean => termOf(item, 'FreeTrialPricingTerm') !== undefined;
  const taken = draft.transaction
    .list('entities')
    .some(
      (other) =>
        other.type === 'Offer' &&
        other.id !== offer.id &&
        other.productId === offer.productId &&
        other.state === 'Released' &&
        !isPrivateOffer(other) &&
        !other.targeting &&
        isTrial(other) === isTrial(offer),
    );
  if (!taken) return;
  const kind = isTrial(offer) ? 'public free trial offer' : 'public offer';
  throw businessError(['TOO_MANY_OFFERS', `Only one ${kind} can be created per product.`]);
};
