import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest } from '../../../kit/errors.ts';
import { listingOf } from '../listing/partners.ts';
import { placeFaults, placesOf } from '../listing/place-faults.ts';
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
  const { plans } = body;
  const priced = listing.price(old.info, plans);
  const faults = [...priced.faults, ...listing.checkPrices(priced.info)];
  if (faults.length === 0) return requestPrices(call, old, priced.info, 'product.price');
  const places = new Map(plans.flatMap((plan, index) => placesOf(plan, `plans.${index}.`)));
  const ofCurrency = plans.findIndex(({ currency }) => currency);
  const members = ofCurrency < 0 ? {} : { currency: `plans.${ofCurrency}.currency` };
  throw badRequest(placeFaults(faults, { priced, plans, places, members }));
};
