import type { ActCall } from '../../../contract/call.ts';
import { decodeId } from '../../../kit/ids.ts';
import { findPeople, withoutDeparted } from '../../organization/actions/find-people.ts';
import type { Ticket } from './ticket.ts';

/** Who writes. `id` is null for somebody who is not of the organization. */
export type Author = { id: string | null; name: string; email: string | null };

/** The caller. Programs have no mail address. */
export const authorOf = async ({ db, actor }: ActCall): Promise<Author> => {
  const userId = decodeId('user', actor.id);
  const person = userId === null ? undefined : (await findPeople(db, [userId])).get(userId);
  return { id: actor.id, name: actor.name, email: person?.email ?? null };
};

/**
 * The addresses of a ticket: the creator's and the watchers'. Those of people who have since been removed or disabled are left out:
 * people who left the organization receive nothing, and cannot answer.
 */
export const addressesOf = (
  { db }: Pick<ActCall, 'db'>,
  { creator, creator_id: creatorId, watchers }: Pick<Ticket, 'creator' | 'creator_id' | 'watchers'>,
): Promise<string[]> => {
  const wasMember = creatorId !== null && decodeId('user', creatorId) !== null;
  return withoutDeparted(db, [creator, ...watchers], wasMember ? [creator] : []);
};
