import type { ActCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, type Errors, withErrors, withoutErrors } from '../change.ts';
import type { Product } from '../product.ts';
import { productTransitions } from '../states.ts';
import { lockProduct, lockProductByEntity } from '../store.ts';
import { type ProductView, viewProduct } from '../view.ts';

/**
 * Assigns the entity that a creation made to its product. A read may have matched entities by name and given this one
 * to another product that is being created, or another entity to this product. Each such product releases the wrong
 * entity; it gets its own when its creation is recorded, or with the next read. A copy that a read imported for the
 * entity is replaced.
 */
export const claimEntity = async (call: ActCall, product: Product, entityId: string): Promise<Partial<Product>> => {
  if (product.entity_id === entityId) return {};
  const holder = await lockProductByEntity(call.db, product.partner, entityId);
  if (holder && allows(productTransitions, 'replaced', holder.status)) {
    const status = nextStatus('Product', productTransitions, 'replaced', holder);
    await changeProduct(call, holder, { status, entity_id: null }, 'product.replaced');
  } else if (holder) {
    // Not a copy: a read matched it to the entity by name.
    await changeProduct(call, holder, { entity_id: null, partner_version: null }, 'product.updated');
  }
  return { entity_id: entityId, partner_version: null };
};

/**
 * Records that the partner has created and released the product: PENDING_CREATE → LIMITED. Idempotent. A product
 * deleted in the meantime stays deleted. Emits product.released; product.replaced for a copy; product.updated for a
 * product that held the entity by mistake.
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
 * Records that the partner refused the product: PENDING_CREATE → CREATE_FAILED, with the partner's messages and
 * readable ones. `entityId`: the entity it created before it refused. Idempotent. Emits product.create_failed.
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
    // The next read is applied again, whatever its version.
    partner_version: null,
    status: nextStatus('Product', productTransitions, 'createFailed', old),
    meta_info: withErrors(old.meta_info, errors),
  };
  return changeProduct(call, old, change, 'product.create_failed');
};
