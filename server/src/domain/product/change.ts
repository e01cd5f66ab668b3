import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { isSameDocument } from '../../contract/reference/same-document.ts';
import { Refusal } from '../../kit/errors.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Product } from './product.ts';
import { productTransitions } from './states.ts';
import { findRunningChange, insertProduct, updateProductRow } from './store.ts';
import { type ProductView, viewProduct } from './view.ts';

/** Writes a new product with its audit trail and event, and answers its view. */
export const addProduct = async (call: ActCall, product: Product, event: EventName): Promise<ProductView> => {
  await insertProduct(call.db, product);
  const view = viewProduct(call.orgId, product);
  call.setVersion(product.version);
  call.changed({ type: 'prod', id: view.id, name: product.name, before: null, after: view });
  call.emit({ name: event, entityType: 'prod', entityId: view.id, version: product.version, payload: view });
  return view;
};

/** Writes a changed product as its next version with its audit trail and event, and answers its view. */
export const changeProduct = async (
  call: ActCall,
  old: Product,
  change: Partial<Product>,
  event: EventName,
): Promise<ProductView> => {
  const product: Product = {
    ...old,
    ...change,
    last_updated_by: call.actor.id,
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateProductRow(call.db, product);
  const before = viewProduct(call.orgId, old);
  const after = viewProduct(call.orgId, product);
  call.setVersion(product.version);
  call.changed({ type: 'prod', id: after.id, name: product.name, before, after });
  call.emit({ name: event, entityType: 'prod', entityId: after.id, version: product.version, payload: after });
  return after;
};

/** A product as it is: the answer of an act that changes nothing. */
export const unchanged = (call: ActCall, product: Product): ProductView => {
  call.setVersion(product.version);
  return viewProduct(call.orgId, product);
};

/** `changeProduct` with the event product.updated, or nothing where clients would see no difference. */
export const changeHere = async (call: ActCall, old: Product, change: Partial<Product>): Promise<ProductView> =>
  isSameDocument(viewProduct(call.orgId, old), viewProduct(call.orgId, { ...old, ...change }))
    ? unchanged(call, old)
    : changeProduct(call, old, change, 'product.updated');

/** The operation that is changing the product at its marketplace, of which there is one at a time. */
export const changeUnderWay = async (
  call: ActCall,
  product: Product,
): Promise<{ id: string; name: string } | undefined> =>
  product.pending_change !== null || product.status.startsWith('PENDING_')
    ? findRunningChange(call.db, encodeId('prod', product.id))
    : undefined;

/** Throws 409 with the operation that is under way. One that nobody works on any more is in nobody's way. */
export const refuseWhileChanging = async (
  call: ActCall,
  product: Product,
  act: keyof typeof productTransitions,
): Promise<void> => {
  const running = await changeUnderWay(call, product);
  if (!running) return;
  throw new Refusal('Conflict', `Another change of this product is on its way to ${product.partner}.`, {
    status: product.status,
    allowedFrom: productTransitions[act].from,
    operationId: encodeId('operation', running.id),
  });
};

type MetaInfo = Product['meta_info'];

/** Without what the last change at the partner left behind. */
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
