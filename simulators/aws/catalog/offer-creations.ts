import { z } from 'zod';
import type { Agreement, Offer, ResaleAuthorization, Term } from '../state.ts';
import { businessError, type ChangeDraft, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { offerName as name } from './fields.ts';
import { isPricingTerm } from './offer-rules.ts';
import { countOffer, requireAuthorization } from './resale-authorization.ts';

const offerSetId = z
  .string()
  .regex(/^offerset-\w+$/)
  .max(50);
const agreementId = z.string().min(1).max(64);
const resaleAuthorizationId = z.string().min(1).max(50);

/** The change types that create an offer as a draft. */
export const offerCreations: ChangeRules = {
  CreateOffer: changeRule({
    creates: true,
    schema: z.strictObject({
      ProductId: z.string().min(1).max(255),
      Name: name.optional(),
      OfferSetId: offerSetId.optional(),
    }),
    apply(draft, id, details) {
      const product = draft.get(details.ProductId.split('@')[0] ?? '');
      if (product?.type !== 'SaaSProduct' || product.accountId !== draft.accountId) {
        throw businessError(['INCOMPATIBLE_PRODUCT', `Product ${details.ProductId} does not exist.`]);
      }
      // A draft product has a draft of its public offer; both are released together.
      if (product.visibility === 'Restricted') {
        throw businessError(['INCOMPATIBLE_PRODUCT', 'The product is Restricted.']);
      }
      draft.put({
        ...newOffer(draft, id, product.id),
        name: details.Name ?? null,
        offerSetId: openSetOf(draft, details.OfferSetId),
      });
    },
  }),

  CreateReplacementOffer: changeRule({
    creates: true,
    schema: z.strictObject({ AgreementId: agreementId, Name: name.optional() }),
    apply(draft, id, details) {
      const agreement = requireReplaceable(draft, details.AgreementId);
      const source = draft.get(agreement.offerId);
      if (source?.type === 'Offer' && source.resaleAuthorizationId) {
        const message = 'Use CreateReplacementOfferUsingResaleAuthorization for this agreement.';
        throw businessError(['INCOMPATIBLE_AGREEMENT', message]);
      }
      draft.put({
        ...replacement(newOffer(draft, id, agreement.productId), agreement),
        name: details.Name ?? null,
        terms: termsOf(agreement),
      });
    },
  }),

  CreateOfferUsingResaleAuthorization: changeRule({
    creates: true,
    schema: z.strictObject({
      ResaleAuthorizationId: resaleAuthorizationId,
      Name: name.optional(),
      Description: z.string().min(1).max(255).optional(),
      OfferSetId: offerSetId.optional(),
    }),
    apply(draft, id, details) {
      const authorization = requireAuthorization(draft, details.ResaleAuthorizationId);
      draft.put({
        ...authorized(newOffer(draft, id, authorization.productId), authorization),
        name: details.Name ?? null,
        description: details.Description ?? null,
        offerSetId: openSetOf(draft, details.OfferSetId),
      });
      countOffer(draft, authorization, id);
    },
  }),

  CreateReplacementOfferUsingResaleAuthorization: changeRule({
    creates: true,
    schema: z.strictObject({
      ResaleAuthorizationId: resaleAuthorizationId,
      AgreementId: agreementId,
      Name: name.optional(),
    }),
    apply(draft, id, details) {
      const authorization = requireAuthorization(draft, details.ResaleAuthorizationId);
      const agreement = requireReplaceable(draft, details.AgreementId);
      if (agreement.productId !== authorization.productId) {
        const message = 'The resale authorization has to be for the product of the agreement.';
        throw businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
      }
      const { buyerAccounts } = authorization;
      if (buyerAccounts.length > 0 && !buyerAccounts.includes(agreement.buyerAccountId)) {
        const message = 'The resale authorization has to be for the acceptor of the agreement.';
        throw businessError(['INCOMPATIBLE_RESALE_AUTHORIZATION', message]);
      }
      draft.put({
        ...replacement(authorized(newOffer(draft, id, authorization.productId), authorization), agreement),
        name: details.Name ?? null,
      });
      countOffer(draft, authorization, id);
    },
  }),
};

const openSetOf = (draft: ChangeDraft, id: string | undefined): string | null => {
  if (id === undefined) return null;
  const offerSet = draftEntity(draft, 'OfferSet', id);
  if (offerSet.state !== 'Draft') throw businessError(['INVALID_UPDATE_REQUEST', 'The offer set is released.']);
  return id;
};

const requireReplaceable = (draft: ChangeDraft, id: string): Agreement => {
  const agreement = draft.transaction.get('agreements', id);
  if (!agreement || agreement.sellerAccountId !== draft.accountId) {
    throw businessError(['INVALID_AGREEMENT', `Agreement ${id} does not exist.`]);
  }
  if (agreement.status !== 'ACTIVE')
    throw businessError(['INVALID_AGREEMENT', 'Only an active agreement can be replaced.']);
  if (agreement.endAt === null) {
    throw businessError(['INCOMPATIBLE_PRODUCT', 'Replacement offers are for contract agreements only.']);
  }
  return agreement;
};

const replacement = (offer: Offer, agreement: Agreement): Offer => ({
  ...offer,
  targetAgreementId: agreement.id,
  targetAgreementIntent: 'Replace',
  targeting: { buyerAccounts: [agreement.buyerAccountId], countryCodes: [], excludedCountryCodes: [] },
});

/** The draft starts with the prices and the EULA of the agreement it replaces. */
const termsOf = (agreement: Agreement): Term[] =>
  agreement.terms
    .filter((term) => isPricingTerm(term) || ['PaymentScheduleTerm', 'LegalTerm', 'SupportTerm'].includes(term.Type))
    .map(({ Id: _id, ...term }) => term as Term);

const authorized = (offer: Offer, authorization: ResaleAuthorization): Offer => {
  const { buyerAccounts, terms } = authorization;
  return {
    ...offer,
    resaleAuthorizationId: authorization.id,
    terms,
    targeting: buyerAccounts.length > 0 ? { buyerAccounts, countryCodes: [], excludedCountryCodes: [] } : null,
  };
};

const newOffer = (draft: ChangeDraft, id: string, productId: string): Offer => ({
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
  resaleAuthorizationId: null,
  markupPercentage: null,
  releasedAt: null,
  createdBySource: 'Seller',
  targetAgreementId: null,
  targetAgreementIntent: null,
  priceIncreasedAt: null,
});
