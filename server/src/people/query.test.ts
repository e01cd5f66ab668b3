import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

test('a query parameter that a route does not know is refused by name; those of an identity provider are let', async () => {
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
  const { text } = await people.ask('GET', '/signIn/oidc/callback?code=c&state=s&session_state=x&authuser=0');
  assert.doesNotMatch(text, /unknown_parameter/);
});
