import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { BillingAddonRecord } from '../../../contract/reference/billing.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables } from '../states.ts';
import { applyAddonToEntitlement } from './actions/apply-addon-to-entitlement.ts';

const move = movesOf('entitlement', stateTables.entitlement);

export const addonEndpoints: Endpoint[] = [
  acts({
    id: 'applyAddonToEntitlement',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/addon',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Apply an addon to an entitlement',
    notes:
      'Records a one-off charge in info.addons. amount is in whole minor units; without chargeOn it is charged now. An id that is stored with the same content ' +
      'changes nothing; with other content, 409. An entitlement has at most 100 addons.',
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    body: BillingAddonRecord.request,
    bodyId: 'own',
    reply: WorkloadEntitlement,
    moves: move('applyAddon'),
    needs: 'entitlementAddon',
    emits: ['entitlement.updated'],
    act: applyAddonToEntitlement,
  }),
];
