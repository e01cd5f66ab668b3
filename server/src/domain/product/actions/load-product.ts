import type { ActCall } from '../../../contract/call.ts';
import { stepFailed } from '../../../engine/workflow.ts';
import type { Product } from '../product.ts';
import { findProduct } from '../store.ts';

/** Loads the product of a run. Products are never removed, so a missing product never existed. */
export const loadProduct = async ({ db }: Pick<ActCall, 'db'>, productId: string): Promise<Product> => {
  const product = await findProduct(db, productId);
  if (!product) throw stepFailed('NotFound', 'No such product.');
  return product;
};
