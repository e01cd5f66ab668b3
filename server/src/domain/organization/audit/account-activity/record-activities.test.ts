import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeId } from '../../../../kit/ids.ts';
import { goodPassword, type PeopleApp, startPeopleApp } from '../../../../people/people.test-support.ts';
import { totp } from '../../../../people/totp.test-support.ts';
import { recordActivities } from './record-activities.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

const nextPassword = 'seven purple kites over lisbon';

type Trail = { action: string; actor: string; entity: string; source_ip: string; request: boolean; changes: string };

const trailOf = (orgId: string): Promise<Trail[]> =>
  people.rows<Trail>(
    `select action, actor ->> 'id' as actor, entity_id as entity, source_ip, length(request_id) > 8 as request,
       changes ->> 0 as changes from audit_event where org_id = '${orgId}' and action = 'changeAccount'
     order by creation_time, id`,
  );

const found = async (token: string): Promise<{ org: string; user: string }> => {
  const { url } = people.app;
  const made = await people.ask('POST', `${url}/org`, { token, body: { name: 'Byron' } });
  assert.equal(made.status, 200, made.text);
  const { id } = made.body as { id: string };
  const users = await people.ask('GET', `${url}/org/${id}/user`, { token });
  return { org: decodeId('org', id) ?? '', user: (users.body as { id: string }[])[0]?.id ?? '' };
};

test('a change of a person’s account is recorded once in the trail of each of its organizations, and nowhere else', async () => {
  const { environment } = people.app.app;
  const ada = await people.addPerson('ada@byron.example');
  const token = await people.signIn(ada);
  const places = [await found(token), await found(token)];
  const change = (current: string) =>
    people.ask('POST', '/account/password', { token, body: { current, new: nextPassword } });
  assert.equal((await change('not this one at all')).status, 400);
  assert.equal((await change(goodPassword)).status, 204);
  await Promise.all([recordActivities(environment), recordActivities(environment)]);
  assert.equal(await recordActivities(environment), false);
  for (const { org, user } of places) {
    const [row, more] = await trailOf(org);
    assert.equal(more, undefined, 'once');
    assert.deepEqual(
      { ...row, changes: JSON.parse(row?.changes ?? 'null') },
      {
        action: 'changeAccount',
        actor: user,
        entity: user,
        source_ip: '127.0.0.1',
        request: true,
        changes: { path: 'accountChange', after: 'password' },
      },
    );
  }
  assert.deepEqual(await trailOf(people.app.globex.uuid), []);
  assert.deepEqual(await people.rows('select 1 from account_activity'), []);
});

test('the second factor and its codes leave their trail, too; a worker that dies in between loses and doubles nothing', async () => {
  const { environment } = people.app.app;
  const bob = await people.addPerson('bob@byron.example');
  const token = await people.signIn(bob);
  const { org } = await found(token);
  const { body } = await people.ask('POST', '/account/secondFactor', { token, body: { password: bob.password } });
  const { secret } = body as { secret: string };
  const on = await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  assert.equal(on.status, 200, on.text);
  const [recoveryCode] = (on.body as { recoveryCodes: string[] }).recoveryCodes;
  await people.signIn(bob, { recoveryCode });
  const dying = { ...environment, ids: { ...environment.ids, next: () => assert.fail('killed') } };
  await assert.rejects(recordActivities(dying), /killed/);
  assert.deepEqual(await trailOf(org), []);
  while (await recordActivities(environment));
  assert.deepEqual(
    (await trailOf(org)).map(({ changes }) => JSON.parse(changes).after),
    ['factorOn', 'recoveryCode'],
  );
});
