import { nameOfPerson } from '../../../auth/members.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { userIs } from '../access/user/states.ts';
import { findLeaders, findUsers, selectDeparted } from '../access/user/store.ts';

/** A user of the organization as others show it. */
export type Person = { name: string; email: string; isActive: boolean };

/** No more people need to be notified of the same thing. */
const leadersMax = 50;

/** Users by UUID; those that do not exist are absent. */
export const findPeople = async (db: OrgDb, ids: readonly string[]): Promise<Map<string, Person>> => {
  const users = ids.length === 0 ? [] : await findUsers(db, [...new Set(ids)]);
  return new Map(
    users.map((user) => [
      user.id,
      { name: nameOfPerson(user), email: user.email, isActive: userIs.active(user.status) },
    ]),
  );
};

/** The mail addresses of the active owners and admins, at most fifty. */
export const findLeaderAddresses = async (db: OrgDb): Promise<string[]> =>
  (await findLeaders(db, leadersMax)).map(({ email }) => email);

/**
 * The addresses without those of people who left the organization: who are disabled, or were removed and have not joined again.
 * `members`: addresses of people who were members, whether a removal was noted or not.
 */
export const withoutDeparted = async (
  db: OrgDb,
  addresses: readonly string[],
  members: readonly string[],
): Promise<string[]> => {
  const keyOf = (address: string): string => address.toLowerCase();
  const departed = new Set(await selectDeparted(db, [...new Set(addresses.map(keyOf))], members.map(keyOf)));
  return addresses.filter((address) => !departed.has(keyOf(address)));
};
