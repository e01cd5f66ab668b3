import type { ActCall } from '../../../contract/call.ts';
import { changedMetaInfo, type MetaInfoChange, type WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { requireFound } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeHere } from '../change.ts';
import { productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';

/** Changes a product's `metaInfo`; an absent member is kept, null clears it. Allowed while a change is in progress. */
export const updateProductMetaInfo = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: MetaInfoChange },
): Promise<WorkloadMetaInfo> => {
  const old = requireFound(await lockProduct(call.db, params.productId), 'product');
  call.checkVersion(old.version);
  nextStatus('Product', productTransitions, 'note', old);
  const meta = changedMetaInfo(old.meta_info, body);
  await changeHere(call, old, { meta_info: meta });
  return meta;
};
