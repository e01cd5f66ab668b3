import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { addProduct, changeProduct, withoutErrors } from '../change.ts';
import { checkDraft, mergeDraft, newDraft } from '../draft.ts';
import { checkCreation } from '../listing/submission.ts';
import type { Product } from '../product.ts';
import type { ProductIn } from '../schema.ts';
import { productTransitions } from '../states.ts';
import { lockDraft } from './save-draft-product.ts';

/** Throws 409 if the partner cannot create products, and 400 with all faults that it would refuse. */
export const refuseCreation = (product: Product, check: typeof checkCreation = checkCreation): void => {
  requireCapability('productCreate', product.partner);
  const faults = check(product);
  if (faults.length > 0) throw badRequest(faults);
};

/**
 * Creates a product and submits it to its marketplace. With the id of a DRAFT or CREATE_FAILED product, updates that
 * product from the body and submits it. All local checks run first, and all faults are reported together (400).
 */
export const createProduct = async (call: ActCall, { body }: { body: ProductIn }) => {
  checkDraft(body);
  const old = body.id ? await lockDraft(call, body.id, 'create') : undefined;
  const draft = mergeDraft(old ?? newDraft(call), body);
  refuseCreation(draft);
  const product: Product = {
    ...draft,
    status: nextStatus('Product', productTransitions, 'create', draft),
    meta_info: withoutErrors(draft.meta_info),
  };
  const entityId = encodeId('prod', product.id);
  const view = old
    ? await changeProduct(call, old, product, 'product.submitted')
    : await addProduct(call, product, 'product.created', 'product.submitted');
  await call.start('product.create', { productId: product.id }, { entityId, partner: product.partner });
  return view;
};
