import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type People, startPeople } from '../../../../../test/people.ts';
import { everyPermission } from '../../../../auth/permissions.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { createWebhook } from '../../../notification/webhook/actions/create-webhook.ts';
import { createOAuthAppByPerson } from '../../../oauth-app/actions/create-oauth-app.ts';
import { connect } from '../../connection/actions/connect-account.ts';
import { createApiClient } from '../api-client/actions/create-api-client.ts';
import { createRole } from '../role/actions/create-role.ts';
import { inviteUser } from './actions/invite-user.ts';
import { reinviteUser } from './actions/reinvite-user.ts';
import { removeUser } from './actions/remove-user.ts';
import { updateUser } from './actions/update-user.ts';
import { UserChange } from './schema.ts';
import { refused, usersOf, uuid } from './user.test-support.ts';

const people: People = await startPeople();
after(() => people.close());
const { aPerson, invite, update, remove, rowsOf, userIdOf, linkOf, accept, join, founded, trailOf } = usersOf(people);

test('the creator of an organization is its one OWNER, in the same transaction', async () => {
  const { owner, orgId } = await founded();
  const rows = await rowsOf(orgId);
  assert.equal(rows.length, 1);
  const { email, first_name: first, last_name: last, role, status, account_id: account } = rows[0];
  assert.deepEqual(
    [email, first, last, role, status, account],
    [owner.email, 'Olive', 'Owner', 'OWNER', 'ACTIVE', owner.id],
  );
  assert.deepEqual(await trailOf(orgId), [1, 'organization.created']);
  const membership = await people.membershipOf(owner, orgId);
  assert.equal(membership?.role, 'OWNER');
  assert.deepEqual(membership?.actor, { type: 'user', id: encodeId('user', rows[0].id), name: 'Olive Owner' });
});

test('only an OWNER makes, changes or removes an OWNER', async () => {
  const { owner, orgId } = await founded();
  const admin = await join(owner, orgId, { role: 'ADMIN' });
  const ownerId = await userIdOf(owner, orgId);
  const adminId = await userIdOf(admin, orgId);
  const invited = await invite(owner, orgId, { email: 'second@people.test', role: 'OWNER' });
  const before = await rowsOf(orgId);
  await refused(invite(admin, orgId, { email: 'x@people.test', role: 'OWNER' }), 'Forbidden');
  await refused(update(admin, orgId, adminId, { role: 'OWNER' }), 'Forbidden');
  for (const body of [{ role: 'ADMIN' }, { status: 'DISABLED' }, { firstName: 'Other' }]) {
    await refused(update(admin, orgId, ownerId, body), 'Forbidden');
  }
  await refused(remove(admin, orgId, ownerId), 'Forbidden');
  await refused(remove(admin, orgId, invited.id), 'Forbidden');
  const act = await people.as(admin, orgId);
  await refused(
    act((call) => reinviteUser(call, { params: { userId: uuid(invited.id) } })),
    'Forbidden',
  );
  assert.deepEqual(await rowsOf(orgId), before);
  assert.equal((await update(owner, orgId, adminId, { role: 'OWNER' })).role, 'OWNER');
});

test('a custom role of all permissions makes, changes and removes no ADMIN, and so none of itself', async () => {
  const { owner, orgId } = await founded();
  const asOwner = await people.as(owner, orgId);
  const all = await asOwner((call) => createRole(call, { body: { name: 'All', permissions: [...everyPermission] } }));
  const person = await join(owner, orgId, { customRoleId: all.id });
  const admin = await join(owner, orgId, { role: 'ADMIN' });
  const [personId, adminId] = [await userIdOf(person, orgId), await userIdOf(admin, orgId)];
  await refused(update(person, orgId, personId, { role: 'ADMIN' }), 'Forbidden');
  await refused(invite(person, orgId, { email: 'puppet@people.test', role: 'ADMIN' }), 'Forbidden');
  await refused(update(person, orgId, adminId, { role: 'EDITOR' }), 'Forbidden');
  await refused(remove(person, orgId, adminId), 'Forbidden');
  const puppet = await invite(person, orgId, { email: 'puppet@people.test', role: 'EDITOR' });
  assert.equal((await update(admin, orgId, puppet.id, { role: 'ADMIN' })).role, 'ADMIN');
  // An invitation to become one ends when its sender loses the right to make it.
  const ann = await aPerson();
  const invited = await invite(admin, orgId, { email: ann.email, role: 'ADMIN' });
  const link = await linkOf(orgId, invited.id);
  await update(owner, orgId, adminId, { customRoleId: all.id });
  assert.equal(await accept(link, ann), undefined);
  assert.equal(await people.membershipOf(ann, orgId), undefined);
});

