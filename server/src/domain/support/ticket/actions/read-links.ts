import type { ActCall } from '../../../../contract/call.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { findPeople } from '../../../organization/actions/find-people.ts';
import { type TicketEntityType, ticketEntities } from '../entity.ts';
import { hasEntity } from '../store.ts';
import type { Ticket } from '../ticket.ts';

type Named = { entityType?: TicketEntityType | null | undefined; entityId?: string | null | undefined };
type Linked = Pick<Ticket, 'entity_type' | 'entity_id'>;

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

/** The entity that a request names, which must be one of the organization. Neither member: `old`; null clears. */
export const readEntity = async (
  call: ActCall,
  { entityType, entityId }: Named,
  { entity_type, entity_id }: Linked,
): Promise<Linked> => {
  const old = { entity_type, entity_id };
  if (entityType === undefined && entityId === undefined) return old;
  if (!entityType && !entityId) return { entity_type: null, entity_id: null };
  if (!entityType) return refuse('entityType', 'required', 'is required with entityId');
  if (!entityId) return refuse('entityId', 'required', 'is required with entityType');
  if (entityType === old.entity_type && entityId === old.entity_id) return old;
  const { prefix, table } = ticketEntities[entityType];
  const id = decodeId(prefix, entityId);
  if (id === null || !(await hasEntity(call.db, table, id)))
    return refuse('entityId', 'not_found', `must be the ID of an entity of this organization, ${prefix}_…`);
  return { entity_type: entityType, entity_id: entityId };
};

/** The user that a request assigns a ticket to. Absent: `old`; null clears. */
export const readAssignee = async (
  call: ActCall,
  assignee: string | null | undefined,
  old: string | null,
): Promise<string | null> => {
  if (assignee === undefined) return old;
  if (assignee === null || assignee === '') return null;
  const userId = decodeId('user', assignee);
  if (userId !== null && (userId === old || (await findPeople(call.db, [userId])).get(userId)?.isActive)) return userId;
  return refuse('assignee', 'not_found', 'must be the ID of an active user of this organization, user_…');
};
