import type { ActCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { changeOffer } from '../change.ts';
import type { Offer } from '../offer.ts';
import { findOffer, findResaleId, lockOffer, offerIdOf } from '../store.ts';

type Link = 'cppoInOfferId' | 'cppoOfferId';

const link = async (call: ActCall, id: string, name: Link, to: string): Promise<void> => {
  const old = await lockOffer(call.db, id);
  const value = encodeId('offer', to);
  if (!old || old.meta_info[name] === value) return;
  await changeOffer(call, old, { meta_info: { ...old.meta_info, [name]: value } }, 'offer.updated');
};

const otherOf = async (call: ActCall, offer: Offer): Promise<string | undefined> => {
  const { partner, offer_type: type, external_id: externalId, info } = offer;
  if (type === 'CPPO') return offerIdOf(call.db, partner, info.awsResaleAuthorizationId ?? '');
  return type === 'CPPO_IN' && externalId !== null ? findResaleId(call.db, partner, externalId) : undefined;
};

/**
 * Links a received authorization and the newest offer made with it, whichever arrives later. The manufacturer's side
 * belongs to another organization and is unknown here. Emits offer.updated.
 */
export const linkResale = async (call: ActCall, offerId: string): Promise<void> => {
  const offer = await findOffer(call.db, offerId);
  const other = offer && (await otherOf(call, offer));
  if (!other) return;
  const [sold, received] = offer.offer_type === 'CPPO' ? [offerId, other] : [other, offerId];
  await link(call, sold, 'cppoInOfferId', received);
  await link(call, received, 'cppoOfferId', sold);
};
