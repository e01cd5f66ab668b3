import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { lockForChange, requestChange } from '../request-change.ts';
import type { UpdateProductTargeting } from '../schema.ts';

const maxAccounts = 100;

const faultsOf = (ids: readonly string[]): Fault[] => [
  ...ids.flatMap((id, index) =>
    /^\d{12}$/.test(id)
      ? []
      : [
          {
            path: `buyerAccountIds.${index}`,
            code: 'account_id',
            message: 'must be an AWS account id of 12 digits',
          },
        ],
  ),
  ...(ids.length > maxAccounts
    ? [{ path: 'buyerAccountIds', code: 'count', message: `must contain 0 to ${maxAccounts} accounts` }]
    : []),
  ...(new Set(ids).size < ids.length
    ? [{ path: 'buyerAccountIds', code: 'duplicate', message: 'names an account twice' }]
    : []),
];

/** Replaces the accounts that can see and buy a product of limited visibility. */
export const updateProductTargeting = async (
  call: ActCall,
  { params, body }: { params: { productId: string }; body: z.output<typeof UpdateProductTargeting> },
) => {
  const { buyerAccountIds } = body;
  const faults = faultsOf(buyerAccountIds);
  if (faults.length > 0) throw badRequest(faults);
  const old = await lockForChange(call, params.productId, 'target');
  requireCapability('productTargeting', old.partner);
  const change = { act: 'product.targeting', entityId: old.entity_id ?? '', buyerAccountIds } as const;
  return requestChange(call, old, { change, outcome: {} });
};
