import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, makeInvitationToken, type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp({ SIGN_UP: 'off' });
});
after(() => people.close());

const invite = async (email: string, days = 7): Promise<string> => {
  const { owner } = people.app.acme;
  const reply = await owner.call('POST', '/user', {
    body: { email, role: 'EDITOR', firstName: 'In', lastName: 'Vited' },
  });
  assert.equal(reply.status, 200, reply.text);
  return makeInvitationToken(people, email, days);
};

const accept = (token: string, more: object = {}, session: { token?: string } = {}) =>
  people.ask('POST', '/invitation/accept', { body: { token, ...more }, ...session });

const contacts = (token: string) => people.ask('GET', `${people.app.url}/org/${people.app.acme.id}/contact`, { token });

test('a new person gets an account that is ready, and belongs to the organization', async () => {
  const link = await invite('new@byron.example');
  assert.equal((await accept(link)).status, 400, 'a password is needed');
  assert.equal((await accept(link, { password: 'password1234' })).status, 400);
  const reply = await accept(link, { password: goodPassword, lastName: 'Other' });
  assert.equal(reply.status, 200, reply.text);
  assert.partialDeepStrictEqual(reply.body, { organizationID: people.app.acme.id, email: 'new@byron.example' });
  const token = await people.signIn({ email: 'new@byron.example', password: goodPassword });
  assert.equal((await contacts(token)).status, 200);
  assert.partialDeepStrictEqual((await people.ask('GET', '/account', { token })).body, {
    firstName: 'In',
    lastName: 'Other',
  });
  assert.equal((await accept(link, { password: goodPassword })).status, 400, 'once');
});

test('a person with an account gives its password, or is signed in; nobody else joins in their name', async () => {
  const ada = await people.addPerson('ada@byron.example');
  const link = await invite(ada.email);
  assert.equal((await accept(link, { password: 'an attackers long password' })).status, 401);
  assert.equal((await accept(link)).status, 400);
  assert.equal((await accept(link, { password: ada.password })).status, 200);
  assert.equal((await contacts(await people.signIn(ada))).status, 200);

  const bob = await people.addPerson('bob@byron.example');
  const other = await invite(bob.email);
  const foreign = await accept(other, {}, { token: await people.signIn(ada) });
  assert.equal(foreign.status, 403, 'signed in as somebody else');
  const token = await people.signIn(bob);
  assert.equal((await contacts(token)).status, 404);
  assert.equal((await accept(other, {}, { token })).status, 200);
  assert.equal((await contacts(token)).status, 200, 'the same session, at once');
});

test('wrong, replaced and expired links are refused in the same way', async () => {
  const late = await invite('late@byron.example', -1);
  const replies = [
    await accept('mos_nonsense', { password: goodPassword }),
    await accept(late, { password: goodPassword }),
  ];
  for (const { status, body } of replies) {
    assert.equal(status, 400);
    assert.equal((body as { message: string }).message, 'This link is no longer valid; request a new one.');
  }
  assert.equal((await people.rows("select 1 from account where email = 'late@byron.example'")).length, 0);
});

test('the pages of links load nothing from other hosts, and do not pass the token on', async () => {
  for (const path of ['/account/invitation', '/account/partner-invitation', '/email/verify', '/password/reset']) {
    const page = await people.ask('GET', `${path}?token=mos_secret%22%3E%3Cscript%3E`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const csp = page.headers.get('content-security-policy') ?? '';
    assert.match(csp, /default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; connect-src 'self'/);
    assert.ok(!page.text.includes('mos_secret'), 'nothing of the address is in the page');
    assert.ok(!/https?:\/\//.test(page.text));
    const nonce = /script-src 'nonce-([^']+)'/.exec(csp)?.[1] ?? '';
    assert.ok(page.text.includes(`<script nonce="${nonce}">`));
  }
});
