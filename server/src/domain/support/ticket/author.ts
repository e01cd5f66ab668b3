import type { ActCall } from '../../../contract/call.ts';
import { foldCase } from '../../../kit/fold-case.ts';
import { decodeId } from '../../../kit/ids.ts';
import { findPeople } from '../../organization/actions/find-people.ts';
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
 * The addresses of a ticket: the creator's and the watchers'. The address of a creator who has since been removed or disabled is left out:
 * people who left the organization receive nothing, and cannot answer.
 */
export const addressesOf = async (
  { db }: Pick<ActCall, 'db'>,
  { creator, creator_id: creatorId, watchers }: Pick<Ticket, 'creator' | 'creator_id' | 'watchers'>,
): Promise<string[]> => {
  const userId = creatorId === null ? null : decodeId('user', creatorId);
  const isHere = userId === null || (await findPeople(db, [userId])).get(userId)?.isActive === true;
  return isHere ? [creator, ...watchers] : watchers.filter((address) => foldCase(address) !== foldCase(creator));
};
