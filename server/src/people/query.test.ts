import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

test('a query parameter that a route does not know is refused by name; those of an identity provider are accepted', async () => {
  const { token } = people.app.acme.owner;
  for (const [method, path] of [
    ['GET', '/session?verbose=1'],
    ['GET', '/account?verbose=1'],
    ['GET', '/signIn/oidc?verbose=1&returnTo=/'],
  ] as const) {
    const { status, body, text } = await people.ask(method, path, { token });
    assert.equal(status, 400, text);
    const { info } = body as { info: { path: string; code: string; message: string }[] };
    assert.deepEqual(
      info.map((fault) => [fault.path, fault.code]),
      [['verbose', 'unknown_parameter']],
    );
    assert.match(info[0]?.message ?? '', path.includes('oidc') ? /it takes returnTo$/ : /it takes none$/);
  }
  const { text } = await people.ask(
    'GET',
    '/signIn/oidc/callback?code=c&state=s&session_state=x&authuser=0&constructor=1&__proto__=2',
  );
  assert.doesNotMatch(text, /unknown_parameter/);
});

test('a lone surrogate is refused in every text, as in the rest of the API', async () => {
  const { token } = people.app.acme.owner;
  for (const [method, path, body] of [
    ['PATCH', '/account', { firstName: 'a\ud800b' }],
    ['POST', '/sign-up', { email: 'half@acme.test', password: 'correct horse \udfff battery' }],
    ['POST', '/session', { email: 'owner@acme.test', password: 'correct horse \ud800 battery' }],
  ] as const) {
    const { status, body: reply } = await people.ask(method, path, { token, body });
    const { info } = reply as { info: { path: string; code: string }[] };
    assert.deepEqual([status, info.map(({ code }) => code)], [400, ['lone_surrogate']], path);
  }
});