test('a caller who was removed or demoted while a request was waiting grants nothing', async () => {
  const { owner, orgId } = await founded();
  const admin = await join(owner, orgId, { role: 'ADMIN' });
  const friend = await join(owner, orgId, { role: 'EDITOR' });
  const [adminId, friendId] = [await userIdOf(admin, orgId), await userIdOf(friend, orgId)];
  // The rights with which these requests were admitted are gone once they have waited.
  const late = await people.as(admin, orgId);
  const acts: Record<string, (call: ActCall) => Promise<unknown>> = {
    promote: (call) =>
      updateUser(call, { params: { userId: uuid(friendId) }, body: UserChange.parse({ role: 'ADMIN' }) }),
    remove: (call) => removeUser(call, { params: { userId: uuid(friendId) } }),
    invite: (call) => inviteUser(call, { body: { email: 'late@people.test', role: 'VIEWER' } }),
    role: (call) => createRole(call, { body: { name: 'Late', permissions: ['offer:read'] } }),
    client: (call) => createApiClient(call, { body: { type: 'API_KEY', role: 'EDITOR', secret: '' } as never }),
    webhook: (call) =>
      createWebhook(call, { body: { url: 'https://hooks.example/late', types: ['offer.accepted'] } as never }),
    connection: (call) =>
      connect(call, { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_1' } }, call.secretKeys),
    app: (call) => createOAuthAppByPerson(call, { body: { name: 'Late', accessLevel: 'EDITOR' } as never }),
  };
  const changes = [
    () => update(owner, orgId, adminId, { role: 'EDITOR' }),
    () => update(owner, orgId, adminId, { role: 'ADMIN', status: 'DISABLED' }),
    () => remove(owner, orgId, adminId),
  ];
  for (const change of changes) {
    await change();
    const before = await trailOf(orgId);
    for (const act of Object.values(acts)) await refused(late(act), 'Forbidden');
    assert.deepEqual(await trailOf(orgId), before);
  }
});

test('of two admins who remove each other at once one stays', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { owner, orgId } = await founded();
    const both = [await join(owner, orgId, { role: 'ADMIN' }), await join(owner, orgId, { role: 'ADMIN' })] as const;
    const ids = await Promise.all(both.map((person) => userIdOf(person, orgId)));
    await Promise.allSettled(both.map((person, index) => remove(person, orgId, ids[1 - index] ?? '')));
    const left = (await rowsOf(orgId)).filter(({ role }) => role === 'ADMIN');
    assert.equal(left.length, 1);
  }
});

test('nobody grants, changes or takes away more than they hold', async () => {
  const { owner, orgId } = await founded();
  const asOwner = await people.as(owner, orgId);
  const role = (name: string, permissions: string[]) =>
    asOwner((call) => createRole(call, { body: { name, permissions: permissions as never } }));
  const keeper = await role('Keeper', ['access:read', 'access:write', 'offer:read']);
  const seller = await role('Seller', ['offer:read', 'offer:write']);
  const reader = await role('Reader', ['offer:read']);
  const person = await join(owner, orgId, { customRoleId: keeper.id });
  const viewer = await invite(owner, orgId, { email: 'viewer@people.test', role: 'VIEWER' });
  const sold = await invite(owner, orgId, { email: 'seller@people.test', customRoleId: seller.id });

  for (const more of [{ role: 'VIEWER' }, { role: 'ADMIN' }, { customRoleId: seller.id }]) {
    await refused(invite(person, orgId, { email: 'more@people.test', ...more }), 'Forbidden');
    await refused(update(person, orgId, await userIdOf(person, orgId), more), 'Forbidden');
  }
  const missing = await refused(remove(person, orgId, sold.id), 'Forbidden');
  assert.deepEqual(missing, { missing: ['offer:write'] });
  await refused(update(person, orgId, viewer.id, { customRoleId: reader.id }), 'Forbidden');
  const own = await invite(person, orgId, { email: 'less@people.test', customRoleId: reader.id });
  assert.equal((await update(person, orgId, own.id, { customRoleId: keeper.id })).customRoleId, keeper.id);
  assert.equal(await remove(person, orgId, own.id), '');
});

test('the last active OWNER is neither demoted, disabled nor removed; invited and disabled ones do not count', async () => {
  const { owner, orgId } = await founded();
  const id = await userIdOf(owner, orgId);
  await invite(owner, orgId, { email: 'invited-owner@people.test', role: 'OWNER' });
  const other = await join(owner, orgId, { role: 'OWNER' });
  const otherId = await userIdOf(other, orgId);
  await update(owner, orgId, otherId, { status: 'DISABLED' });
  assert.equal(await people.membershipOf(other, orgId), undefined);
  for (const body of [{ role: 'ADMIN' }, { status: 'DISABLED' }]) {
    await refused(update(owner, orgId, id, body), 'Conflict');
  }
  await refused(remove(owner, orgId, id), 'Conflict');
  assert.equal((await update(owner, orgId, id, { firstName: 'Still' })).name, 'Still Owner');
  await update(owner, orgId, otherId, { status: 'ACTIVE' });
  assert.equal(await remove(owner, orgId, id), '', 'one may leave when another OWNER stays');
  assert.equal(await people.membershipOf(owner, orgId), undefined);
  await refused(remove(other, orgId, otherId), 'Conflict');
});

