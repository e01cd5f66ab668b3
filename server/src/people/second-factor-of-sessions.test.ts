import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newMachineSecret } from '../auth/secrets.ts';
import { innerToken } from '../auth/session-token.ts';
import { createDevice } from './authenticator.test-support.ts';
import { beginSession } from './begin-session.ts';
import { peopleEndpoints } from './endpoints.ts';
import {
  cookiesAfter,
  goodPassword,
  makeInvitationToken,
  type PeopleApp,
  startPeopleApp,
  tokenIn,
} from './people.test-support.ts';
import { clientId, clientSecret, type Provider, startProvider } from './provider.test-support.ts';
import { createSignInLink } from './sign-in-link.ts';
import { totp } from './totp.test-support.ts';

let provider: Provider;
let people: PeopleApp;
before(async () => {
  provider = await startProvider();
  people = await startPeopleApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  });
});
after(async () => {
  await people.close();
  await provider.close();
});

type Person = { id: string; email: string; token: string; secret: string; recoveryCodes: string[] };
type Given = { code?: string; recoveryCode?: string };

const turnOn = async (token: string, more: object = {}) => {
  const begun = await people.ask('POST', '/account/secondFactor', { token, body: more });
  assert.equal(begun.status, 200, begun.text);
  const { secret } = begun.body as { secret: string };
  const done = await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  assert.equal(done.status, 200, done.text);
  return { secret, ...(done.body as { recoveryCodes: string[] }) };
};

let count = 0;
const enrolled = async (): Promise<Person> => {
  const person = await people.addPerson(`person${++count}@byron.example`);
  const token = await people.signIn(person);
  return { ...person, token, ...(await turnOn(token, { password: person.password })) };
};

const sessionsOf = async ({ id }: { id: string }): Promise<number> =>
  (await people.rows(`select 1 from account_session where account_id = '${id}'`)).length;

const comeBack = async (): Promise<{ cookie: string; to: string }> => {
  const begun = await people.ask('GET', '/signIn/oidc?returnTo=/console/offers?a=1');
  const query = provider.authorize(begun.headers.get('location') ?? '');
  const back = await people.ask('GET', `/signIn/oidc/callback?${query}`, { cookie: cookiesAfter(begun.headers) });
  return { cookie: cookiesAfter(back.headers), to: back.headers.get('location') ?? '' };
};

/** Who has an account by the provider alone, with a second factor. */
const enrolledByProvider = async (): Promise<Person> => {
  const email = `person${++count}@corp.example`;
  provider.person = { sub: email, email, email_verified: true };
  const token = /mos_session=(\w+)/.exec((await comeBack()).cookie)?.[1] ?? '';
  const [account] = await people.rows<{ id: string }>(`select id from account where email = '${email}'`);
  return { id: account?.id ?? '', email, token, ...(await turnOn(token)) };
};

const invite = async (email: string): Promise<string> => {
  const { owner } = people.app.acme;
  assert.equal((await owner.call('POST', '/user', { body: { email, role: 'VIEWER' } })).status, 200);
  return makeInvitationToken(people, email);
};

const signIn = ({ email }: Person, given: Given, password = goodPassword) =>
  people.ask('POST', '/session', { body: { email, password, ...given } });

const passwords: Record<string, string> = {};
const invitations: Record<string, string> = {};

const resetPassword = async (email: string): Promise<string> => {
  await people.ask('POST', '/password/forgot', { body: { email } });
  const token = tokenIn((await people.sendMails()).find((mail) => mail.to === email && tokenIn(mail) !== ''));
  const password = `a wholly different phrase ${newMachineSecret()}`;
  const reset = await people.ask('POST', '/password/reset', { body: { token, password } });
  assert.equal(reset.status, 204, reset.text);
  assert.equal(reset.headers.getSetCookie().length, 0);
  return password;
};

/** Belongs to nobody: what a request without a secret, or for another person, leaves behind. */
const nothing = async () => ({ status: 0, text: '' });

