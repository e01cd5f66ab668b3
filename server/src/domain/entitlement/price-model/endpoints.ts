import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { priceListLimits } from '../../../contract/limits.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables } from '../states.ts';
import { updateEntitlementPriceModel } from './actions/update-entitlement-price-model.ts';
import { UpdateEntitlementPriceModel } from './schema.ts';

const move = movesOf('entitlement', stateTables.entitlement);

export const priceModelEndpoints: Endpoint[] = [
  acts({
    id: 'updateEntitlementPriceModel',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/priceModel',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Update the prices of an entitlement',
    notes:
      'Absent lists are kept, given ones replace, null and an empty list clear. Without applyTime the prices apply at once; otherwise they are shown in info.pendingPriceModel until then. Every update ' +
      'replaces a pending one. What was used before keeps the prices that it had.',
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    body: UpdateEntitlementPriceModel,
    reply: WorkloadEntitlement,
    moves: move('updatePriceModel'),
    needs: 'entitlementPriceModel',
    emits: ['entitlement.updated'],
    act: updateEntitlementPriceModel,
  }),
];
