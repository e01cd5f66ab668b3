import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest } from '../../../kit/errors.ts';
import { changeHere } from '../change.ts';
import { addressFaults } from '../draft.ts';
import { isLocal } from '../product.ts';
import { lockForChange, requestChange } from '../request-change.ts';
import type { UpdateProductParams } from '../schema.ts';
import { viewProduct } from '../view.ts';

/** Changes the address to which the marketplace sends the product's buyers. */
export const updateProductFulfillmentUrl = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: z.output<typeof UpdateProductParams> },
) => {
  const { fulfillmentUrl } = body;
  const faults = addressFaults('fulfillmentUrl', fulfillmentUrl);
  if (faults.length > 0) throw badRequest(faults);
  const old = await lockForChange(call, params.productId, 'update');
  if (isLocal(old)) return changeHere(call, old, { fulfillment_url: fulfillmentUrl });
  requireCapability('productFulfillmentUrl', old.partner);
  if (old.fulfillment_url === fulfillmentUrl) return viewProduct(call.orgId, old);
  const entityId = old.entity_id ?? '';
  const change = { act: 'product.fulfillmentUrl', entityId, fulfillmentUrl } as const;
  return requestChange(call, old, { change, outcome: { fulfillmentUrl } });
};
