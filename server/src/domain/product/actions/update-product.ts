import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { badRequest } from '../../../kit/errors.ts';
import { changeHere } from '../change.ts';
import { attributeFaults } from '../draft.ts';
import { listingChange } from '../listing/submission.ts';
import { patchProduct } from '../patch.ts';
import { isLocal, type Product } from '../product.ts';
import { lockForChange, requestChange } from '../request-change.ts';
import type { ProductPatch } from '../schema.ts';

/** The changed data that only we keep for a product that exists at the partner. */
const oursOf = (old: Product, wanted: Product): Partial<Product> => {
  const { attributes: _attributes, sellerNotes: _notes, ...info } = old.info;
  const { attributes, sellerNotes } = wanted.info;
  return {
    meta_info: wanted.meta_info,
    info: { ...info, ...(attributes ? { attributes } : {}), ...(sellerNotes === undefined ? {} : { sellerNotes }) },
  };
};

/** The data of it that the partner keeps. */
const theirsOf = ({ name, info }: Product): object => {
  const { attributes: _attributes, sellerNotes: _notes, ...listing } = info;
  return { name, listing };
};

/**
 * Changes a product's information, but never its prices. Data that only we keep (`metaInfo`, `info.attributes`,
 * `info.sellerNotes`) changes at once. If the product exists at the partner, the listing is changed there first.
 */
export const updateProduct = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: ProductPatch },
) => {
  const bad = attributeFaults(body.info?.attributes);
  if (bad.length > 0) throw badRequest(bad);
  const old = await lockForChange(call, params.productId, 'update');
  const wanted = patchProduct(old, body);
  if (isLocal(old)) return changeHere(call, old, wanted);
  const ours = oursOf(old, wanted);
  if (isSameDocument(theirsOf(old), theirsOf(wanted))) return changeHere(call, old, ours);
  requireCapability('productUpdate', old.partner);
  const { pending, faults } = listingChange(old, wanted);
  if (faults.length > 0) throw badRequest(faults);
  return pending ? requestChange(call, old, pending, ours) : changeHere(call, old, ours);
};
