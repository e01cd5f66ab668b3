import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { anHourAgo } from '../../../../../test/accounts.ts';
import { type People, startPeople } from '../../../../../test/people.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { reinviteUser } from './actions/reinvite-user.ts';
import { newOrganizationInvitationsMax, newOrganizationLinksPerDay, openInvitationsMax } from './invitation-limits.ts';
import { refused, usersOf, uuid } from './user.test-support.ts';

const people: People = await startPeople();
after(() => people.close());
const { invite, remove, founded } = usersOf(people);

test('a user gets another link at most once a minute, and the caller is told how long to wait', async () => {
  const { owner, orgId } = await founded();
  const user = await invite(owner, orgId, { email: 'ann@people.test', role: 'VIEWER' });
  const act = await people.as(owner, orgId);
  const again = () => act((call) => reinviteUser(call, { params: { userId: uuid(user.id) } }));
  const error = await again().catch((thrown: unknown) => thrown);
  assert.ok(isRefusal(error) && error.code === 'TooManyRequests', String(error));
  const seconds = Number(error.headers['retry-after']);
  assert.ok(seconds > 50 && seconds <= 60, `${seconds}`);
  await anHourAgo(people.database, orgId);
  const both = await Promise.allSettled([again(), again()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'also of two at once');
});

for (const [age, limit] of [
  ['that was founded lately', newOrganizationInvitationsMax],
  ['that has been there for a while', openInvitationsMax],
] as const)
  test(`an organization ${age} has so many open invitations, also when many are made at once; old ones do not count`, async () => {
    const { owner, orgId } = await founded();
    if (limit === openInvitationsMax)
      await people.database.system((db) =>
        sql`update organization set creation_time = creation_time - interval '8 days' where id = ${orgId}`.execute(db),
      );
    const first = await invite(owner, orgId, { email: 'first@people.test', role: 'VIEWER' });
    await people.database.write(orgId, (db) =>
      sql`
      insert into membership (org_id, id, email, role, status, invitation_hash, invitation_expire_time, created_by,
        creation_time, last_update_time)
      select ${orgId}, gen_random_uuid(), 'open' || n || '@people.test', 'VIEWER', 'INVITED', decode(md5(n::text), 'hex'),
        now() + interval '7 days', 'test', now(), now()
      from generate_series(1, ${limit - 2}) n
    `.execute(db.raw),
    );
    const more = (n: number) => invite(owner, orgId, { email: `more${n}@people.test`, role: 'VIEWER' });
    const made = await Promise.allSettled([more(1), more(2), more(3)]);
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await refused(more(4), 'Conflict'), { limit, used: limit });
    await anHourAgo(people.database, orgId);
    const act = await people.as(owner, orgId);
    await act((call) => reinviteUser(call, { params: { userId: uuid(first.id) } }));
    await people.database.write(orgId, (db) =>
      sql`update membership set invitation_expire_time = now() where org_id = ${orgId} and email = 'open1@people.test'`.execute(
        db.raw,
      ),
    );
    await more(5);
  });

test('a removed user frees a place but no further mail: links are counted per day', async () => {
  const { owner, orgId } = await founded();
  for (let n = 0; n < newOrganizationLinksPerDay; n += 1) {
    const user = await invite(owner, orgId, { email: `stranger${n}@people.test`, role: 'VIEWER' });
    if (n < newOrganizationLinksPerDay - 1) await remove(owner, orgId, user.id);
  }
  const more = (n: number) => invite(owner, orgId, { email: `more${n}@people.test`, role: 'VIEWER' });
  assert.deepEqual(await refused(more(1), 'TooManyRequests'), {
    limit: newOrganizationLinksPerDay,
    used: newOrganizationLinksPerDay,
  });
  await anHourAgo(people.database, orgId);
  const { rows } = await people.database.pool.query(
    "select id from membership where org_id = $1 and status = 'INVITED'",
    [orgId],
  );
  const act = await people.as(owner, orgId);
  const again = act((call) => reinviteUser(call, { params: { userId: rows[0].id } }));
  await refused(again, 'TooManyRequests');
  await people.database.system((db) =>
    sql`update organization set creation_time = creation_time - interval '8 days' where id = ${orgId}`.execute(db),
  );
  await more(2);
});
