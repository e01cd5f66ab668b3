import { z } from 'zod';
import { type Json, type Offer, type Term } from '../state.ts';
import { businessError, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { checkChargeDays, checkLastCharge } from './check-charge-days.ts';
import { checkRenewalTerm } from './check-renewal-term.ts';
import { checkValidity } from './check-validity.ts';
import {
  accountId,
  amount,
  calendarDate,
  countryCode,
  emptyDocument,
  offerName as name,
  uniqueList,
} from './fields.ts';
import { offerCreations } from './offer-creations.ts';
import {
  checkCurrencies,
  checkPricing,
  checkRenewalPricing,
  checkSchedule,
  isPricingTerm,
  isPrivateOffer,
  productOf,
  withTerm,
} from './offer-rules.ts';
import {
  legalTerm,
  netPaymentTerm,
  oneTerm,
  paymentScheduleTerm,
  pricingTerm,
  renewalTerm,
  supportTerm,
  validityTerm,
} from './offer-terms.ts';
import { releaseOffer } from './release-offer.ts';
import { checkReleasedPricing, checkReplacedPricing, raisesPrices } from './released-pricing.ts';
import {
  authorizationOf,
  checkPartnerNetPayment,
  checkPartnerPricing,
  checkPartnerTargeting,
  markUp,
} from './resale-authorization.ts';
import { updateAvailability } from './update-availability.ts';

const countries = uniqueList(countryCode, 1, 244);

/** The change types of Offer@1.0. */
export const offerChanges: ChangeRules = {
  ...offerCreations,

  UpdateInformation: changeRule({
    schema: z.strictObject({
      Name: name.optional(),
      Description: z.string().min(1).max(255).optional(),
      PreExistingAgreement: z
        .strictObject({
          AcquisitionChannel: z.enum(['External', 'AwsMarketplace']),
          PricingModel: z.enum(['Contract', 'Usage', 'Byol', 'Free']),
        })
        .optional(),
    }),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      if (offer.state === 'Released' && details.PreExistingAgreement !== undefined) {
        throw businessError([
          'INCOMPATIBLE_PRE_EXISTING_AGREEMENT',
          'PreExistingAgreement is frozen after the release.',
        ]);
      }
      draft.put({
        ...offer,
        name: details.Name ?? offer.name,
        description: details.Description ?? offer.description,
        preExistingAgreement: (details.PreExistingAgreement as Json | undefined) ?? offer.preExistingAgreement,
      });
    },
  }),

  UpdateTargeting: changeRule({
    schema: z.union([
      z.strictObject({
        PositiveTargeting: z
          .strictObject({ BuyerAccounts: uniqueList(accountId, 1, 26).optional(), CountryCodes: countries.optional() })
          .refine((rule) => rule.BuyerAccounts !== undefined || rule.CountryCodes !== undefined, 'must not be empty'),
      }),
      z.strictObject({ NegativeTargeting: z.strictObject({ CountryCodes: countries }) }),
    ]),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      if (offer.targetAgreementId !== null) {
        throw businessError(['INCOMPATIBLE_TARGETING', 'The buyer of a replacement or renewal is given.']);
      }
      const positive = 'PositiveTargeting' in details ? details.PositiveTargeting : undefined;
      checkPartnerTargeting(draft, offer, positive?.BuyerAccounts ?? []);
      const targeting = {
        buyerAccounts: positive?.BuyerAccounts ?? [],
        countryCodes: positive?.CountryCodes ?? [],
        excludedCountryCodes: 'NegativeTargeting' in details ? details.NegativeTargeting.CountryCodes : [],
      };
      const sameBuyers =
        [...targeting.buyerAccounts].sort().join() === [...(offer.targeting?.buyerAccounts ?? [])].sort().join();
      if (offer.state === 'Released' && !sameBuyers) {
        throw businessError(['INCOMPATIBLE_TARGETING', 'Buyer accounts are frozen after the release.']);
      }
      draft.put({ ...offer, targeting });
    },
  }),

  UpdatePricingTerms: changeRule({
    schema: z.strictObject({
      PricingModel: z.enum(['Contract', 'Usage', 'Byol', 'Free']),
      Terms: z.array(pricingTerm).min(1).max(4),
    }),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      const terms = checkPartnerPricing(draft, offer, details.PricingModel, details.Terms as Term[]);
      checkPricing(productOf(draft, offer), details.PricingModel, terms);
      checkReplacedPricing(draft, offer, terms);
      const before = offer.terms.filter(isPricingTerm);
      if (offer.createdBySource === 'AwsMarketplace') checkRenewalPricing(draft, offer, terms);
      else if (offer.state === 'Released') checkReleasedPricing(draft, offer, terms);
      const raised = offer.state === 'Released' && !isPrivateOffer(offer) && raisesPrices(before, terms);
      const changed: Offer = {
        ...offer,
        pricingModel: details.PricingModel,
        terms: [...offer.terms.filter((term) => !isPricingTerm(term)), ...terms],
        priceIncreasedAt: raised ? draft.at : offer.priceIncreasedAt,
      };
      checkCurrencies(changed.terms);
      draft.put(changed);
    },
  }),

  UpdatePaymentScheduleTerms: changeRule({
    schema: oneTerm(paymentScheduleTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      const term = details.Terms[0] as Term;
      if (offer.createdBySource === 'AwsMarketplace') checkRenewalPricing(draft, offer, [term]);
      else refuseReleased(offer);
      if (authorizationOf(draft, offer) && Number(offer.markupPercentage ?? 0) > 0) {
        throw businessError(['INCOMPATIBLE_MARKUP_PERCENTAGE', 'A payment schedule is not supported beside a markup.']);
      }
      const changed = withTerm(offer, term);
      checkCurrencies(changed.terms);
      checkSchedule(changed);
      checkChargeDays(changed, draft.at);
      draft.put(changed);
    },
  }),

  UpdateValidityTerms: changeRule({
    schema: oneTerm(validityTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      const term = details.Terms[0] as Term;
      checkValidity(draft, offer, term);
      const changed = withTerm(offer, term);
      checkSchedule(changed);
      checkLastCharge(changed, draft.at);
      draft.put(changed);
    },
  }),

  UpdateLegalTerms: changeRule({
    schema: oneTerm(legalTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      if (isPrivateOffer(offer)) refuseReleased(offer);
      draft.put(withTerm(offer, details.Terms[0] as Term));
    },
  }),

  UpdateSupportTerms: changeRule({
    schema: oneTerm(supportTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      if (isPrivateOffer(offer)) refuseReleased(offer);
      draft.put(withTerm(offer, details.Terms[0] as Term));
    },
  }),

  UpdateNetPaymentTerms: changeRule({
    schema: oneTerm(netPaymentTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      refuseReleased(offer);
      checkPartnerNetPayment(draft, offer, details.Terms[0] as Term);
      draft.put(withTerm(offer, details.Terms[0] as Term));
    },
  }),

  UpdateRenewalTerms: changeRule({
    schema: oneTerm(renewalTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      if (offer.createdBySource === 'AwsMarketplace') {
        throw businessError(['INVALID_UPDATE_REQUEST', 'The renewal term of a renewal offer does not change.']);
      }
      refuseReleased(offer);
      const term = details.Terms[0] as Term;
      checkRenewalTerm(term, isPrivateOffer(offer));
      draft.put(withTerm(offer, term));
    },
  }),

  UpdateMarkup: changeRule({
    schema: z.strictObject({ Percentage: amount(9) }),
    apply(draft, id, details) {
      draft.put(markUp(draft, draftEntity(draft, 'Offer', id), details.Percentage));
    },
  }),

  UpdateAvailability: changeRule({
    schema: z.strictObject({ AvailabilityEndDate: calendarDate }),
    apply(draft, id, details) {
      updateAvailability(draft, draftEntity(draft, 'Offer', id), details.AvailabilityEndDate);
    },
  }),

  ReleaseOffer: changeRule({
    schema: emptyDocument,
    apply(draft, id) {
      releaseOffer(draft, draftEntity(draft, 'Offer', id));
    },
  }),
};

const refuseReleased = (offer: Offer): void => {
  if (offer.state === 'Released') {
    throw businessError(['INCOMPATIBLE_TERMS', 'This cannot be changed after the offer is released.']);
  }
};
