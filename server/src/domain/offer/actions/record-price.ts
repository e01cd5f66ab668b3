import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { findConnectionId, findOfferedProduct } from '../lookup-store.ts';
import type { OfferWithContacts } from '../offer.ts';
import { newDimensionsOf } from '../repricing.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/** Restores the earlier status; an offer that has since moved on keeps its status. */
const settled = (old: OfferWithContacts, act: 'repriced' | 'repriceRefused') => ({
  status: allows(offerTransitions, act, old.status) ? nextStatus('Offer', offerTransitions, act, old) : old.status,
  status_before: null,
  pending: null,
});

/** Reads the product again if the change added dimensions to it. */
const readProduct = async (call: ActCall, { product_id: productId, partner }: OfferWithContacts, added: number) => {
  if (added === 0 || productId === null) return;
  const product = await findOfferedProduct(call.db, productId);
  const connectionId = await findConnectionId(call.db, partner);
  if (!product?.entity_id || connectionId === null) return;
  const entityId = encodeId('prod', productId);
  await call.start('product.sync', { connectionId, entityId: product.entity_id }, { entityId, partner });
};

/**
 * Records that the partner accepted the usage prices: they apply, and the offer returns to its earlier status.
 * Idempotent. Emits offer.repriced.
 */
export const recordOfferRepriced = async (call: ActCall, offerId: string): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (old.pending?.kind !== 'PRICE') return viewOffer(call.orgId, old);
  const { dimensions } = old.pending;
  const change = { ...settled(old, 'repriced'), info: { ...old.info, dimensions } };
  const product = old.product_id === null ? undefined : await findOfferedProduct(call.db, old.product_id);
  const view = await changeOffer(call, old, change, 'offer.repriced');
  await watchTimes(call, { ...old, ...change });
  await readProduct(call, old, product ? newDimensionsOf(dimensions, product).length : 0);
  return view;
};

/**
 * Records that the partner refused the prices: the offer is unchanged except for the messages. Emits
 * offer.reprice_failed.
 */
export const recordOfferRepriceRefused = async (
  call: ActCall,
  offerId: string,
  { errorMessages, prettified }: { errorMessages: string[]; prettified: string[] },
): Promise<OfferView> => {
  const old = requireFound(await lockOffer(call.db, offerId), 'offer');
  if (old.pending?.kind !== 'PRICE') return viewOffer(call.orgId, old);
  const change = {
    ...settled(old, 'repriceRefused'),
    meta_info: { ...old.meta_info, errorMessages, prettifiedErrorMessages: prettified },
  };
  const view = await changeOffer(call, old, change, 'offer.reprice_failed');
  await watchTimes(call, { ...old, ...change });
  return view;
};
