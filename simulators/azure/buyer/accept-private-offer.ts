import { controlError } from '../../kit/control.ts';
import { dayOf, objectsOf } from '../api/call.ts';
import { dateOf } from '../catalog/buyer-plans.ts';
import type { AzureChange, PrivateOffer } from '../state.ts';

/** A beneficiary accepts a private offer, at the latest on its last day for acceptance. */
export const acceptPrivateOffer = (
  transaction: AzureChange,
  offer: PrivateOffer,
  billingAccountId: string,
): PrivateOffer => {
  if (offer.state !== 'live') throw controlError(409, 'the private offer is not live');
  if (offer.acceptance) throw controlError(409, 'the private offer has been accepted already');
  if (!beneficiariesOf(offer).includes(billingAccountId))
    throw controlError(409, 'the private offer is not for that billing account');
  if (dayOf(transaction.at) > dateOf(String(offer.document.acceptBy)))
    throw controlError(409, 'the private offer has expired');
  const accepted: PrivateOffer = {
    ...offer,
    acceptance: { billingAccountId, at: transaction.at },
    modifiedAt: transaction.at,
    revision: offer.revision + 1,
  };
  transaction.put('privateOffers', accepted);
  return accepted;
};

export const beneficiariesOf = (offer: PrivateOffer): string[] =>
  objectsOf(offer.document.beneficiaries).map(({ id }) => String(id));
