import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, type Errors, withErrors, withoutErrors } from '../change.ts';
import { productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';
import { type ProductView, viewProduct } from '../view.ts';
import { claimEntity } from './record-product-creation.ts';

/**
 * Records that a product was created as part of its publication: it now has an entity, and the publication continues.
 * Emits product.released.
 */
export const recordProductReady = async (
  call: ActCall,
  productId: string,
  { entityId }: { entityId: string },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  return changeProduct(call, old, await claimEntity(call, old, entityId), 'product.released');
};

/**
 * Records that the partner has published the product: PENDING_PUBLISH → PUBLIC. A product that has since moved on keeps
 * its status. Emits product.published.
 */
export const recordProductPublished = async (call: ActCall, productId: string): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (!allows(productTransitions, 'published', old.status)) return viewProduct(call.orgId, old);
  const status = nextStatus('Product', productTransitions, 'published', old);
  return changeProduct(call, old, { status, meta_info: withoutErrors(old.meta_info) }, 'product.published');
};

/**
 * Records that the partner refused to create or publish the product: PENDING_PUBLISH → PUBLISH_FAILED with its
 * messages. `entityId`: the entity created before the refusal. Emits product.publish_failed.
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
