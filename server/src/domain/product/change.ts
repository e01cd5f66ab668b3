import type { ActCall } from '../../contract/call.ts';
import { isSameDocument } from '../../contract/reference/same-document.ts';
import { createRowAdder, createRowChanger, viewOf } from '../../contract/versioned-rows.ts';
import { Refusal } from '../../kit/errors.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Product } from './product.ts';
import { productIs, productTransitions } from './states.ts';
import { findRunningChange, insertProduct, updateProductRow } from './store.ts';
import { type ProductView, viewProduct } from './view.ts';

const kind = { type: 'prod', view: viewProduct } as const;

/** Inserts a new product and returns its view. */
export const addProduct = viewOf(createRowAdder({ ...kind, insert: insertProduct }));

/** Whether a change of ours to it is in progress at its marketplace. */
export const isInProgress = ({ pending_change: change, status }: Product): boolean =>
  change !== null || productIs.inProgress(status);

/** Writes a changed product as its next version, and returns its view. */
export const changeProduct = viewOf(createRowChanger({ ...kind, update: updateProductRow }));

/** `changeProduct` with the event product.updated; does nothing if clients would see no difference. */
export const changeHere = async (call: ActCall, old: Product, change: Partial<Product>): Promise<ProductView> =>
  isSameDocument(viewProduct(call.orgId, old), viewProduct(call.orgId, { ...old, ...change }))
    ? viewProduct(call.orgId, old)
    : changeProduct(call, old, change, 'product.updated');

/** The operation that is changing the product in its marketplace. There is at most one at a time. */
export const changeInProgress = async (
  call: ActCall,
  product: Product,
): Promise<{ id: string; name: string } | undefined> =>
  isInProgress(product) ? findRunningChange(call.db, encodeId('prod', product.id)) : undefined;

/** Throws 409 with the operation in progress. An abandoned change does not block. */
export const refuseWhileChanging = async (
  call: ActCall,
  product: Product,
  act: keyof typeof productTransitions,
): Promise<void> => {
  const running = await changeInProgress(call, product);
  if (!running) return;
  throw new Refusal('Conflict', `Another change of this product is in progress at ${product.partner}.`, {
    status: product.status,
    allowedFrom: productTransitions[act].from,
    operationId: encodeId('operation', running.id),
  });
};

type MetaInfo = Product['meta_info'];

/** Removes the errors of the previous change at the partner. */
export const withoutErrors = (meta: MetaInfo): MetaInfo => {
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, updateMessage: _message, ...rest } = meta;
  return rest;
};

export type Errors = { errorMessages: string[]; prettified: string[] };

export const withErrors = (
  meta: MetaInfo,
  { errorMessages, prettified }: Errors,
  updateMessage?: string,
): MetaInfo => ({
  ...withoutErrors(meta),
  errorMessages,
  prettifiedErrorMessages: prettified,
  ...(updateMessage === undefined ? {} : { updateMessage }),
});
