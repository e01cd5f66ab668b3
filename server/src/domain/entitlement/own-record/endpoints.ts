import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { WorkloadMetaInfo } from '../../../contract/reference/meta-info.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables } from '../states.ts';
import { addEntitlementCredit } from './actions/add-entitlement-credit.ts';
import { updateEntitlementEndNotice } from './actions/update-entitlement-end-notice.ts';
import { updateEntitlementMetaInfo } from './actions/update-entitlement-meta-info.ts';
import { updateEntitlementName } from './actions/update-entitlement-name.ts';
import {
  AddEntitlementCredit,
  AddEntitlementCreditResponse,
  UpdateEntitlementEndNotice,
  UpdateEntitlementName,
} from './schema.ts';

const entitlementId = { entitlementId: { id: 'ent', noun: 'entitlement' } } as const;
const move = movesOf('entitlement', stateTables.entitlement);

/** Endpoints that change only our own record of an entitlement. */
export const ownRecordEndpoints: Endpoint[] = [
  acts({
    id: 'updateEntitlementName',
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/entitlementName',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Rename an entitlement',
    notes: 'Only in this service; the marketplace does not show the name. Allowed in any status.',
    params: entitlementId,
    body: UpdateEntitlementName,
    reply: WorkloadEntitlement,
    emits: ['entitlement.updated'],
    act: updateEntitlementName,
  }),
  acts({
    id: 'updateEntitlementEndNotice',
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/endNotice',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Set when the end of an entitlement is announced',
    notes:
      'END_SOON.ENTITLEMENT is sent this many days before the current term ends: 15, which is the standard, or 45. A term that was announced already is not announced again. Allowed in any status.',
    params: entitlementId,
    body: UpdateEntitlementEndNotice,
    reply: WorkloadEntitlement,
    emits: ['entitlement.updated'],
    act: updateEntitlementEndNotice,
  }),
  acts({
    id: 'updateEntitlementMetaInfo',
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/metaInfo',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Update the meta info of an entitlement',
    notes:
      'Absent members are kept, null clears; members set by the service or the marketplace stay. Allowed in any status.',
    params: entitlementId,
    body: WorkloadMetaInfo.change,
    reply: WorkloadMetaInfo.reply,
    emits: ['entitlement.updated'],
    act: updateEntitlementMetaInfo,
  }),
  acts({
    id: 'addEntitlementCredit',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/addCredit',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Add credit to a term of an entitlement',
    notes:
      'The credit pays for usage that has not been closed yet, before it is submitted. It is added to the current term (404 if there is none), or to the named ' +
      'one, which must not have ended.',
    params: entitlementId,
    body: AddEntitlementCredit,
    reply: AddEntitlementCreditResponse,
    moves: move('addCredit'),
    emits: ['entitlement.updated'],
    act: addEntitlementCredit,
  }),
];
