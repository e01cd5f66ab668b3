import { z } from 'zod';
import { endOfDay, type Json, type Offer, type Term } from '../state.ts';
import { businessError, type ChangeDraft, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { checkRenewalTerm } from './check-renewal-term.ts';
import { accountId, amount, calendarDate, countryCode, emptyDocument, uniqueList } from './fields.ts';
import {
  checkCurrencies,
  checkPricing,
  checkReleasedPricing,
  checkRenewalPricing,
  checkSchedule,
  isPricingTerm,
  isPrivateOffer,
  productOf,
  raisesPrices,
  termOf,
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
import { updateAvailability } from './update-availability.ts';

const name = z.string().min(1).max(150);
const countries = uniqueList(countryCode, 1, 244);
const threeYearsMs = 3 * 366 * 86_400_000;

/** The change types of Offer@1.0. */
export const offerChanges: ChangeRules = {
  CreateOffer: changeRule({
    creates: true,
    schema: z.strictObject({
      ProductId: z.string().min(1).max(255),
      Name: name.optional(),
      OfferSetId: z
        .string()
        .regex(/^offerset-\w+$/)
        .max(50)
        .optional(),
    }),
    apply(draft, id, details) {
      const product = draft.get(details.ProductId.split('@')[0] ?? '');
      if (product?.type !== 'SaaSProduct' || product.accountId !== draft.accountId) {
        throw businessError(['INCOMPATIBLE_PRODUCT', `Product ${details.ProductId} does not exist.`]);
      }
      if (product.visibility !== 'Limited' && product.visibility !== 'Public') {
        throw businessError(['INCOMPATIBLE_PRODUCT', `The product is ${product.visibility}.`]);
      }
      if (details.OfferSetId !== undefined) {
        const offerSet = draftEntity(draft, 'OfferSet', details.OfferSetId);
        if (offerSet.state !== 'Draft') throw businessError(['INVALID_UPDATE_REQUEST', 'The offer set is released.']);
      }
      draft.put({
        ...newOffer(draft, id, product.id),
        name: details.Name ?? null,
        offerSetId: details.OfferSetId ?? null,
      });
    },
  }),

  CreateReplacementOffer: changeRule({
    creates: true,
    schema: z.strictObject({ AgreementId: z.string().min(1).max(64), Name: name.optional() }),
    apply(draft, id, details) {
      const agreement = draft.transaction.get('agreements', details.AgreementId);
      if (!agreement || agreement.sellerAccountId !== draft.accountId) {
        throw businessError(['INVALID_AGREEMENT', `Agreement ${details.AgreementId} does not exist.`]);
      }
      if (agreement.status !== 'ACTIVE' || agreement.endAt === null) {
        throw businessError(['INVALID_AGREEMENT', 'Only an active contract agreement can be replaced.']);
      }
      draft.put({
        ...newOffer(draft, id, agreement.productId),
        name: details.Name ?? null,
        targetAgreementId: agreement.id,
        targetAgreementIntent: 'Replace',
        targeting: { buyerAccounts: [agreement.buyerAccountId], countryCodes: [], excludedCountryCodes: [] },
      });
    },
  }),

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
        throw businessError(['INVALID_UPDATE_REQUEST', 'PreExistingAgreement is frozen after the release.']);
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
      const terms = details.Terms as Term[];
      checkPricing(productOf(draft, offer), details.PricingModel, terms);
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
      const changed = withTerm(offer, term);
      checkCurrencies(changed.terms);
      checkSchedule(changed);
      draft.put(changed);
    },
  }),

  UpdateValidityTerms: changeRule({
    schema: oneTerm(validityTerm),
    apply(draft, id, details) {
      const offer = draftEntity(draft, 'Offer', id);
      const term = details.Terms[0] as Term;
      const old = termOf(offer, 'ValidityTerm');
      if (offer.state === 'Released') {
        const frozen = ['AgreementStartDate', 'AgreementEndDate'].some((field) => term[field] !== old?.[field]);
        if (!old || frozen) {
          throw businessError(['INVALID_UPDATE_REQUEST', 'Start and end date are frozen after the release.']);
        }
      }
      const start = term.AgreementStartDate as string | undefined;
      const end = term.AgreementEndDate as string | undefined;
      if (start !== undefined && Date.parse(start) > draft.at + threeYearsMs) {
        throw businessError(['INVALID_AGREEMENT_START_DATE', 'The start lies more than three years ahead.']);
      }
      if (start !== undefined && offer.state === 'Draft' && endOfDay(start) <= draft.at) {
        throw businessError(['INVALID_AGREEMENT_START_DATE', 'The start lies in the past.']);
      }
      if (end !== undefined && (endOfDay(end) <= draft.at || (start !== undefined && end <= start))) {
        throw businessError(['INVALID_AGREEMENT_END_DATE', 'The end has to lie after the start and after now.']);
      }
      const changed = withTerm(offer, term);
      checkSchedule(changed);
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
    schema: z.strictObject({ Percentage: amount(4) }),
    apply(draft, id) {
      draftEntity(draft, 'Offer', id);
      throw businessError(['INVALID_UPDATE_REQUEST', 'A markup is for offers made with a resale authorization.']);
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

function newOffer(draft: ChangeDraft, id: string, productId: string): Offer {
  return {
    type: 'Offer',
    id,
    accountId: draft.accountId,
    revision: 0,
    createdAt: draft.at,
    modifiedAt: draft.at,
    name: null,
    description: null,
    state: 'Draft',
    productId,
    offerSetId: null,
    preExistingAgreement: null,
    pricingModel: null,
    terms: [],
    targeting: null,
    availabilityEndDate: null,
    withdrawnAt: null,
    markupPercentage: null,
    releasedAt: null,
    createdBySource: 'Seller',
    targetAgreementId: null,
    targetAgreementIntent: null,
    priceIncreasedAt: null,
  };
}

function refuseReleased(offer: Offer): void {
  if (offer.state === 'Released') {
    throw businessError(['INVALID_UPDATE_REQUEST', 'This cannot be changed after the offer is released.']);
  }
}
