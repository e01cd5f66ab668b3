import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cookiesAfter, type PeopleApp, startPeopleApp } from './people.test-support.ts';
import { clientId, clientSecret, type Provider, startProvider } from './provider.test-support.ts';

let provider: Provider;
let people: PeopleApp;
const settings = () => ({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });

before(async () => {
  provider = await startProvider();
  people = await startPeopleApp(settings());
});
after(async () => {
  await people.close();
  await provider.close();
});

/** A browser from the first click to the page it comes back to. */
const goThrough = async (on: PeopleApp, { withCookie = true }: { withCookie?: boolean } = {}) => {
  const begun = await on.ask('GET', '/signIn/oidc?returnTo=/console');
  assert.equal(begun.status, 302, begun.text);
  const location = begun.headers.get('location') ?? '';
  assert.ok(location.startsWith(`${provider.issuer}/authorize?`));
  assert.equal(new URL(location).searchParams.get('redirect_uri'), `${on.app.authUrl}/signIn/oidc/callback`);
  const query = provider.authorize(location);
  const back = await on.ask(
    'GET',
    `/signIn/oidc/callback?${query}`,
    withCookie ? { cookie: cookiesAfter(begun.headers) } : {},
  );
  const cookie = cookiesAfter(back.headers);
  return { back, query, state: cookiesAfter(begun.headers), cookie, to: back.headers.get('location') ?? '' };
};

const isIn = async (on: PeopleApp, cookie: string): Promise<string | undefined> =>
  ((await on.ask('GET', '/account', { cookie })).body as { email?: string }).email;

test('a new person of the provider gets an account, signs in again, and nothing of the provider is stored', async () => {
  provider.person = {
    sub: 'eve',
    email: 'Eve@corp.example',
    email_verified: true,
    given_name: 'Eve',
    family_name: 'Adams',
  };
  const first = await goThrough(people);
  assert.equal(first.to, `${new URL(people.app.url).origin}/console`);
  assert.match(first.cookie, /^mos_session=moss_\w{32}$/);
  assert.equal(await isIn(people, first.cookie), 'eve@corp.example');
  const account = await people.ask('GET', '/account', { cookie: first.cookie });
  assert.partialDeepStrictEqual(account.body, { firstName: 'Eve', lastName: 'Adams', password: false });
  const second = await goThrough(people);
  assert.equal(await isIn(people, second.cookie), 'eve@corp.example');
  assert.equal((await people.rows("select 1 from account where email = 'eve@corp.example'")).length, 1);
  const dump = JSON.stringify(await people.rows('select * from account_login'));
  assert.ok(!/their-access|their-refresh|eyJ/.test(dump), dump);
});

test('the callback works once, and only in the browser that started', async () => {
  provider.person = { sub: 'eve', email: 'eve@corp.example', email_verified: true };
  const foreign = await goThrough(people, { withCookie: false });
  assert.equal(await isIn(people, foreign.cookie), undefined);
  assert.match(foreign.to, /error=/);
  const good = await goThrough(people);
  const replayed = await people.ask('GET', `/signIn/oidc/callback?${good.query}`, { cookie: good.state });
  assert.equal(await isIn(people, cookiesAfter(replayed.headers)), undefined);
});

test('a token without an expiry, or with another audience too, is refused', async () => {
  provider.person = { sub: 'carl', email: 'carl@other.example', email_verified: true };
  const now = Math.floor(Date.now() / 1000);
  for (const claims of [
    { exp: undefined },
    { exp: 'never' },
    { exp: now - 600, iat: now - 900 },
    { iat: undefined },
    { aud: undefined },
    { aud: 'other' },
    { aud: [clientId, 'other'] },
    { aud: ['other', clientId], azp: clientId },
    { aud: [] },
    { azp: 'other' },
    { iss: undefined },
    { iss: 'https://other.example' },
    { nonce: undefined },
    { nonce: 'of another sign-in' },
    { nbf: now + 600 },
  ]) {
    provider.claims = claims;
    const came = await goThrough(people);
    assert.equal(await isIn(people, came.cookie), undefined, JSON.stringify(claims));
    assert.match(came.to, /error=/);
  }
  for (const claims of [{}, { aud: [clientId] }, { aud: clientId, azp: clientId }]) {
    provider.claims = claims;
    assert.equal(await isIn(people, (await goThrough(people)).cookie), 'carl@other.example', JSON.stringify(claims));
  }
  provider.claims = {};
  for (const email of ['carl', 'a@b', 'a b@other.example', 'a@other..example', '<a@corp.example>']) {
    provider.person = { sub: `carl ${email}`, email, email_verified: true };
    assert.equal(await isIn(people, (await goThrough(people)).cookie), undefined, email);
  }
});

test('a token is taken with a key of the provider and a signature only', async () => {
  provider.person = { sub: 'mona', email: 'mona@other.example', email_verified: true };
  for (const algorithm of ['none', 'HS256', 'no token'] as const) {
    provider.lies = algorithm;
    const came = await goThrough(people);
    assert.equal(await isIn(people, came.cookie), undefined, algorithm);
    assert.match(came.to, /error=/);
  }
  provider.lies = null;
  assert.equal(await isIn(people, (await goThrough(people)).cookie), 'mona@other.example');
});

test('a token signed by another key, and an address that the provider did not verify, are refused', async () => {
  provider.person = { sub: 'mallory', email: 'mallory@corp.example', email_verified: true };
  provider.forges = true;
  const forged = await goThrough(people);
  provider.forges = false;
  provider.person = { sub: 'trent', email: 'trent@corp.example', email_verified: false };
  const unverified = await goThrough(people);
  for (const { cookie, to } of [forged, unverified]) {
    assert.equal(cookie, '');
    assert.match(to, /^http:\/\/127\.0\.0\.1:\d+\/console\?error=/);
  }
  assert.equal(
    (await people.rows("select 1 from account where email like '%@corp.example' and email not like 'eve@%'")).length,
    0,
  );
});