/**
 * What somebody can do without a session who holds everything of a person but the second factor: the password, the mails,
 * the account at the identity provider. A way in is tried without a code, with a wrong one, with one of the app and with
 * a recovery code.
 */
type Way = {
  enrol?: () => Promise<Person>;
  come: (person: Person, given: Given) => Promise<{ status: number; text: string }>;
  /** What is gained: the sessions or memberships of the person. */
  gained?: (person: Person) => Promise<number>;
  /** No code opens it: it is refused, or it gives nothing. */
  closed?: true;
  /** It needs no code, because the device has verified its user. */
  standsForBoth?: true;
};

const origin = (): string => new URL(people.app.url).origin;
const device = createDevice();

const ways: Record<string, Way> = {
  signIn: { come: signIn },
  signInByPasskey: {
    enrol: async () => {
      const person = await enrolled();
      const { token } = person;
      const asked = await people.ask('POST', '/account/passkey/options', { token });
      const { options, challenge } = asked.body as { options: never; challenge: string };
      const body = { challenge, response: device.create(options, origin()) };
      assert.equal((await people.ask('POST', '/account/passkey', { token, body })).status, 200);
      return person;
    },
    come: async () => {
      const asked = await people.ask('POST', '/session/passkey/options');
      const { options, challenge } = asked.body as { options: never; challenge: string };
      return people.ask('POST', '/session/passkey', { body: { challenge, response: device.get(options, origin()) } });
    },
    standsForBoth: true,
  },
  endOidc: {
    enrol: enrolledByProvider,
    come: async (_, given) => {
      const { cookie, to } = await comeBack();
      assert.ok(!/mos_session=/.test(cookie), cookie);
      assert.match(to, /\/console\/sign-in\?secondFactor=TOTP&returnTo=%2Fconsole%2Foffers%3Fa%3D1$/);
      return people.ask('POST', '/session/secondFactor', { cookie, body: given });
    },
  },
  passSecondFactor: {
    enrol: enrolledByProvider,
    come: async (_, given) => {
      const { cookie } = await comeBack();
      const forged = cookie.replace(/two_factor=.{10}/, 'two_factor=2fa-aaaaaa');
      return people.ask('POST', '/session/secondFactor', { cookie: forged, body: given });
    },
    closed: true,
  },
  signInByLink: {
    come: async ({ email }, given) =>
      people.ask('POST', '/session/link', {
        body: { token: await createSignInLink(people.app.app.people, email), ...given },
      }),
    closed: true,
  },
  resetPassword: {
    come: async (person, given) => {
      passwords[person.email] ??= await resetPassword(person.email);
      return signIn(person, given, passwords[person.email]);
    },
  },
  acceptInvitation: {
    come: async ({ email }, given) => {
      invitations[email] ??= await invite(email);
      const body = { token: invitations[email], password: goodPassword, ...given };
      return people.ask('POST', '/invitation/accept', { body });
    },
    gained: async ({ email }) =>
      (await people.rows(`select 1 from membership where email = '${email}' and status = 'ACTIVE'`)).length,
  },
  signUp: {
    come: async ({ email }, given) => {
      await people.ask('POST', '/sign-up', { body: { email, password: goodPassword, ...given } });
      return { status: 401, text: 'a mail says that there is an account' };
    },
    closed: true,
  },
  verifyEmail: {
    come: (_, given) =>
      people.ask('POST', '/email/verify', { body: { token: 'mos_x', password: goodPassword, ...given } }),
    closed: true,
  },
  forgetPassword: { come: nothing, closed: true },
  getSignInMethods: { come: nothing, closed: true },
  askForPasskey: { come: nothing, closed: true },
  beginOidc: { come: nothing, closed: true },
  openPartnerInvitation: { come: nothing, closed: true },
  declinePartnerInvitation: { come: nothing, closed: true },
};
test('every endpoint without a session is in the table', () => {
  const open = peopleEndpoints.filter(({ signedIn }) => !signedIn).map(({ id }) => id);
  assert.deepEqual(Object.keys(ways).sort(), open.sort());
});

