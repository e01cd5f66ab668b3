import { isTrial } from '../agreement/terms.ts';
import { newEntityId } from '../entity-id.ts';
import { sendOfferReleased } from '../events.ts';
import type { AwsTransaction, Offer, Product, Term } from '../state.ts';

/** Creates a released offer without a change set, with the standard contract unless it has its own legal terms. */
export const seedOffer = (
  transaction: AwsTransaction,
  product: Product,
  wanted: { name: string; buyerAccountIds: string[]; availabilityEndDate: string | null; terms: Term[] },
): Offer => {
  const legal: Term = { Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] };
  const upfront = wanted.terms.some((term) => /Upfront/.test(term.Type));
  const offer: Offer = {
    type: 'Offer',
    id: newEntityId(transaction, 'Offer'),
    accountId: product.accountId,
    revision: 1,
    createdAt: transaction.at,
    modifiedAt: transaction.at,
    name: wanted.name,
    description: wanted.name,
    state: 'Released',
    productId: product.id,
    offerSetId: null,
    preExistingAgreement: null,
    pricingModel: upfront ? 'Contract' : isTrial(wanted.terms) ? 'Free' : 'Usage',
    terms: wanted.terms.some((term) => term.Type === 'LegalTerm') ? wanted.terms : [...wanted.terms, legal],
    targeting:
      wanted.buyerAccountIds.length > 0
        ? { buyerAccounts: wanted.buyerAccountIds, countryCodes: [], excludedCountryCodes: [] }
        : null,
    availabilityEndDate: wanted.availabilityEndDate,
    withdrawnAt: null,
    resaleAuthorizationId: null,
    markupPercentage: null,
    releasedAt: transaction.at,
    createdBySource: 'Seller',
    targetAgreementId: null,
    targetAgreementIntent: null,
    priceIncreasedAt: null,
  };
  transaction.put('entities', offer);
  sendOfferReleased(transaction, offer);
  return offer;
};
