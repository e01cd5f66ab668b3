import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, type Errors, withErrors, withoutErrors } from '../change.ts';
import type { Product } from '../product.ts';
import { productTransitions } from '../states.ts';
import { lockProduct, lockProductByEntity } from '../store.ts';
import { type ProductView, viewProduct } from '../view.ts';

/**
 * The entity that a creation made, as the product's own. A read may have given it to another product of ours that is being
 * created under that name, or a stranger's entity to this one: whoever has the wrong one lets go of it and is told its own,
 * or is met again by the next read. A copy that a read has made of the entity is given up.
 */
export const claimEntity = async (call: ActCall, product: Product, entityId: string): Promise<Partial<Product>> => {
  if (product.entity_id === entityId) return {};
  const holder = await lockProductByEntity(call.db, product.partner, entityId);
  if (holder && allows(productTransitions, 'replaced', holder.status)) {
    const status = nextStatus('Product', productTransitions, 'replaced', holder);
    await changeProduct(call, holder, { status, entity_id: null }, 'product.replaced');
  } else if (holder) {
    // No copy: a read took it for the entity, because of its name.
    await changeProduct(call, holder, { entity_id: null, partner_version: null }, 'product.updated');
  }
  return { entity_id: entityId, partner_version: null };
};

/**
 * The partner has made and released the product: PENDING_CREATE → LIMITED. Told again it changes nothing; a product that
 * was deleted meanwhile stays deleted. Emits product.released; product.replaced for a copy,
 * product.updated for a product that had the entity by mistake.
 */
export const recordProductCreated = async (
  call: ActCall,
  productId: string,
  { entityId }: { entityId: string },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  const isWaiting = allows(productTransitions, 'created', old.status);
  if (!isWaiting && old.entity_id === entityId) return viewProduct(call.orgId, old);
  const claimed = await claimEntity(call, old, entityId);
  const status = isWaiting ? nextStatus('Product', productTransitions, 'created', old) : old.status;
  const change = { ...claimed, status, meta_info: withoutErrors(old.meta_info) };
  return changeProduct(call, old, change, 'product.released');
};

/**
 * The partner refused: PENDING_CREATE → CREATE_FAILED with its own messages and readable ones. `entityId`: what it made
 * before it refused. Told again it changes nothing. Emits product.create_failed.
 */
export const recordProductCreateFailed = async (
  call: ActCall,
  productId: string,
  { entityId, ...errors }: Errors & { entityId?: string | null },
): Promise<ProductView> => {
  const old = requireFound(await lockProduct(call.db, productId), 'product');
  if (!allows(productTransitions, 'createFailed', old.status)) return viewProduct(call.orgId, old);
  const change = {
    ...(entityId === undefined ? {} : { entity_id: entityId }),
    // Whatever a read shows of it counts anew.
    partner_version: null,
    status: nextStatus('Product', productTransitions, 'createFailed', old),
    meta_info: withErrors(old.meta_info, errors),
  };
  return changeProduct(call, old, change, 'product.create_failed');
};
