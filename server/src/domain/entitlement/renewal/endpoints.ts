import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables } from '../states.ts';
import { adjustEntitlementRenewalUplift } from './actions/adjust-uplift.ts';
import { optOutEntitlementRenewal } from './actions/opt-out.ts';
import { getEntitlementRenewalDraftOffer } from './reads.ts';
import { RenewalAdjustUplift, RenewalDraftOffer } from './schema.ts';

const common = {
  family: 'entitlement',
  params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
} as const;

const move = movesOf('entitlement', stateTables.entitlement);

export const renewalEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'getEntitlementRenewalDraftOffer',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/renewal/draftOffer',
    permission: 'entitlement:read',
    summary: 'Get the offer by which an entitlement will be renewed',
    notes:
      'The offer that AWS made to renew the agreement at its end, with the range of its price increase; 404 if there is none.',
    unversioned: true,
    reply: RenewalDraftOffer,
    read: getEntitlementRenewalDraftOffer,
  }),
  acts({
    ...common,
    id: 'adjustEntitlementRenewalUplift',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/renewal/adjustUplift',
    permission: 'entitlement:write',
    summary: 'Adjust the uplift of a pending renewal',
    notes:
      'At most 2 decimals, within the range that the draft offer shows; 409 from its deadline on and for a fixed uplift. The ' +
      'response shows the offer as it was before; the operation in its header ends when AWS has changed the prices.',
    body: RenewalAdjustUplift,
    reply: RenewalDraftOffer,
    replyHeaders: operationHeader,
    moves: move('changeRenewal'),
    needs: 'renewalAdjustUplift',
    emits: ['entitlement.renewal_requested'],
    act: adjustEntitlementRenewalUplift,
  }),
  acts({
    ...common,
    id: 'optOutEntitlementRenewal',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/renewal/optOut',
    permission: 'entitlement:write',
    summary: 'Opt out of the renewal of an entitlement',
    notes:
      'The operation ends when AWS confirms that the seller has opted out; the agreement then ends with its term. 409 once the ' +
      'renewal is locked, 404 without a pending renewal.',
    reply: WorkloadEntitlement,
    replyHeaders: operationHeader,
    moves: move('changeRenewal'),
    needs: 'renewalOptOut',
    emits: ['entitlement.renewal_requested'],
    act: optOutEntitlementRenewal,
  }),
];