for (const [id, { enrol = enrolled, come, gained = sessionsOf, closed, standsForBoth }] of Object.entries(ways))
  test(`${id}: an account with a second factor cannot be opened without it`, async () => {
    const person = await enrol();
    const start = await gained(person);
    const gainsNothing = async (how: string) => assert.ok((await gained(person)) <= start, how);
    const plain = await come(person, {});
    if (standsForBoth) {
      assert.equal(plain.status, 200, plain.text);
      assert.ok((await gained(person)) > start);
      return;
    }
    assert.ok(plain.status === 0 || plain.status === 401 || plain.status === 400, plain.text);
    await gainsNothing('no code');
    for (const wrong of [{ code: '000000' }, { code: '' }, { recoveryCode: 'aaaaa-aaaaa' }, { recoveryCode: '' }]) {
      const { status, text } = await come(person, wrong);
      assert.ok(status === 0 || status === 401 || status === 400, text);
      await gainsNothing(JSON.stringify(wrong));
    }
    if (closed) return;
    const before = await gained(person);
    const { status, text } = await come(person, { code: totp(person.secret, 1) });
    assert.equal(status, 200, text);
    assert.ok((await gained(person)) > before, 'with a code of the app');
    const another = await enrol();
    const [recoveryCode = ''] = another.recoveryCodes;
    assert.equal((await come(another, { recoveryCode })).status, 200, 'with a recovery code');
  });

test('an invitation is accepted with a code and makes no session', async () => {
  const person = await enrolled();
  const token = await invite(person.email);
  const body = { token, password: goodPassword };
  const half = await people.ask('POST', '/invitation/accept', { body });
  assert.equal(half.status, 401);
  assert.deepEqual((half.body as { info: object }).info, { secondFactor: 'TOTP' });
  const whole = await people.ask('POST', '/invitation/accept', { body: { ...body, code: totp(person.secret, 1) } });
  assert.equal(whole.status, 200, whole.text);
  assert.equal(await sessionsOf(person), 1, 'the one that turned the factor on');
});

test('turning the second factor on ends the sessions that began without it', async () => {
  const person = await people.addPerson('late@byron.example');
  const thief = await people.signIn(person);
  const own = await people.signIn(person);
  await turnOn(own, { password: person.password });
  assert.equal((await people.ask('GET', '/account', { token: thief })).status, 401);
  assert.equal((await people.ask('GET', '/account', { token: own })).status, 200);
});

test('a session that began while the second factor was being turned on ends before anyone uses it', async () => {
  const person = await people.addPerson('racing@byron.example');
  const token = await people.signIn(person);
  await people.rows(`update account set second_factor = true where id = '${person.id}'`);
  const from = { address: '127.0.0.1', userAgent: '', requestId: '' };
  const begun = beginSession(people.app.app.people, { inner: innerToken(token), proof: 'PRIMARY' }, from);
  await assert.rejects(begun, { code: 'Unauthorized' });
  assert.equal(await sessionsOf(person), 0);
});

test('a code waits for the browser that came back from the provider, and for ten minutes', async () => {
  const person = await enrolledByProvider();
  const { cookie } = await comeBack();
  const body = { code: totp(person.secret, 1) };
  assert.equal((await people.ask('POST', '/session/secondFactor', { body })).status, 401, 'another browser');
  await people.rows(`update account_verification set expire_time = now() where value = '${person.id}'`);
  assert.equal((await people.ask('POST', '/session/secondFactor', { body, cookie })).status, 401, 'too late');
  const again = await comeBack();
  const entered = await people.ask('POST', '/session/secondFactor', { body, cookie: again.cookie });
  assert.equal(entered.status, 200, entered.text);
  const { token } = entered.body as { token: string };
  assert.equal(((await people.ask('GET', '/account', { token })).body as { email: string }).email, person.email);
  const next = { code: totp(person.secret, -1) };
  assert.equal(
    (await people.ask('POST', '/session/secondFactor', { body: next, cookie: again.cookie })).status,
    401,
    'once',
  );
});
