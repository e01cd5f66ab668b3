import type { ActCall } from '../../../contract/call.ts';
import { changedMetaInfo, type MetaInfoChange, type WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { requireFound } from '../../../kit/errors.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeHere } from '../change.ts';
import { productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';

/** Changes what stands beside a product; an absent member keeps, null clears. Possible while a change is on its way. */
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