test('requests at once never take the last OWNER away', async () => {
  const { owner: first, orgId } = await founded();
  const owners = [first, await join(first, orgId, { role: 'OWNER' }), await join(first, orgId, { role: 'OWNER' })];
  const ids = await Promise.all(owners.map((owner) => userIdOf(owner, orgId)));
  const start = await rowsOf(orgId);
  for (let round = 0; round < 12; round += 1) {
    // Each owner removes itself or the next one; all are still OWNERs when they send the request.
    const acts = await Promise.all(owners.map((owner) => people.as(owner, orgId)));
    await Promise.allSettled(
      acts.map((act, index) => {
        const id = ids[(index + (round % 2)) % ids.length] as string;
        const kind = (round + index) % 3;
        if (kind === 0) return act((call) => removeUser(call, { params: { userId: uuid(id) } }));
        const body = UserChange.parse(kind === 1 ? { role: 'VIEWER' } : { status: 'DISABLED' });
        return act((call) => updateUser(call, { params: { userId: uuid(id) }, body }));
      }),
    );
    const left = (await rowsOf(orgId)).filter(({ role, status }) => role === 'OWNER' && status === 'ACTIVE');
    assert.equal(left.length, 1, `round ${round}`);
    await people.database.write(orgId, async (db) => {
      await db.deleteFrom('membership').execute();
      // Events are distinguished by version.
      for (const row of start)
        await db.insertInto('membership', { ...row, version: row.version + 10 * (round + 1) }).execute();
    });
  }
});

test('a role of another organization gets the same response as one that does not exist', async () => {
  const [ours, theirs] = [await founded(), await founded()];
  const asTheirs = await people.as(theirs.owner, theirs.orgId);
  const foreign = await asTheirs((call) => createRole(call, { body: { name: 'R', permissions: ['offer:read'] } }));
  const answers = [];
  for (const customRoleId of [foreign.id, 'role_01h2xcejqtf2nbrexx3vqjhp41', 'nonsense']) {
    answers.push(await refused(invite(ours.owner, ours.orgId, { email: 'r@people.test', customRoleId }), 'BadRequest'));
  }
  assert.deepEqual(answers[0], [{ path: 'customRoleId', code: 'not_found', message: 'no such role' }]);
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
});

test('a change keeps what is absent; a whole user sent back changes nothing and leaves no trace', async () => {
  const { owner, orgId } = await founded();
  const user = await invite(owner, orgId, {
    email: 'whole@people.test',
    role: 'EDITOR',
    firstName: 'W',
    lastName: 'H',
  });
  const trail = await trailOf(orgId);
  assert.deepEqual(await update(owner, orgId, user.id, { ...user }), user);
  assert.deepEqual(await update(owner, orgId, user.id, { email: 'other@people.test', id: user.id, name: 'N' }), user);
  assert.deepEqual(await trailOf(orgId), trail);
  const cleared = await update(owner, orgId, user.id, { lastName: null, role: 'VIEWER' });
  assert.deepEqual([cleared.firstName, cleared.lastName, cleared.role], ['W', '', 'VIEWER']);
});

test('a role is one of the built-in ones, or CUSTOM with its id; an invited user is neither enabled nor disabled', async () => {
  const { owner, orgId } = await founded();
  const asOwner = await people.as(owner, orgId);
  const custom = await asOwner((call) => createRole(call, { body: { name: 'C', permissions: ['offer:read'] } }));
  const email = 'roles@people.test';
  await refused(invite(owner, orgId, { email }), 'BadRequest');
  await refused(invite(owner, orgId, { email, role: 'CUSTOM' }), 'BadRequest');
  await refused(invite(owner, orgId, { email, role: 'VIEWER', customRoleId: custom.id }), 'BadRequest');
  const user = await invite(owner, orgId, { email, role: 'CUSTOM', customRoleId: custom.id });
  await refused(update(owner, orgId, user.id, { customRoleId: null }), 'BadRequest');
  assert.equal((await update(owner, orgId, user.id, { role: 'CUSTOM' })).customRoleId, custom.id);
  assert.equal((await update(owner, orgId, user.id, { role: 'EDITOR' })).customRoleId, undefined);
  await refused(update(owner, orgId, user.id, { role: 'CUSTOM' }), 'BadRequest');
  for (const status of ['ACTIVE', 'DISABLED']) {
    const info = await refused(update(owner, orgId, user.id, { status }), 'Conflict');
    assert.deepEqual(info, { status: 'INVITED', allowedFrom: ['ACTIVE', 'DISABLED'] });
  }
});
