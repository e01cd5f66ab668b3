import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest, type Fault, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeProduct, changeUnderWay, refuseWhileChanging, withoutErrors } from '../change.ts';
import { checkPublication } from '../listing/submission.ts';
import { isLocal } from '../product.ts';
import { productIs, productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';
import { viewProduct } from '../view.ts';
import { refuseCreation } from './create-product.ts';

type Ids = { id?: string | null | undefined; organizationID?: string | null | undefined };

/** Ids in a body that repeat those in the path must match them. */
export const repeatedIdFaults = (call: ActCall, productId: string, body: Ids | undefined): Fault[] =>
  (
    [
      ['id', body?.id, encodeId('prod', productId)],
      ['organizationID', body?.organizationID, encodeId('org', call.orgId)],
    ] as const
  ).flatMap(([path, given, ours]) =>
    given && given !== ours ? [{ path, code: 'mismatch', message: 'must be the one in the path' }] : [],
  );

/**
 * Makes a product public. A product that does not exist at the partner yet is created first, in the same run.
 * Idempotent while publication is in progress; an abandoned run is resumed.
 */
export const publishProduct = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: Ids | undefined },
) => {
  const old = requireFound(await lockProduct(call.db, params.productId), 'product');
  const faults = repeatedIdFaults(call, old.id, body);
  if (faults.length > 0) throw badRequest(faults);
  call.checkVersion(old.version);
  const isPending = allows(productTransitions, 'published', old.status);
  if (productIs.public(old.status) || (isPending && (await changeUnderWay(call, old))))
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
