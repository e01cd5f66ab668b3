import { z } from 'zod';
import { endOfDay, type Json, type ResaleAuthorization, type Term } from '../state.ts';
import { businessError, type ChangeDraft, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { accountId, calendarDate, emptyDocument } from './fields.ts';
import { checkCurrencies, checkPricing, isPricingTerm } from './offer-rules.ts';
import { isOver } from './resale-authorization.ts';
import {
  asOffered,
  buyerTargeting,
  buyerValidity,
  resaleLegalTerms,
  resaleNetPayment,
  resalePricing,
  resaleSchedule,
} from './resale-terms.ts';

const name = z.string().regex(/^[A-Za-z0-9 ]{1,100}$/, 'must contain 1 to 100 letters, digits and spaces');
const description = z.string().regex(/^[A-Za-z0-9\s]{1,255}$/, 'must contain 1 to 255 letters, digits and spaces');
const threeYearsMs = 3 * 366 * 86_400_000;

/** The change types of ResaleAuthorization@1.0 (AWS Catalog API, "Work with resale authorizations"). */
export const resaleChanges: ChangeRules = {
  CreateResaleAuthorization: changeRule({
    creates: true,
    schema: z.strictObject({
      ProductId: z.string().min(1).max(50),
      Name: name,
      Description: description.optional(),
      ResellerAccountId: accountId,
      BulkRequestId: z.uuid().optional(),
    }),
    apply(draft, id, details) {
      const product = productOf(draft, details.ProductId.split('@')[0] ?? '');
      const reseller = draft.transaction.get('accounts', details.ResellerAccountId);
      if (reseller?.kind !== 'seller' || reseller.id === draft.accountId) {
        throw businessError(['INVALID_RESELLER_ACCOUNT', 'Provide a valid reseller account.']);
      }
      draft.put({
        type: 'ResaleAuthorization',
        id,
        accountId: draft.accountId,
        revision: 0,
        createdAt: draft.at,
        modifiedAt: draft.at,
        name: details.Name,
        description: details.Description ?? null,
        productId: product.id,
        resellerAccountId: details.ResellerAccountId,
        status: 'Draft',
        terms: [],
        buyerAccounts: [],
        availabilityEndDate: null,
        offersMax: null,
        offerIds: [],
      });
    },
  }),

  UpdateInformation: changeRule({
    schema: z.strictObject({
      Name: name.optional(),
      Description: description.optional(),
      PreExistingBuyerAgreement: z
        .strictObject({
          AcquisitionChannel: z.enum(['External', 'AwsMarketplace']),
          PricingModel: z.enum(['Contract', 'Usage', 'BYOL', 'Free']),
        })
        .optional(),
    }),
    apply(draft, id, { Name, Description, PreExistingBuyerAgreement }) {
      const old = draftEntity(draft, 'ResaleAuthorization', id);
      const preExistingAgreement = (PreExistingBuyerAgreement as Json | undefined) ?? old.preExistingAgreement ?? null;
      draft.put({ ...old, name: Name ?? old.name, description: Description ?? old.description, preExistingAgreement });
    },
  }),

  UpdateAvailability: changeRule({
    schema: z
      .strictObject({ AvailabilityEndDate: calendarDate.optional(), OffersMaxQuantity: z.literal(1).optional() })
      .refine((rule) => Object.keys(rule).length > 0, 'must name AvailabilityEndDate or OffersMaxQuantity'),
    apply(draft, id, { AvailabilityEndDate: end, OffersMaxQuantity: most }) {
      const old = requireDraft(draft, id, 'UpdateAvailability');
      if (end !== undefined && endOfDay(end) <= draft.at) {
        throw businessError(['INVALID_AVAILABILITY_END_DATE', 'Provide a future AvailabilityEndDate.']);
      }
      const changed = {
        ...old,
        availabilityEndDate: end ?? old.availabilityEndDate,
        offersMax: most ?? old.offersMax,
      };
      checkCharges(changed);
      draft.put(changed);
    },
  }),

  UpdatePricingTerms: changeRule({
    schema: resalePricing,
    apply(draft, id, details) {
      const old = requireDraft(draft, id, 'UpdatePricingTerms');
      const terms = (details.Terms as Term[]).map(asOffered);
      checkPricing(productOf(draft, old.productId), details.PricingModel, terms);
      const changed = { ...old, terms: [...old.terms.filter((term) => !isPricingTerm(term)), ...terms] };
      checkCurrencies(changed.terms);
      draft.put(changed);
    },
  }),

  UpdatePaymentScheduleTerms: changeRule({
    schema: resaleSchedule,
    apply(draft, id, details) {
      const changed = withTerms(requireDraft(draft, id, 'UpdatePaymentScheduleTerms'), 'PaymentScheduleTerm', details);
      checkCurrencies(changed.terms);
      checkCharges(changed);
      draft.put(changed);
    },
  }),

  UpdateNetPaymentTerms: changeRule({
    schema: resaleNetPayment,
    apply(draft, id, details) {
      draft.put(withTerms(requireDraft(draft, id, 'UpdateNetPaymentTerms'), 'NetPaymentTerm', details));
    },
  }),

  UpdateLegalTerms: changeRule({
    schema: resaleLegalTerms,
    apply(draft, id, details) {
      const old = requireDraft(draft, id, 'UpdateLegalTerms');
      const given = details.Terms as Term[];
      const eula = given.filter(({ Type }) => Type === 'BuyerLegalTerm');
      const resellerContract = given.find(({ Type }) => Type === 'ResaleLegalTerm') ?? null;
      draft.put({ ...withTerms(old, 'LegalTerm', { Terms: eula }), resellerContract });
    },
  }),

  UpdateBuyerTargetingTerms: changeRule({
    schema: buyerTargeting,
    apply(draft, id, details) {
      const buyerAccounts = details.Terms?.[0]?.PositiveTargeting.BuyerAccounts ?? [];
      draft.put({ ...requireDraft(draft, id, 'UpdateBuyerTargetingTerms'), buyerAccounts });
    },
  }),

  UpdateBuyerValidityTerms: changeRule({
    schema: buyerValidity,
    apply(draft, id, details) {
      const latestStartDate = details.Terms[0]?.MaximumAgreementStartDate ?? '';
      if (endOfDay(latestStartDate) <= draft.at || Date.parse(latestStartDate) > draft.at + threeYearsMs) {
        const message = 'Provide a future MaximumAgreementStartDate within allowed limit.';
        throw businessError(['INVALID_MAXIMUM_AGREEMENT_START_DATE', message]);
      }
      draft.put({ ...requireDraft(draft, id, 'UpdateBuyerValidityTerms'), latestStartDate });
    },
  }),

  ReleaseResaleAuthorization: changeRule({
    schema: emptyDocument,
    apply(draft, id) {
      const authorization = requireDraft(draft, id, 'ReleaseResaleAuthorization');
      checkComplete(draft, authorization);
      draft.put({ ...authorization, status: 'Active' });
    },
  }),

  RestrictResaleAuthorization: changeRule({
    schema: emptyDocument,
    apply(draft, id) {
      const authorization = draftEntity(draft, 'ResaleAuthorization', id);
      if (authorization.status === 'Draft' || isOver(authorization, draft.at)) {
        throw businessError(['INCOMPATIBLE_STATUS', "Expired ResaleAuthorization can't be marked as restricted."]);
      }
      draft.put({ ...authorization, status: 'Restricted' });
    },
  }),
};

const productOf = (draft: ChangeDraft, id: string) => {
  const product = draft.get(id);
  if (product?.type !== 'SaaSProduct' || product.accountId !== draft.accountId) {
    throw businessError(['INCOMPATIBLE_PRODUCT', `Product ${id} does not exist.`]);
  }
  if (product.visibility !== 'Limited' && product.visibility !== 'Public') {
    throw businessError(['INCOMPATIBLE_PRODUCT', 'Use an active product in limited or public state.']);
  }
  return product;
};

const requireDraft = (draft: ChangeDraft, id: string, changeType: string): ResaleAuthorization => {
  const authorization = draftEntity(draft, 'ResaleAuthorization', id);
  if (authorization.status === 'Draft') return authorization;
  const message = `${changeType} request can't be performed after the resale authorization is released.`;
  throw businessError(['INCOMPATIBLE_STATUS', message]);
};

const withTerms = (old: ResaleAuthorization, type: string, details: { Terms: unknown[] }): ResaleAuthorization => {
  const terms = (details.Terms as Term[]).map(asOffered);
  return { ...old, terms: [...old.terms.filter((term) => term.Type !== type), ...terms] };
};

const checkCharges = ({ terms, availabilityEndDate: end }: ResaleAuthorization): void => {
  const schedule = terms.find(({ Type }) => Type === 'PaymentScheduleTerm')?.Schedule as
    | { ChargeDate: string }[]
    | undefined;
  const days = (schedule ?? []).map(({ ChargeDate }) => ChargeDate);
  if (new Set(days).size !== days.length)
    throw businessError(['DUPLICATE_CHARGE_DATES', 'Provide unique charge dates.']);
  if (end !== null && days.some((day) => day <= end)) {
    const message = 'Provide an AvailabilityEndDate that is before all the ChargeDate in ResalePaymentScheduleTerms.';
    throw businessError(['INVALID_AVAILABILITY_END_DATE', message]);
  }
};

const checkComplete = (draft: ChangeDraft, authorization: ResaleAuthorization): void => {
  const { terms, offersMax, availabilityEndDate, buyerAccounts, preExistingAgreement } = authorization;
  productOf(draft, authorization.productId);
  const has = (type: string): boolean => terms.some(({ Type }) => Type === type);
  if (!has('LegalTerm')) throw businessError(['MISSING_MANDATORY_TERMS', 'Provide a BuyerLegalTerm.']);
  if (!terms.some(isPricingTerm)) throw businessError(['MISSING_MANDATORY_TERMS', 'Provide a PricingTerm.']);
  if (has('PaymentScheduleTerm') !== has('FixedUpfrontPricingTerm')) {
    const message = 'PaymentScheduleTerm and FixedUpfrontPricingTerm must be present together.';
    throw businessError(['INCOMPATIBLE_PRICING_TERM', message]);
  }
  if (has('PaymentScheduleTerm') && (offersMax === null || availabilityEndDate === null)) {
    const message = 'OffersMaxQuantity and AvailabilityEndDate must be present with ResalePaymentScheduleTerm.';
    throw businessError(['INCOMPATIBLE_TERMS', message]);
  }
  if (preExistingAgreement && buyerAccounts.length === 0) {
    const message =
      'At least one Buyer account must be present for ResaleAuthorization with PreExistingBuyerAgreement.';
    throw businessError(['INCOMPATIBLE_BUYER_TARGETING', message]);
  }
};
