import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';
import { createSignInLink } from './sign-in-link.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp({ SIMULATORS: 'off' });
});
after(() => people.close());

const enter = (token: string | undefined) => people.ask('POST', '/session/link', { body: { token } });

test('a link signs a person in once, and its token is stored nowhere', async () => {
  const ada = await people.addPerson('ada@byron.example');
  const token = await createSignInLink(people.app.app.people, ada.email);
  assert.ok(token && ![...people.app.app.people.signInLinks.keys()].includes(token));
  const replies = await Promise.all([enter(token), enter(token)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401]);
  const bodies = replies.filter(({ status }) => status === 200).map(({ body }): { token: string } => body);
  const account = await people.ask('GET', '/account', { token: bodies[0]?.token ?? '' });
  assert.equal((account.body as { email: string }).email, ada.email);
  assert.equal(await createSignInLink(people.app.app.people, 'nobody@byron.example'), undefined);
  assert.equal((await enter('mos_none')).status, 401);
});

test('a link is refused after its hour, and for an account with a second factor', async () => {
  const { people: parts } = people.app.app;
  const bob = await people.addPerson('bob@byron.example');
  const late = await createSignInLink(parts, bob.email);
  for (const link of parts.signInLinks.values()) link.until = 0;
  assert.equal((await enter(late)).status, 401);
  const token = await createSignInLink(parts, bob.email);
  await people.rows("update account set second_factor = true where email = 'bob@byron.example'");
  assert.equal((await enter(token)).status, 401);
});

test('without simulators there is no sandbox', async () => {
  const { body } = await people.ask('GET', '/signIn');
  assert.equal((body as { sandbox: boolean }).sandbox, false);
  for (const [method, path] of [
    ['GET', '/clock'],
    ['POST', '/clock'],
    ['POST', '/aws/offer/x/accept'],
  ] as const) {
    assert.equal((await people.ask(method, `${people.app.url}/console/sandbox${path}`)).status, 404, path);
  }
});