test('an account with a password is not opened because the address is the same', async () => {
  await people.addPerson('ada@byron.example');
  provider.person = { sub: 'other', email: 'ada@byron.example', email_verified: true };
  const taken = await goThrough(people);
  assert.equal(taken.cookie, '');
  assert.match(taken.to, /error=account_not_linked/);
});

test('afterwards the browser goes to a page of this service and nowhere else', async () => {
  for (const returnTo of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'console',
    '/a\tb',
    'javascript:x',
  ]) {
    const reply = await people.ask('GET', `/signIn/oidc?returnTo=${encodeURIComponent(returnTo)}`);
    assert.equal(reply.status, 400, returnTo);
  }
});

test('where sign-up is off, only people invited by an organization are admitted', async () => {
  const closed = await startPeopleApp({ ...settings(), SIGN_UP: 'off' });
  try {
    provider.person = { sub: 'ivy', email: 'ivy@corp.example', email_verified: true };
    assert.equal((await goThrough(closed)).cookie, '');
    const { owner } = closed.app.acme;
    const invited = await owner.call('POST', '/user', { body: { email: 'ivy@corp.example', role: 'VIEWER' } });
    assert.equal(invited.status, 200, invited.text);
    await closed.rows(
      "update membership set invitation_expire_time = now() + interval '1 day', invitation_hash = '\\x00' where status = 'INVITED'",
    );
    const letIn = await goThrough(closed);
    assert.equal(await isIn(closed, letIn.cookie), 'ivy@corp.example');
  } finally {
    await closed.close();
  }
});

test('where the first person may sign up, of two at once one does', async () => {
  const fresh = await startPeopleApp({ ...settings(), SIGN_UP: 'first' });
  try {
    await fresh.rows('truncate account cascade');
    const begun = [];
    for (const sub of ['ann', 'bob', 'cid']) {
      provider.person = { sub, email: `${sub}@corp.example`, email_verified: true };
      const { headers } = await fresh.ask('GET', '/signIn/oidc?returnTo=/console');
      begun.push({ query: provider.authorize(headers.get('location') ?? ''), cookie: cookiesAfter(headers) });
    }
    const backs = await Promise.all(
      begun.map(({ query, cookie }) => fresh.ask('GET', `/signIn/oidc/callback?${query}`, { cookie })),
    );
    const people = await Promise.all(backs.map(({ headers }) => isIn(fresh, cookiesAfter(headers))));
    assert.equal(people.filter((email) => email !== undefined).length, 1, JSON.stringify(people));
    assert.ok(backs.every(({ status }) => status === 302));
    assert.equal((await fresh.rows('select 1 from account')).length, 1);
  } finally {
    await fresh.close();
  }
});

test('a provider that hangs or is down keeps nobody else from signing in', async () => {
  const elsewhere = await startPeopleApp(settings());
  try {
    const ada = await elsewhere.addPerson('ada@byron.example');
    provider.hangs = true;
    const hanging = elsewhere.ask('GET', '/signIn/oidc?returnTo=/');
    const began = performance.now();
    await elsewhere.signIn(ada);
    assert.ok(performance.now() - began < 2500);
    assert.equal((await hanging).status, 503);
    provider.hangs = false;
    provider.person = { sub: 'eve', email: 'eve@corp.example', email_verified: true };
    assert.equal(await isIn(elsewhere, (await goThrough(elsewhere)).cookie), 'eve@corp.example');
  } finally {
    provider.hangs = false;
    await elsewhere.close();
  }
});

test('an answer of the provider without an end is left after 1 MiB', async () => {
  provider.person = { sub: 'eve', email: 'eve@corp.example', email_verified: true };
  const elsewhere = await startPeopleApp(settings());
  try {
    for (const path of ['/.well-known/openid-configuration', '/token', '/jwks']) {
      if (path === '/token') assert.equal((await elsewhere.ask('GET', '/signIn/oidc?returnTo=/')).status, 302);
      provider.endless = path;
      provider.sent = 0;
      if (path.startsWith('/.')) assert.equal((await elsewhere.ask('GET', '/signIn/oidc?returnTo=/')).status, 503);
      else assert.equal(await isIn(elsewhere, (await goThrough(elsewhere)).cookie), undefined, path);
      // What the sockets and their buffers hold was sent, too.
      assert.ok(provider.sent > 0 && provider.sent < 16 * 1024 * 1024, `${path}: ${provider.sent}`);
      provider.endless = null;
    }
    assert.equal(await isIn(elsewhere, (await goThrough(elsewhere)).cookie), 'eve@corp.example');
  } finally {
    provider.endless = null;
    await elsewhere.close();
  }
});

test('where AUTH_URL has another host name, a browser begins and ends on the host of the console', async () => {
  const apart = await startPeopleApp({ ...settings(), PUBLIC_URL: 'http://console.test' });
  try {
    const { location } = Object.fromEntries((await apart.ask('GET', '/signIn/oidc?returnTo=/console?a=1')).headers);
    assert.equal(location, 'http://console.test/people/signIn/oidc?returnTo=%2Fconsole%3Fa%3D1');
    const { provider: offered } = (await apart.ask('GET', '/signIn')).body as { provider: { url: string } };
    assert.equal(offered.url, 'http://console.test/people/signIn/oidc');
  } finally {
    await apart.close();
  }
});

test('without a provider these endpoints do not exist', async () => {
  const plain = await startPeopleApp();
  try {
    assert.equal((await plain.ask('GET', '/signIn/oidc?returnTo=/')).status, 404);
  } finally {
    await plain.close();
  }
});
