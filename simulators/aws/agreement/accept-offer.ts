import { controlError } from '../../kit/control.ts';
import { isPrivateOffer, offerEndsAt } from '../catalog/offer-rules.ts';
import type { Agreement, AwsTransaction, Offer, Product } from '../state.ts';
import { createAgreement } from './create-agreement.ts';
import { endAgreement } from './end-agreement.ts';
import { computeDeal, isTrial, type Selection } from './terms.ts';

/** A buyer accepts a released offer; refuses what the marketplace's own page would refuse. */
export const acceptOffer = (
  transaction: AwsTransaction,
  offerId: string,
  buyerAccountId: string,
  selection: Selection,
  inSet = false,
): Agreement => {
  const offer = requireOpenOffer(transaction, offerId);
  if (offer.offerSetId !== null && !inSet)
    throw controlError(409, `the offer is accepted with ${offer.offerSetId} only`);
  const product = transaction.get('entities', offer.productId) as Product;
  if (product.visibility === 'Restricted') throw controlError(409, 'the product is restricted');
  requireBuyer(transaction, offer, buyerAccountId);

  const trials = trialsOf(transaction, offer, buyerAccountId);
  if (isTrial(offer.terms) && trials.length > 0)
    throw controlError(409, 'the buyer has had a free trial of this product');
  const previous =
    offer.targetAgreementId === null
      ? (trials.find(({ status }) => status === 'ACTIVE') ?? null)
      : requireActive(transaction, offer.targetAgreementId);
  if (!previous && product.legacy) {
    const active = transaction
      .list('agreements')
      .some(
        (known) =>
          known.productId === product.id && known.buyerAccountId === buyerAccountId && known.status === 'ACTIVE',
      );
    if (active) throw controlError(409, 'the buyer has an agreement for this product, which allows only one at a time');
  }
  const deal = computeDeal(offer.terms, selection, transaction.at);
  if (typeof deal === 'string') throw controlError(400, deal);
  if (deal.endAt !== null && deal.endAt <= transaction.at)
    throw controlError(409, 'the agreement would have ended already');

  // The old agreement ends when the new one begins.
  if (previous) endAgreement(transaction, previous.id, 'REPLACED');
  return createAgreement(transaction, {
    offer,
    product,
    buyerAccountId,
    terms: offer.terms,
    deal,
    intent: previous ? 'REPLACE' : 'NEW',
    previous,
    autoRenew: selection.autoRenew,
    renewals: 0,
  });
};

/** A buyer accepts an offer set: all of its offers at once, each becoming a separate agreement. */
export const acceptOfferSet = (
  transaction: AwsTransaction,
  offerSetId: string,
  buyerAccountId: string,
  selection: Selection,
): Agreement[] => {
  const offerSet = transaction.get('entities', offerSetId);
  if (offerSet?.type !== 'OfferSet') throw controlError(404, `there is no offer set ${offerSetId}`);
  if (offerSet.state !== 'Released') throw controlError(409, 'the offer set is not released');
  return offerSet.offerIds.map((offerId) => acceptOffer(transaction, offerId, buyerAccountId, selection, true));
};

const requireOpenOffer = (transaction: AwsTransaction, offerId: string): Offer => {
  const offer = transaction.get('entities', offerId);
  if (offer?.type !== 'Offer') throw controlError(404, `there is no offer ${offerId}`);
  if (offer.state !== 'Released') throw controlError(409, 'the offer is not released');
  if (offer.targetAgreementIntent === 'Renew') throw controlError(409, 'a renewal offer is not accepted by hand');
  const endsAt = offerEndsAt(offer);
  if (endsAt !== null && transaction.at > endsAt) throw controlError(409, 'the offer has expired');
  return offer;
};

const requireBuyer = (transaction: AwsTransaction, offer: Offer, buyerAccountId: string): void => {
  if (!/^\d{12}$/.test(buyerAccountId)) throw controlError(400, 'buyerAccountId has 12 digits');
  if (!isPrivateOffer(offer)) return;
  if (!offer.targeting?.buyerAccounts.includes(buyerAccountId)) {
    throw controlError(409, 'the offer is for other buyer accounts');
  }
  const taken = transaction
    .list('agreements')
    .some((known) => known.offerId === offer.id && known.buyerAccountId === buyerAccountId);
  if (taken) throw controlError(409, 'the buyer has accepted this private offer already');
};

/**
 * The free trials of a product that a buyer has had. A buyer who buys the product during its trial replaces the trial
 * (*Replace a SaaS free trial with Contract with Consumption Pricing*, Agreement API); otherwise the trial expires.
 */
const trialsOf = (transaction: AwsTransaction, offer: Offer, buyerAccountId: string): Agreement[] =>
  transaction
    .list('agreements')
    .filter(
      (known) => known.productId === offer.productId && known.buyerAccountId === buyerAccountId && isTrial(known.terms),
    );

const requireActive = (transaction: AwsTransaction, agreementId: string): Agreement => {
  const agreement = transaction.get('agreements', agreementId);
  if (agreement?.status === 'ACTIVE') return agreement;
  throw controlError(409, 'the agreement to be replaced is not active');
};
