import assert from 'node:assert/strict';
import type { Person } from '../../../../../test/accounts.ts';
import type { People } from '../../../../../test/people.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteUser } from './actions/invite-user.ts';
import { removeUser } from './actions/remove-user.ts';
import { updateUser } from './actions/update-user.ts';
import { invitationSecret } from './invitation-link.ts';
import { UserChange, UserInvitation } from './schema.ts';

type View = Awaited<ReturnType<typeof inviteUser>>;

export const uuid = (id: string): string => decodeId('user', id) as string;

export const refused = async (work: Promise<unknown>, code: string): Promise<unknown> => {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), String(error));
  assert.equal(error.code, code, error.message);
  return error.info;
};

/** Actions that user tests perform as members of the organization. */
export const usersOf = (people: People) => {
  let count = 0;
  const aPerson = (firstName = '', lastName = ''): Promise<Person> => {
    count += 1;
    return people.addPerson(`person${count}@people.test`, firstName, lastName);
  };

  const invite = async (by: Person, orgId: string, body: object): Promise<View> => {
    const act = await people.as(by, orgId);
    return act((call) => inviteUser(call, { body: UserInvitation.parse(body) }));
  };
  const update = async (by: Person, orgId: string, id: string, body: object): Promise<View> => {
    const act = await people.as(by, orgId);
    return act((call) => updateUser(call, { params: { userId: uuid(id) }, body: UserChange.parse(body) }));
  };
  const remove = async (by: Person, orgId: string, id: string): Promise<unknown> => {
    const act = await people.as(by, orgId);
    return act((call) => removeUser(call, { params: { userId: uuid(id) } }));
  };

  const rowsOf = async (orgId: string) =>
    (await people.database.pool.query('select * from membership where org_id = $1 order by id', [orgId])).rows;

  const userIdOf = async (person: Person, orgId: string): Promise<string> =>
    encodeId('user', (await rowsOf(orgId)).find(({ email }) => email === person.email).id);

  /** The link of the user's invitation, computed the way the run computes it for the mail. */
  const linkOf = async (orgId: string, id: string): Promise<string> => {
    const { rows } = await people.database.pool.query(
      `select id from operation where org_id = $1 and entity_id = $2 order by id desc limit 1`,
      [orgId, id],
    );
    const row = (await rowsOf(orgId)).find((user) => user.id === uuid(id));
    const name = { orgId, userId: uuid(id), operationId: rows[0].id };
    return invitationSecret(people.environment.secretKeys, name, row.invitation_hash) as string;
  };
  const accept = (token: string, { id: accountId }: Person) =>
    acceptInvitation(people.environment, { token, accountId, requestId: 'r' });

  /** A person with that role, invited by the owner. */
  const join = async (owner: Person, orgId: string, role: object): Promise<Person> => {
    const person = await aPerson();
    const user = await invite(owner, orgId, { email: person.email, ...role });
    assert.ok(await accept(await linkOf(orgId, user.id), person));
    return person;
  };

  const founded = async (): Promise<{ owner: Person; orgId: string }> => {
    const owner = await aPerson('Olive', 'Owner');
    return { owner, orgId: await people.found(owner) };
  };

  const trailOf = async (orgId: string): Promise<unknown[]> => {
    const { database } = people;
    const audits = await database.pool.query('select count(*)::int as n from audit_event where org_id = $1', [orgId]);
    const events = await database.pool.query('select name from outbox where org_id = $1 order by id', [orgId]);
    return [audits.rows[0].n, ...events.rows.map(({ name }) => name)];
  };

  return { aPerson, invite, update, remove, rowsOf, userIdOf, linkOf, accept, join, founded, trailOf };
};
