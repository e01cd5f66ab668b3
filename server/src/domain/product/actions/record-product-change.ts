import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { changeProduct, type Errors, withErrors, withoutErrors } from '../change.ts';
import { lockProduct } from '../store.ts';
import { type ProductView, viewProduct } from '../view.ts';

/** Records that the partner has made the pending change. Idempotent. Emits product.updated. */
export const recordProductUpdated = async (call: ActCall, productId: string): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (old.pending_change === null) return viewProduct(call.orgId, old);
  const { name, fulfillmentUrl, info } = old.pending_change.outcome;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(fulfillmentUrl === undefined ? {} : { fulfillment_url: fulfillmentUrl }),
    info: { ...old.info, ...info },
    pending_change: null,
    meta_info: withoutErrors(old.meta_info),
  };
  return changeProduct(call, old, change, 'product.updated');
};

/**
 * Records that the partner refused the pending change, or the rest of it after `stagesDone` stages. The record stays
 * unchanged, stores the messages, and takes over the state that the next read shows. Idempotent. Emits
 * product.update_failed.
 */
export const recordProductUpdateFailed = async (
  call: ActCall,
  productId: string,
  { stagesDone = 0, ...errors }: Errors & { stagesDone?: number },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (old.pending_change === null) return viewProduct(call.orgId, old);
  const message =
    stagesDone === 0
      ? `${old.partner} did not accept the change; the product is unchanged.`
      : `${old.partner} took a part of the change only; what it shows is read again.`;
  const change = {
    pending_change: null,
    meta_info: withErrors(old.meta_info, errors, message),
    ...(stagesDone === 0 ? {} : { partner_version: null }),
  };
  return changeProduct(call, old, change, 'product.update_failed');
};
