import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Person } from '../../../../../test/accounts.ts';
import { anHourAgo } from '../../../../../test/accounts.ts';
import { type People, startPeople } from '../../../../../test/people.ts';
import { reinviteUser } from './actions/reinvite-user.ts';
import { usersOf, uuid } from './user.test-support.ts';

const people: People = await startPeople();
after(() => people.close());
const { aPerson, invite, update, remove, rowsOf, userIdOf, linkOf, accept, join, founded } = usersOf(people);

type Fall = (owner: Person, orgId: string, adminId: string) => Promise<unknown>;

const falls: Record<string, Fall> = {
  'was removed': (owner, orgId, id) => remove(owner, orgId, id),
  'was disabled': (owner, orgId, id) => update(owner, orgId, id, { status: 'DISABLED' }),
  'may not invite any more': (owner, orgId, id) => update(owner, orgId, id, { role: 'EDITOR' }),
};

for (const [what, fall] of Object.entries(falls)) {
  test(`an invitation is void when its sender ${what}, and the trail says so`, async () => {
    const { owner, orgId } = await founded();
    const admin = await join(owner, orgId, { role: 'ADMIN' });
    const ann = await aPerson();
    const user = await invite(admin, orgId, { email: ann.email, role: 'VIEWER' });
    const link = await linkOf(orgId, user.id);
    await fall(owner, orgId, await userIdOf(admin, orgId));
    assert.equal(await accept(link, ann), undefined);
    assert.equal(await people.membershipOf(ann, orgId), undefined);
    assert.ok(!(await rowsOf(orgId)).some(({ email }) => email === ann.email), 'withdrawn');
    const trail = await people.database.pool.query(
      `select action, entity_id from audit_event where org_id = $1 order by creation_time desc, id desc limit 1`,
      [orgId],
    );
    assert.deepEqual(trail.rows[0], { action: 'acceptInvitation', entity_id: user.id });
    assert.equal(await accept(link, ann), undefined);
  });
}

test('a person who invites again, or gives another role, is responsible for the invitation from then on', async () => {
  const { owner, orgId } = await founded();
  const admin = await join(owner, orgId, { role: 'ADMIN' });
  const [ann, bob] = [await aPerson(), await aPerson()];
  const first = await invite(admin, orgId, { email: ann.email, role: 'VIEWER' });
  const second = await invite(admin, orgId, { email: bob.email, role: 'VIEWER' });
  await anHourAgo(people.database, orgId);
  const act = await people.as(owner, orgId);
  await act((call) => reinviteUser(call, { params: { userId: uuid(first.id) } }));
  await update(owner, orgId, second.id, { role: 'OWNER' });
  const links = [await linkOf(orgId, first.id), await linkOf(orgId, second.id)];
  await remove(owner, orgId, await userIdOf(admin, orgId));
  assert.ok(await accept(links[0] ?? '', ann));
  assert.ok(await accept(links[1] ?? '', bob));
});
