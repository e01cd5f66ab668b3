import type { Change } from '@aws-sdk/client-marketplace-catalog';
import type { AwsAuthorization, AwsOfferSubmission, LegalWrite } from '../../offer-submissions.ts';
import { changeOf, creationOf, type Document, type DocumentValue, madeBy } from './change.ts';
import { netPaymentTerm, pricingTerms, scheduleOf, scheduleTerm } from './offer-terms.ts';
import { legalTerm, pricingDetails, type Term, termsOf, upfrontTerm, usageTerm } from './pricing.ts';

/** The same key as for an offer: the offer family treats an authorization as an offer. */
const change = 'offer';
const entityType = 'ResaleAuthorization@1.0';

export const isAuthorizationId = (id: string): boolean => id.startsWith('resaleauthz-');

const resale = (term: Term): Term => ({ ...term, Type: `Resale${term.Type}` });

const contractTerm = (contract: LegalWrite): Term => ({
  Type: 'ResaleLegalTerm',
  Documents: [
    contract.type === 'CUSTOM'
      ? { Type: 'CustomResellerContract', Url: contract.url }
      : { Type: 'StandardResellerContract' },
  ],
});

/** Here the EULA is a version of AWS's own; offers name it. */
const eulaTerm = (eula: LegalWrite): Term => ({
  ...(eula.type === 'STANDARD' ? { Documents: [{ Type: 'StandardEula' }] } : legalTerm(eula)),
  Type: 'BuyerLegalTerm',
});

type Authorization = AwsOfferSubmission & { authorizes: AwsAuthorization };

/** Prices of units, from which the partner's buyers choose; with installments, one price with what it grants. */
const pricesOf = (offer: Authorization): Term[] => {
  const { currency, durationIso, usageRates, installments, authorizes } = offer;
  const usage = usageRates.length > 0 ? [usageTerm(currency, usageRates)] : [];
  if (installments.length === 0) {
    const { prices } = authorizes;
    return [
      ...(prices.length > 0 ? [upfrontTerm(currency, [{ durationIso, rates: prices }], 'Allowed')] : []),
      ...usage,
    ];
  }
  return pricingTerms(offer, 'FIXED').map((term) =>
    term.Type === 'FixedUpfrontPricingTerm' ? { ...term, Duration: durationIso } : term,
  );
};

/** The change set that makes a resale authorization and releases it to its channel partner. */
export const authorizationChanges = (offer: Authorization): Change[] => {
  const { authorizes, preExistingAgreement, netPaymentDays } = offer;
  const changes = [
    creationOf(entityType, 'CreateResaleAuthorization', change, {
      ProductId: offer.productEntityId,
      Name: offer.name,
      ...(offer.description === '' ? {} : { Description: offer.description }),
      ResellerAccountId: authorizes.resellerAccountId,
    }),
  ];
  const add = (type: string, details: DocumentValue): void => {
    changes.push(changeOf(entityType, type, madeBy(change), details));
  };
  const schedule = scheduleOf(offer, 'FIXED');
  const availability: Document = {
    ...(offer.availabilityEndDate === '' ? {} : { AvailabilityEndDate: offer.availabilityEndDate }),
    ...(authorizes.once ? { OffersMaxQuantity: 1 } : {}),
  };

  if (preExistingAgreement) {
    const { acquisitionChannel: AcquisitionChannel, pricingModel: PricingModel } = preExistingAgreement;
    add('UpdateInformation', { PreExistingBuyerAgreement: { AcquisitionChannel, PricingModel } });
  }
  if (offer.buyerAccountIds.length > 0) {
    const PositiveTargeting = { BuyerAccounts: offer.buyerAccountIds };
    add('UpdateBuyerTargetingTerms', termsOf({ Type: 'BuyerTargetingTerm', PositiveTargeting }));
  }
  add('UpdatePricingTerms', pricingDetails(pricesOf(offer).map(resale)));
  if (offer.installments.length > 0) {
    add('UpdatePaymentScheduleTerms', termsOf(resale(scheduleTerm(offer.currency, schedule))));
  }
  if (offer.startDate !== null) {
    add('UpdateBuyerValidityTerms', termsOf({ Type: 'BuyerValidityTerm', MaximumAgreementStartDate: offer.startDate }));
  }
  add(
    'UpdateLegalTerms',
    termsOf(
      eulaTerm(offer.eula ?? { type: 'STANDARD' }),
      ...(authorizes.contract ? [contractTerm(authorizes.contract)] : []),
    ),
  );
  if (netPaymentDays !== undefined) add('UpdateNetPaymentTerms', termsOf(resale(netPaymentTerm(netPaymentDays))));
  if (Object.keys(availability).length > 0) add('UpdateAvailability', availability);
  add('ReleaseResaleAuthorization', {});
  return changes;
};

/** Permanently ends what offers can be made with; the offers already made stay in force. */
export const restrictAuthorization = (id: string): Change =>
  changeOf(entityType, 'RestrictResaleAuthorization', id, {});
