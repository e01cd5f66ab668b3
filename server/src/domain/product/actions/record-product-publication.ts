import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, type Errors, withErrors, withoutErrors } from '../change.ts';
import { productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';
import { type ProductView, viewProduct } from '../view.ts';
import { claimEntity } from './record-product-creation.ts';

/** What is published was created first: it has an entity now and is still on its way. Emits product.released. */
export const recordProductReady = async (
  call: ActCall,
  productId: string,
  { entityId }: { entityId: string },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  return changeProduct(call, old, await claimEntity(call, old, entityId), 'product.released');
};

/**
 * The partner has published it: PENDING_PUBLISH → PUBLIC. A product that has moved on meanwhile stays where it is.
 * Emits product.published.
 */
export const recordProductPublished = async (call: ActCall, productId: string): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (!allows(productTransitions, 'published', old.status)) return viewProduct(call.orgId, old);
  const status = nextStatus('Product', productTransitions, 'published', old);
  return changeProduct(call, old, { status, meta_info: withoutErrors(old.meta_info) }, 'product.published');
};

/**
 * The partner refused to create or to publish it: PENDING_PUBLISH → PUBLISH_FAILED with its messages. `entityId`: what it
 * made of a new product before it refused. Emits product.publish_failed.
 */
export const recordProductPublishFailed = async (
  call: ActCall,
  productId: string,
  { entityId, ...errors }: Errors & { entityId?: string | null },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (!allows(productTransitions, 'publishFailed', old.status)) return viewProduct(call.orgId, old);
  const change = {
    ...(entityId === undefined ? {} : { entity_id: entityId, partner_version: null }),
    status: nextStatus('Product', productTransitions, 'publishFailed', old),
    meta_info: withErrors(old.meta_info, errors),
  };
  return changeProduct(call, old, change, 'product.publish_failed');
};
