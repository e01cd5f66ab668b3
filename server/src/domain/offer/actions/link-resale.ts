import type { ActCall } from '../../../contract/call.ts';
import type { Fault } from '../../../kit/errors.ts';
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

/**
 * Why an offer would be made with another authorization than the one that is shown with it, or of another product: AWS
 * takes both from `awsResaleAuthorizationId` alone. An authorization that was not read yet is left to AWS.
 */
export const resaleFaults = async (call: ActCall, offer: Offer): Promise<Fault[]> => {
  const { offer_type: type, meta_info: meta, product_id: productId } = offer;
  if (type !== 'CPPO') return [];
  const id = await otherOf(call, offer);
  const received = id === undefined ? undefined : await findOffer(call.db, id);
  if (!received) return [];
  const isOther = meta.cppoInOfferId && meta.cppoInOfferId !== encodeId('offer', received.id);
  const isOfOther = productId !== null && received.product_id !== null && productId !== received.product_id;
  const path = 'info.awsResaleAuthorizationId';
  return [
    ...(isOther
      ? [{ path, code: 'other_authorization', message: 'is not the authorization that metaInfo.cppoInOfferId names' }]
      : []),
    ...(isOfOther ? [{ path, code: 'other_product', message: 'authorizes the sale of another product' }] : []),
  ];
};
