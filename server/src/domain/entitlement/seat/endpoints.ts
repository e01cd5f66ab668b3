import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables } from '../states.ts';
import { updateEntitlementSeat } from './actions/update-seat.ts';
import { SeatParams } from './schema.ts';

const move = movesOf('entitlement', stateTables.entitlement);

export const seatEndpoints: Endpoint[] = [
  acts({
    id: 'updateEntitlementSeat',
    method: 'PATCH',
    path: '/org/{orgId}/entitlement/{entitlementId}/seat',
    family: 'entitlement',
    permission: 'entitlement:write',
    summary: 'Change the seats of an entitlement',
    notes:
      'For AZURE subscriptions to plans that are priced by user. The response shows the entitlement as it was before; the ' +
      "operation in its header ends when Microsoft has changed the seats, or as FAILED with Microsoft's message.",
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    query: SeatParams,
    reply: WorkloadEntitlement,
    replyHeaders: operationHeader,
    moves: move('changeSeats'),
    needs: 'entitlementSeats',
    emits: ['entitlement.seats_requested'],
    act: updateEntitlementSeat,
  }),
];
