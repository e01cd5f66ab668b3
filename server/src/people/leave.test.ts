import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

test('a member leaves an organization, and its trail records it; the last owner stays', async () => {
  const { acme, globex, url } = people.app;
  const leave = (token: string, org = acme.id) => people.ask('POST', `/account/organizations/${org}/leave`, { token });
  const viewer = await acme.addPerson('VIEWER');
  const contacts = () => people.ask('GET', `${url}/org/${acme.id}/contact`, { token: viewer.token });
  assert.equal((await contacts()).status, 200);
  for (const org of [globex.id, 'org_nonsense']) assert.equal((await leave(viewer.token, org)).status, 404);
  assert.equal((await people.ask('POST', `/account/organizations/${acme.id}/leave`)).status, 401);
  assert.equal((await leave(viewer.token)).status, 204);
  assert.equal((await contacts()).status, 404, 'at once');
  assert.equal((await leave(viewer.token)).status, 404);
  const [row] = await people.rows<object>(
    `select action, entity_type, actor->>'type' as actor from audit_event where org_id = '${acme.uuid}' order by creation_time desc, id desc limit 1`,
  );
  assert.deepEqual(row, { action: 'leaveOrganization', entity_type: 'user', actor: 'user' });
  const last = await leave(acme.owner.token);
  assert.equal(last.status, 409, last.text);
  await acme.addPerson('OWNER');
  assert.equal((await leave(acme.owner.token)).status, 204);
});
