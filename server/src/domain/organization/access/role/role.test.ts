import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Person } from '../../../../../test/accounts.ts';
import { type People, startPeople } from '../../../../../test/people.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { inviteUser } from '../user/actions/invite-user.ts';
import { removeUser } from '../user/actions/remove-user.ts';
import { updateUser } from '../user/actions/update-user.ts';
import { UserChange, UserInvitation } from '../user/schema.ts';
import { createRole } from './actions/create-role.ts';
import { deleteRole } from './actions/delete-role.ts';
import { updateRole } from './actions/update-role.ts';
import { NewRole, RoleChange } from './schema.ts';

let people: People;
let owner: Person;
let orgId: string;
before(async () => {
  people = await startPeople();
  owner = await people.addPerson('owner@roles.test');
  orgId = await people.found(owner);
});
after(() => people.close());

const create = async (name: string, permissions: string[], by: Person = owner) => {
  const act = await people.as(by, orgId);
  return act((call) => createRole(call, { body: NewRole.parse({ name, permissions }) }));
};
const change = async (id: string, body: object, by: Person = owner) => {
  const act = await people.as(by, orgId);
  return act((call) => updateRole(call, { params: { roleId: uuid(id) }, body: RoleChange.parse(body) }));
};
const drop = async (id: string, by: Person = owner) => {
  const act = await people.as(by, orgId);
  return act((call) => deleteRole(call, { params: { roleId: uuid(id) } }));
};
const invite = async (email: string, customRoleId: string) => {
  const act = await people.as(owner, orgId);
  return act((call) => inviteUser(call, { body: UserInvitation.parse({ email, customRoleId }) }));
};
const uuid = (id: string): string => decodeId('role', id) as string;

/** Creates a member of the organization with a custom role. */
const holder = async (name: string, permissions: string[]): Promise<{ person: Person; roleId: string }> => {
  const role = await create(name, permissions);
  const person = await people.addPerson(`${name.toLowerCase()}@roles.test`);
  const now = people.environment.clock.now();
  await people.database.write(orgId, (db) =>
    db
      .insertInto('membership', {
        id: people.environment.ids.next(),
        account_id: person.id,
        email: person.email,
        first_name: '',
        last_name: '',
        role: 'CUSTOM',
        custom_role_id: uuid(role.id),
        status: 'ACTIVE',
        last_login_time: null,
        invitation_hash: null,
        invitation_expire_time: null,
        created_by: 'test',
        creation_time: now,
        last_update_time: now,
      })
      .execute(),
  );
  return { person, roleId: role.id };
};

const refused = async (work: Promise<unknown>, code: string): Promise<unknown> => {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), String(error));
  assert.equal(error.code, code, error.message);
  return error.info;
};

test('a name is used once in an organization, whatever its case, even by many at once', async () => {
  const role = await create('Sales', ['offer:read']);
  assert.deepEqual(await refused(create('SALES', ['offer:read']), 'Conflict'), { id: role.id });
  const other = await create('Other', ['offer:read']);
  assert.deepEqual(await refused(change(other.id, { name: 'sales' }), 'Conflict'), { id: role.id });
  assert.equal((await change(role.id, { name: 'sALES' })).name, 'sALES', 'its own name it may spell anew');
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => create('Race', ['offer:read'])));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) {
    if (result.status === 'rejected') assert.ok(isRefusal(result.reason) && result.reason.code === 'Conflict');
  }
});

test('permissions are a list of known ones, none twice, at least one; built-in names are taken', () => {
  const faults = (body: object): string[] =>
    NewRole.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? [];
  assert.deepEqual(faults({ name: 'R', permissions: ['offer:read', 'access:write'] }), []);
  assert.deepEqual(faults({ name: 'R', permissions: [] }), ['permissions']);
  assert.deepEqual(faults({ name: 'R', permissions: ['offer:read', 'offer:read'] }), ['permissions']);
  assert.deepEqual(faults({ name: 'owner', permissions: ['offer:all', 'x'] }), [
    'name',
    'permissions.0',
    'permissions.1',
  ]);
});

