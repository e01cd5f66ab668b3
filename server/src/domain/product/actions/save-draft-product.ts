import type { ActCall } from '../../../contract/call.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { addProduct, changeHere } from '../change.ts';
import { checkDraft, mergeDraft, newDraft } from '../draft.ts';
import { isLocal, type Product } from '../product.ts';
import type { ProductIn } from '../schema.ts';
import { productTransitions } from '../states.ts';
import { lockProduct } from '../store.ts';

/** Locks the product with that id and checks that its status allows editing or creating it. Throws 404, 412, 409. */
export const lockDraft = async (call: ActCall, id: string, act: 'save' | 'create'): Promise<Product> => {
  const uuid = decodeId('prod', id);
  const old = requireFound(uuid === null ? undefined : await lockProduct(call.db, uuid), 'product');
  call.checkVersion(old.version);
  nextStatus('Product', productTransitions, act, old);
  return old;
};

/** Creates a draft, or with the id of a DRAFT or CREATE_FAILED product updates it. */
export const createOrUpdateDraftProduct = async (call: ActCall, { body }: { body: ProductIn }) => {
  checkDraft(body);
  if (!body.id) return addProduct(call, mergeDraft(newDraft(call), body), 'product.created');
  const old = await lockDraft(call, body.id, 'save');
  if (!isLocal(old)) {
    throw new Refusal('Conflict', `This draft already exists at ${old.partner}; change it with PATCH product/{id}.`, {
      status: old.status,
      allowedFrom: productTransitions.save.from,
    });
  }
  return changeHere(call, old, mergeDraft(old, body));
};
