import type { ActCall } from '../../../contract/call.ts';
import { decodeId } from '../../../kit/ids.ts';
import { findPeople } from '../../organization/actions/find-people.ts';

/** Who writes. `id` is null for somebody who is not of the organization. */
export type Author = { id: string | null; name: string; email: string | null };

/** The caller. Programs have no mail address. */
export const authorOf = async ({ db, actor }: ActCall): Promise<Author> => {
  const userId = decodeId('user', actor.id);
  const person = userId === null ? undefined : (await findPeople(db, [userId])).get(userId);
  return { id: actor.id, name: actor.name, email: person?.email ?? null };
};
