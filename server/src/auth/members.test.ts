import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Person } from '../../test/accounts.ts';
import { type People, startPeople } from '../../test/people.ts';
import { touchLogin } from './members.ts';

let people: People;
let person: Person;
before(async () => {
  people = await startPeople();
  person = await people.addPerson('person@members.test');
});
after(() => people.close());

const rowOf = async (orgId: string) =>
  (await people.database.pool.query('select * from membership where org_id = $1', [orgId])).rows[0];

test('the time of the last sign-in is kept in every organization, at most once a minute, and changes no version', async () => {
  const orgs = [await people.found(person), await people.found(person)];
  const stranger = await people.found(await people.addPerson('stranger@members.test'));
  const start = Date.parse('2026-01-01T00:00:00Z');
  const signIn = (ms: number) =>
    people.database.system((system) => touchLogin(system, person.id, new Date(start + ms)));
  const times: [number, number][] = [
    [0, 0],
    [59_000, 0],
    [60_000, 60_000],
    [61_000, 60_000],
    [200_000, 200_000],
  ];
  for (const [at, kept] of times) {
    await signIn(at);
    for (const orgId of orgs) {
      const row = await rowOf(orgId);
      assert.deepEqual([row.last_login_time.getTime() - start, row.version], [kept, 1]);
    }
  }
  assert.equal((await rowOf(stranger)).last_login_time, null);
});

test('a person belongs where the user is active, under another user id in each organization', async () => {
  const somebody = await people.addPerson('somebody@members.test', 'Some', 'Body');
  const [first, second] = [await people.found(somebody), await people.found(somebody)];
  const [one, two] = [await people.membershipOf(somebody, first), await people.membershipOf(somebody, second)];
  assert.equal(one?.actor.name, 'Some Body');
  assert.notEqual(one?.actor.id, two?.actor.id);
  assert.ok(one?.permissions.has('access:write'));
  await people.database.system(async (statements) => {
    await statements.updateTable('membership').set({ status: 'DISABLED' }).where('org_id', '=', first).execute();
  });
  assert.equal(await people.membershipOf(somebody, first), undefined);
  assert.ok(await people.membershipOf(somebody, second));
});

test('a stored permission that this release does not know grants nothing', async () => {
  const somebody = await people.addPerson('old@members.test');
  const orgId = await people.found(somebody);
  const id = people.environment.ids.next();
  const now = people.environment.clock.now();
  await people.database.write(orgId, async (db) => {
    const role = { id, name: 'Old', description: '', created_by: 'test', creation_time: now, last_update_time: now };
    await db.insertInto('role', { ...role, permissions: ['offer:read', 'moon:write'] as never }).execute();
    await db.updateTable('membership').set({ role: 'CUSTOM', custom_role_id: id }).execute();
  });
  const membership = await people.membershipOf(somebody, orgId);
  assert.deepEqual([...(membership?.permissions ?? [])], ['offer:read']);
});
