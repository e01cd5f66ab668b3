import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import type { Priced } from '../listing/listing.ts';
import { listingOf } from '../listing/partners.ts';
import { placeFaults, placesOf } from '../listing/place-faults.ts';
import { mergePatch } from '../patch.ts';
import type { Product } from '../product.ts';
import { lockForChange, requestPrices } from '../request-change.ts';
import { UpdateProductPricing } from '../schema.ts';

/** Prices that a call does not name stay (docs/decisions/0043-changing-products.md), so null cannot clear them. */
const clearedPrices = (body: z.output<typeof UpdateProductPricing>, { info }: Product): Fault[] =>
  (['commits', 'dimensions'] as const).flatMap((path) => {
    const isPriced = (info[path] ?? []).some(({ rate }) => rate !== undefined);
    if (body[path] !== null || !isPriced) return [];
    const message =
      'prices cannot be cleared: prices that are not named stay unchanged; leave this out, or name the new prices';
    return [{ path, code: 'not_clearable', message }];
  });

/** The members of the body are members of a product's `info`. */
const members = Object.fromEntries(Object.keys(UpdateProductPricing.shape).map((name) => [name, name]));

/**
 * Changes prices and terms of the public offer. An absent member is kept, null clears a term; prices that are not named
 * stay. Throws 400 with all faults.
 */
export const updateProductPricing = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: z.output<typeof UpdateProductPricing> },
) => {
  const old = await lockForChange(call, params.productId, 'update');
  requireCapability('productPrice', old.partner);
  const { commits, dimensions, ...terms } = body;
  const listing = listingOf(old.partner);
  const given = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
  const info = mergePatch(old.info, given) as Product['info'];
  const plans = commits || dimensions ? listing.plansIn({ commits, dimensions }) : [];
  const priced: Priced = plans.length > 0 ? listing.price(info, plans) : { info, faults: [], given: new Map() };
  const faults = [
    ...clearedPrices(body, old),
    ...priced.faults,
    ...listing.checkPrices(priced.info),
    ...listing.checkTerms(priced.info),
  ];
  if (faults.length > 0) {
    const places = new Map(placesOf({ commits, dimensions }));
    throw badRequest(placeFaults(faults, { priced, plans, places, members }));
  }
  return requestPrices(call, old, priced.info, 'product.pricing');
};