test('nobody creates or changes a role beyond what they hold, before or after', async () => {
  const { person } = await holder('Keeper', ['access:read', 'access:write', 'offer:read']);
  assert.deepEqual(await refused(create('More', ['offer:read', 'offer:write'], person), 'Forbidden'), {
    missing: ['offer:write'],
  });
  const strong = await create('Strong', ['offer:read', 'buyer:write']);
  await refused(change(strong.id, { permissions: ['offer:read'] }, person), 'Forbidden');
  await refused(change(strong.id, { name: 'Weak' }, person), 'Forbidden');
  await refused(drop(strong.id, person), 'Forbidden');
  const own = await create('Own', ['offer:read'], person);
  await refused(change(own.id, { permissions: ['offer:read', 'offer:write'] }, person), 'Forbidden');
  assert.deepEqual((await change(own.id, { permissions: ['access:read'] }, person)).permissions, ['access:read']);
  assert.equal(await drop(own.id, person), '');
});

test('what a changed role allows counts for its holders from the next request on', async () => {
  const { person, roleId } = await holder('Reader', ['offer:read']);
  const held = async () => [...((await people.membershipOf(person, orgId))?.permissions ?? [])];
  assert.deepEqual(await held(), ['offer:read']);
  await change(roleId, { permissions: ['offer:write', 'buyer:read'] });
  assert.deepEqual(await held(), ['buyer:read', 'offer:write']);
});

test('a role is deleted only when nobody holds it; the refusal says how many do', async () => {
  const role = await create('Held', ['offer:read']);
  const user = await invite('held@roles.test', role.id);
  const { database, environment } = people;
  const app = environment.ids.next();
  const withApp = (statement: string) =>
    database.pool.connect().then(async (client) => {
      await client.query('reset role; set role mos_system');
      await client.query(statement, statement.includes('$2') ? [app, orgId, uuid(role.id)] : [app]);
      await client.query('reset role; set role mos_read');
      client.release();
    });
  await withApp(`insert into oauth_app (id, org_id, custom_role_id, name, access_level, client_id, secret_hash, created_by,
    creation_time, last_update_time) values ($1, $2, $3, 'a', 'CUSTOM', 'app_held', '\\x00', 'test', now(), now())`);
  assert.deepEqual(await refused(drop(role.id), 'Conflict'), { users: 1, apps: 1 });
  const asOwner = await people.as(owner, orgId);
  await asOwner((call) => removeUser(call, { params: { userId: decodeId('user', user.id) as string } }));
  assert.deepEqual(await refused(drop(role.id), 'Conflict'), { users: 0, apps: 1 });
  await withApp('delete from oauth_app where id = $1');
  assert.equal(await drop(role.id), '');
});

test('a role that is given and deleted at once is either held or gone', async () => {
  const person = await invite('moved@roles.test', (await create('Parked', ['offer:read'])).id);
  const userId = decodeId('user', person.id) as string;
  for (let round = 0; round < 12; round += 1) {
    const role = await create(`Round ${round}`, ['offer:read']);
    const asOwner = await people.as(owner, orgId);
    const give = () =>
      round % 2 === 0
        ? invite(`round${round}@roles.test`, role.id)
        : asOwner((call) =>
            updateUser(call, { params: { userId }, body: UserChange.parse({ customRoleId: role.id }) }),
          );
    const [given, dropped] = await Promise.allSettled([give(), drop(role.id)]);
    assert.notEqual(given.status, dropped.status, `round ${round}`);
    const failed = given.status === 'rejected' ? given : (dropped as PromiseRejectedResult);
    assert.ok(isRefusal(failed.reason), String(failed.reason));
    assert.equal(failed.reason.code, given.status === 'rejected' ? 'BadRequest' : 'Conflict');
  }
});
