import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeInProgress, changeProduct, refuseWhileChanging, withoutErrors } from '../change.ts';
import { checkPublication } from '../listing/submission.ts';
import { isLocal } from '../product.ts';
import { productIs, productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';
import { viewProduct } from '../view.ts';
import { refuseCreation } from './create-product.ts';

/**
 * Makes a product public. A product that does not exist at the partner yet is created first, in the same run.
 * Idempotent while publication is in progress; an abandoned run is resumed.
 */
export const publishProduct = async (call: ActCall, { params }: { params: { productId: string } }) => {
  const old = requireFound(await lockProduct(call.db, params.productId), 'product');
  call.checkVersion(old.version);
  const isPending = allows(productTransitions, 'published', old.status);
  if (productIs.public(old.status) || (isPending && (await changeInProgress(call, old))))
    return viewProduct(call.orgId, old);
  const status = isPending ? old.status : nextStatus('Product', productTransitions, 'publish', old);
  await refuseWhileChanging(call, old, 'publish');
  requireCapability('productPublish', old.partner);
  if (isLocal(old) || productIs.draft(old.status)) refuseCreation(old, checkPublication);
  const change = { status, pending_change: null, meta_info: withoutErrors(old.meta_info) };
  const view = await changeProduct(call, old, change, 'product.publish_requested');
  const entityId = encodeId('prod', old.id);
  await call.start('product.publish', { productId: old.id }, { entityId, partner: old.partner });
  return view;
};
