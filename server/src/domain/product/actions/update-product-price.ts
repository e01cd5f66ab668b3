import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest } from '../../../kit/errors.ts';
import { listingOf } from '../listing/partners.ts';
import { lockForChange, requestPrices } from '../request-change.ts';
import type { UpdateProductPrice } from '../schema.ts';

/** Changes the prices of plans. Other prices stay unchanged. Throws 400 with all faults. */
export const updateProductPrice = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: z.output<typeof UpdateProductPrice> },
) => {
  const old = await lockForChange(call, params.productId, 'update');
  requireCapability('productPrice', old.partner);
  const listing = listingOf(old.partner);
  const { info, faults } = listing.price(old.info, body.plans);
  const all = [...faults, ...listing.checkPrices(info)];
  if (all.length > 0) throw badRequest(all);
  return requestPrices(call, old, info, 'product.price');
};
