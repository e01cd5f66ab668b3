import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type View = { id: string; name: string; description: string; website: string; emailDomain: string };

const patch = ({ owner }: TestOrganization, body: object, headers = {}) => owner.call('PATCH', '', { body, headers });

const accountStep = async ({ owner }: TestOrganization): Promise<string | undefined> => {
  const { body } = await owner.call('GET', '/onboarding/status');
  return (body as { steps: { key: string; status: string }[] }).steps.find(({ key }) => key === 'ACCOUNT')?.status;
};

test('an organization created with a name alone gets its profile, and the first step of its checklist is done', async () => {
  const fresh = await app.addOrganization('fresh');
  await patch(fresh, { website: null, emailDomain: '' });
  assert.equal(await accountStep(fresh), 'TODO');
  const reply = await patch(fresh, { website: 'https://fresh.example' });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((reply.body as View).website, 'https://fresh.example');
  assert.equal(await accountStep(fresh), 'DONE');
  const listed = (await fresh.owner.call('GET', '//org')).body as View[];
  assert.deepEqual(listed.find(({ id }) => id === fresh.id)?.website, 'https://fresh.example');
});

test('absent members stay, null clears, and a name is changed but never cleared', async () => {
  const one = await app.addOrganization('one');
  const whole = (await patch(one, { name: 'One', description: 'Software', emailDomain: 'one.example' })).body as View;
  assert.deepEqual([whole.name, whole.description, whole.emailDomain], ['One', 'Software', 'one.example']);
  const cleared = (await patch(one, { description: null })).body as View;
  assert.deepEqual([cleared.name, cleared.description, cleared.emailDomain], ['One', '', 'one.example']);
  for (const name of ['', '  ', null, 'a\nb']) assert.equal((await patch(one, { name })).status, 400, String(name));
  for (const body of [{ website: 'javascript:1' }, { emailDomain: 'nope' }, { webSite: 'https://x.example' }])
    assert.equal((await patch(one, body)).status, 400, JSON.stringify(body));
});

test('the same again leaves no trace, a whole object is sent back, and an old version is refused', async () => {
  const one = await app.addOrganization('again');
  const first = await patch(one, { description: 'Software' });
  const rows = async () =>
    (
      await app.database.pool.query(
        "select actor, changes from audit_event where org_id = $1 and action = 'updateOrganization'",
        [one.uuid],
      )
    ).rows as { changes: { path: string; before: unknown; after: unknown }[] }[];
  assert.equal((await patch(one, first.body)).status, 200);
  assert.equal((await patch(one, { ...(first.body as object), status: 'DISABLED' })).status, 200);
  const [row, ...others] = await rows();
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(row?.changes, [{ path: 'description', after: 'Software' }]);
  const etag = first.headers.get('etag') ?? '';
  assert.equal((await patch(one, { description: 'Services' }, { 'if-match': etag })).status, 200);
  assert.equal((await patch(one, { description: 'More' }, { 'if-match': etag })).status, 412);
});

test('only who manages access may change it, and nobody from outside', async () => {
  const body = { description: 'taken over' };
  assert.equal((await app.acme.admin.call('PATCH', '', { body })).status, 200);
  assert.equal((await app.acme.editor.call('PATCH', '', { body })).status, 403);
  assert.equal((await app.acme.viewer.call('PATCH', '', { body })).status, 403);
  assert.equal((await app.globex.owner.call('PATCH', `//org/${app.acme.id}`, { body })).status, 404);
});
