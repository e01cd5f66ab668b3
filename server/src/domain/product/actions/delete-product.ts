import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, withoutErrors } from '../change.ts';
import { productIs, productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';

/**
 * Removes a product from our lists; it stays readable by id. The partner is not informed, and offers, entitlements and
 * metering continue. Requests to the partner that were not sent yet are dropped. Idempotent.
 */
export const deleteProduct = async (call: ActCall, { params }: { params: { productId: string } }): Promise<string> => {
  const old = requireFound(await lockProduct(call.db, params.productId), 'product');
  call.checkVersion(old.version);
  if (productIs.deleted(old.status)) return '';
  const status = nextStatus('Product', productTransitions, 'delete', old);
  const isAsked = old.pending_change !== null;
  const dropped = isAsked ? { pending_change: null, meta_info: withoutErrors(old.meta_info) } : {};
  await changeProduct(call, old, { status, ...dropped }, 'product.deleted');
  return '';
};
