import { z } from 'zod';
import { sendOfferSetReleased } from '../events.ts';
import type { Offer, OfferSet } from '../state.ts';
import { businessError, type ChangeDraft, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { emptyDocument, uniqueList } from './fields.ts';
import { offerEndsAt } from './offer-rules.ts';

const name = z.string().min(1).max(150);
const offers = z.strictObject({ Offers: uniqueList(z.strictObject({ OfferId: z.string().min(1).max(255) }), 1, 7) });
const offersMax = 7;

/** The change types of OfferSet@1.0. */
export const offerSetChanges: ChangeRules = {
  CreateOfferSet: changeRule({
    creates: true,
    schema: z.strictObject({ Name: name }),
    apply(draft, id, details) {
      draft.put({
        type: 'OfferSet',
        id,
        accountId: draft.accountId,
        revision: 0,
        createdAt: draft.at,
        modifiedAt: draft.at,
        name: details.Name,
        buyerNotes: null,
        state: 'Draft',
        offerIds: [],
        solutionId: null,
        releasedAt: null,
      });
    },
  }),

  UpdateInformation: changeRule({
    schema: z.strictObject({ Name: name.optional(), BuyerNotes: z.string().min(1).max(1000).optional() }),
    apply(draft, id, details) {
      const offerSet = openSet(draft, id);
      draft.put({
        ...offerSet,
        name: details.Name ?? offerSet.name,
        buyerNotes: details.BuyerNotes ?? offerSet.buyerNotes,
      });
    },
  }),

  AssociateOffers: changeRule({
    schema: offers,
    apply(draft, id, details) {
      const offerSet = openSet(draft, id);
      const ids = details.Offers.map((item) => item.OfferId.split('@')[0] ?? '');
      for (const offerId of ids) {
        if (draftEntity(draft, 'Offer', offerId).offerSetId !== id) {
          throw businessError(['INCOMPATIBLE_OFFER_SET_REFERENCE', `${offerId} was not created for this offer set.`]);
        }
      }
      const offerIds = [...new Set([...offerSet.offerIds, ...ids])];
      if (offerIds.length > offersMax) {
        throw businessError(['TOO_MANY_OFFERS', `An offer set has at most ${offersMax} offers.`]);
      }
      draft.put({ ...offerSet, offerIds });
    },
  }),

  DisassociateOffers: changeRule({
    schema: offers,
    apply(draft, id, details) {
      const offerSet = openSet(draft, id);
      const ids = details.Offers.map((item) => item.OfferId.split('@')[0]);
      draft.put({ ...offerSet, offerIds: offerSet.offerIds.filter((offerId) => !ids.includes(offerId)) });
    },
  }),

  AssociateSolution: changeRule({
    schema: z.strictObject({
      SolutionId: z
        .string()
        .regex(/^soln-\w+$/)
        .max(50),
    }),
    apply(draft, id, details) {
      const offerSet = openSet(draft, id);
      if (offerSet.solutionId !== null && offerSet.solutionId !== details.SolutionId) {
        throw businessError(['INCOMPATIBLE_SOLUTION_ASSOCIATION', 'The offer set has a solution already.']);
      }
      draft.put({ ...offerSet, solutionId: details.SolutionId });
    },
  }),

  DisassociateSolution: changeRule({
    schema: z.looseObject({}),
    apply(draft, id) {
      draft.put({ ...openSet(draft, id), solutionId: null });
    },
  }),

  ReleaseOfferSet: changeRule({
    schema: emptyDocument,
    apply(draft, id) {
      const offerSet = openSet(draft, id);
      if (offerSet.name.includes('fail-release')) {
        throw businessError(['INVALID_UPDATE_REQUEST', 'The name asks for this failure: fail-release.']);
      }
      const members = offerSet.offerIds.map((offerId) => draftEntity(draft, 'Offer', offerId));
      const problems = releaseProblems(offerSet, members, draft.at);
      if (problems.length > 0) throw businessError(...problems);
      const released: OfferSet = { ...offerSet, state: 'Released', releasedAt: draft.at };
      draft.put(released);
      draft.onSuccess(() => sendOfferSetReleased(draft.transaction, released));
    },
  }),
};

const openSet = (draft: ChangeDraft, id: string): OfferSet => {
  const offerSet = draftEntity(draft, 'OfferSet', id);
  if (offerSet.state === 'Draft') return offerSet;
  throw businessError(['INVALID_UPDATE_REQUEST', 'A released offer set does not change.']);
};

const releaseProblems = (offerSet: OfferSet, members: Offer[], at: number): [string, string][] => {
  const same = (value: (offer: Offer) => unknown): boolean =>
    new Set(members.map((offer) => JSON.stringify(value(offer)))).size <= 1;
  const currencyOf = (offer: Offer): unknown =>
    offer.terms.find((term) => term.CurrencyCode !== undefined)?.CurrencyCode;
  const buyersOf = (offer: Offer): string[] => [...(offer.targeting?.buyerAccounts ?? [])].sort();
  const ended = (offer: Offer): boolean => (offerEndsAt(offer) ?? Number.POSITIVE_INFINITY) < at;
  const products = members.map((offer) => offer.productId);
  const rules: [boolean, string, string][] = [
    [offerSet.buyerNotes !== null, 'MISSING_BUYER_NOTES', 'The offer set needs buyer notes.'],
    [members.length >= 2, 'MISSING_OFFERS', 'An offer set has at least two offers.'],
    [new Set(products).size === products.length, 'TOO_MANY_OFFERS_PER_PRODUCT', 'There is one offer per product.'],
    [same(currencyOf), 'INCONSISTENT_OFFER_CURRENCY_CODE', 'All offers use one currency.'],
    [
      same((offer) => offer.availabilityEndDate),
      'INCONSISTENT_OFFER_AVAILABILITY_END_DATE',
      'All offers have one availability end date.',
    ],
    [same(buyersOf), 'INCONSISTENT_OFFER_TARGETING_RULE', 'All offers are for the same buyers.'],
    [
      members.every((offer) => buyersOf(offer).length > 0),
      'INCOMPATIBLE_OFFER_TARGETING_RULE',
      'All offers are private offers.',
    ],
    [!members.some(ended), 'EXPIRED_OFFERS', 'An offer has expired.'],
    [members.every((offer) => offer.state === 'Released'), 'DRAFT_OFFERS', 'Every offer has to be released.'],
  ];
  return rules.filter(([kept]) => !kept).map(([, code, message]) => [code, message]);
};
