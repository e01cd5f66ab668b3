import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp, tokenIn } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

const signUp = (email: string, more: object = {}, on = people) =>
  on.ask('POST', '/sign-up', { body: { email, password: goodPassword, firstName: 'Ada', lastName: 'Byron', ...more } });

const verify = (token: string, password = goodPassword) =>
  people.ask('POST', '/email/verify', { body: { token, password } });

const trySignIn = (email: string, password = goodPassword) =>
  people.ask('POST', '/session', { body: { email, password } });

test('an account is created when the link in the mail is opened, once', async () => {
  const reply = await signUp('Ada@Byron.example');
  assert.deepEqual([reply.status, reply.body], [202, { verified: false }]);
  assert.equal((await trySignIn('ada@byron.example')).status, 401);
  const [mail] = await people.sendMails();
  assert.equal(mail?.to, 'ada@byron.example');
  assert.ok(mail?.text.includes(`${people.app.url}/console/email?token=`));
  assert.equal((await trySignIn('ada@byron.example')).status, 401);
  const token = tokenIn(mail);
  assert.ok(!JSON.stringify(await people.rows('select * from account_sign_up')).includes(token));
  const both = await Promise.all([verify(token), verify(token)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 400]);
  assert.equal((await trySignIn('ada@byron.example')).status, 200);
});

test('only its owner learns whether an address has an account', async () => {
  const bob = await people.addPerson('bob@byron.example');
  const [known, unknown] = await Promise.all([signUp(bob.email), signUp('new@byron.example')]);
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
  const waiting = await people.rows('select 1 from account_mail');
  assert.equal(waiting.length, 2);
  const sent = await people.sendMails();
  assert.deepEqual(sent.map(({ to, subject }) => `${to}: ${subject}`).sort(), [
    'bob@byron.example: You already have an account',
    'new@byron.example: Confirm your email address',
  ]);
});

test('signing up with a foreign address gives no access to the account that its owner creates', async () => {
  const email = 'victim@byron.example';
  await signUp(email, { password: 'attackers own long secret' });
  await people.sendMails();
  await signUp(email, { password: 'seven purple kites over lisbon' });
  const [mail] = await people.sendMails();
  assert.equal((await verify(tokenIn(mail), 'seven purple kites over lisbon')).status, 204);
  assert.equal((await trySignIn(email, 'attackers own long secret')).status, 401);
  assert.equal((await trySignIn(email, 'seven purple kites over lisbon')).status, 200);
});

test('a link opened in good faith does not open an account whose password someone else knows', async () => {
  const email = 'trusting@byron.example';
  await signUp(email, { password: 'attackers own long secret' });
  const [mail] = await people.sendMails();
  assert.equal((await people.ask('POST', '/email/verify', { body: { token: tokenIn(mail) } })).status, 400);
  assert.equal((await verify(tokenIn(mail), 'seven purple kites over lisbon')).status, 400);
  assert.equal((await trySignIn(email, 'attackers own long secret')).status, 401);
  assert.deepEqual(await people.rows(`select 1 from account where email = '${email}'`), []);
});

test('the link of an earlier sign-up is useless once the account exists', async () => {
  const email = 'late@byron.example';
  await signUp(email, { password: 'attackers own long secret' });
  const [early] = await people.sendMails();
  await signUp(email);
  const [own] = await people.sendMails();
  assert.equal((await verify(tokenIn(own))).status, 204);
  assert.equal((await verify(tokenIn(early))).status, 400);
  assert.equal((await trySignIn(email)).status, 200);
});

test('weak passwords, missing fields and wrong links are refused', async () => {
  assert.equal((await signUp('x@byron.example', { password: 'password1234' })).status, 400);
  assert.equal((await signUp('no address')).status, 400);
  assert.equal((await signUp('y@byron.example', { firstName: 'Ada\r\nBcc: z@byron.example' })).status, 400);
  assert.equal((await verify('nonsense')).status, 400);
});

test('a link is good for a day', async () => {
  await signUp('slow@byron.example');
  const [mail] = await people.sendMails();
  await people.rows(`update account_sign_up set expire_time = now() - interval '1 second'`);
  assert.equal((await verify(tokenIn(mail))).status, 400);
});

test('the very first person needs no mail; of two at the same time one is the first', async () => {
  const empty = await startPeopleApp({ SIGN_UP: 'first' });
  try {
    await empty.rows('delete from account');
    const both = await Promise.all([signUp('one@byron.example', {}, empty), signUp('two@byron.example', {}, empty)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [202, 403]);
    assert.equal((await empty.rows('select 1 from account')).length, 1);
    const first = both[0]?.status === 202 ? 'one@byron.example' : 'two@byron.example';
    await empty.signIn({ email: first, password: goodPassword });
    assert.equal((await signUp('three@byron.example', {}, empty)).status, 403);
    assert.equal(empty.mails.length, 0);
  } finally {
    await empty.close();
  }
});

test('with SIGN_UP=off nobody signs up, not even the first', async () => {
  const closed = await startPeopleApp({ SIGN_UP: 'off' });
  try {
    await closed.rows('delete from account');
    assert.equal((await signUp('one@byron.example', {}, closed)).status, 403);
  } finally {
    await closed.close();
  }
});
