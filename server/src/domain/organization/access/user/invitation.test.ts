import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anHourAgo } from '../../../../../test/accounts.ts';
import { type People, startPeople } from '../../../../../test/people.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { loadInvitation } from './actions/load-invitation.ts';
import { reinviteUser } from './actions/reinvite-user.ts';
import { refused, usersOf, uuid } from './user.test-support.ts';

const people: People = await startPeople();
after(() => people.close());
const { aPerson, invite, remove, rowsOf, linkOf, accept, founded, trailOf } = usersOf(people);

test('an invitation is accepted once, by its address only, and gives the role at once', async () => {
  const { owner, orgId } = await founded();
  const [ann, bob] = [await aPerson('Ann', 'Arbor'), await aPerson()];
  const user = await invite(owner, orgId, { email: ann.email.toUpperCase(), role: 'EDITOR' });
  assert.deepEqual([user.email, user.status, user.role], [ann.email, 'INVITED', 'EDITOR']);
  assert.equal(await people.membershipOf(ann, orgId), undefined);
  const link = await linkOf(orgId, user.id);
  assert.equal(await accept(link, bob), undefined, 'another address');
  assert.equal(await accept('mos_wrong', ann), undefined);
  assert.deepEqual(await accept(link, ann), { orgId: encodeId('org', orgId), userId: user.id });
  assert.equal(await accept(link, ann), undefined, 'used');
  assert.equal((await rowsOf(orgId)).find(({ email }) => email === ann.email).invitation_hash, null);
  const membership = await people.membershipOf(ann, orgId);
  assert.ok(membership);
  assert.ok(membership.permissions.has('offer:write') && !membership.permissions.has('access:write'));
  assert.equal(membership.actor.name, 'Ann Arbor');
  assert.deepEqual(await trailOf(orgId), [3, 'organization.created', 'user.invited', 'user.joined']);
});

test('its mail names the organization and its address, until it is accepted', async () => {
  const { owner, orgId } = await founded();
  const ann = await aPerson();
  const user = await invite(owner, orgId, { email: ann.email, role: 'VIEWER' });
  const load = () => loadInvitation(people.database.read(orgId), uuid(user.id));
  const { rows } = await people.database.pool.query('select name from organization where id = $1', [orgId]);
  const invitation = await load();
  assert.deepEqual([invitation?.email, invitation?.organization], [ann.email, rows[0].name]);
  assert.deepEqual(invitation?.hash, (await rowsOf(orgId)).find(({ email }) => email === ann.email).invitation_hash);
  await accept(await linkOf(orgId, user.id), ann);
  assert.equal(await load(), undefined);
});

test('two acceptances of one link at once: one of them joins', async () => {
  const { owner, orgId } = await founded();
  const ann = await aPerson();
  const user = await invite(owner, orgId, { email: ann.email, role: 'VIEWER' });
  const link = await linkOf(orgId, user.id);
  const taken = await Promise.all([accept(link, ann), accept(link, ann), accept(link, ann)]);
  assert.equal(taken.filter((joined) => joined !== undefined).length, 1);
});

test('a link expires after seven days, and with a newer link, the user and the organization', async () => {
  const { owner, orgId } = await founded();
  const { pool } = people.database;
  const ann = await aPerson();
  const user = await invite(owner, orgId, { email: ann.email, role: 'VIEWER' });
  const first = await linkOf(orgId, user.id);
  const act = await people.as(owner, orgId);
  await anHourAgo(people.database, orgId);
  await act((call) => reinviteUser(call, { params: { userId: uuid(user.id) } }));
  assert.equal(await accept(first, ann), undefined, 'replaced');
  const second = await linkOf(orgId, user.id);
  assert.notEqual(second, first);

  const { rows } = await pool.query(
    `select invitation_expire_time - now() > interval '6 days 23 hours 59 minutes' as long from membership where org_id = $1
     and status = 'INVITED'`,
    [orgId],
  );
  assert.equal(rows[0].long, true);
  await people.database.system(async (statements) => {
    await statements
      .updateTable('membership')
      .set({ invitation_expire_time: new Date(Date.now() - 1000) })
      .where('org_id', '=', orgId)
      .where('status', '=', 'INVITED')
      .execute();
  });
  assert.equal(await accept(second, ann), undefined, 'too old');
  await act((call) => reinviteUser(call, { params: { userId: uuid(user.id) } }));
  const third = await linkOf(orgId, user.id);
  const setStatus = (status: 'ACTIVE' | 'DISABLED') =>
    people.database.system(async (statements) => {
      await statements.updateTable('organization').set({ status }).where('id', '=', orgId).execute();
    });
  await setStatus('DISABLED');
  assert.equal(await accept(third, ann), undefined, 'the organization is closed');
  assert.equal(await people.membershipOf(owner, orgId), undefined);
  await setStatus('ACTIVE');
  await remove(owner, orgId, user.id);
  assert.equal(await accept(third, ann), undefined, 'withdrawn');
});

test('an address is invited once, even by many at once; a member is not invited', async () => {
  const { owner, orgId } = await founded();
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => invite(owner, orgId, { email: 'race@people.test', role: 'VIEWER' })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const result of results) {
    if (result.status === 'rejected') assert.ok(isRefusal(result.reason) && result.reason.code === 'Conflict');
  }
  const runs = await people.database.pool.query('select count(*)::int as n from operation where org_id = $1', [orgId]);
  assert.equal(runs.rows[0].n, 1);
  await refused(invite(owner, orgId, { email: owner.email, role: 'VIEWER' }), 'Conflict');
});
