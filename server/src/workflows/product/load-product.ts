import type { ActCall } from '../../contract/call.ts';
import type { Product } from '../../domain/product/product.ts';
import { findProduct } from '../../domain/product/store.ts';
import { isStepFailed, stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { syncProduct } from '../marketplace/sync-listing.ts';
import { notReadBack, notShown } from '../read-back.ts';
import type { Talk, Which } from '../services.ts';

/** Products are never removed, so one that is not there was never there. */
export const loadProduct = async (call: ActCall, productId: string): Promise<Product> => {
  const product = await findProduct(call.db, productId);
  if (!product) throw stepFailed('NotFound', 'No such product.');
  return product;
};

/**
 * After a change: the record shows what the partner has. What cannot be read now is met by the next reconciliation; the answer
 * is what the operation says of it, after its own sentence.
 */
export const readBack = async (run: WorkflowRun, talk: Talk, which: Which, entityId: string): Promise<string> => {
  try {
    return (await syncProduct(run, talk, which, entityId)) ? '' : notShown;
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return notReadBack(error);
  }
};
