import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { goodPassword, type PeopleApp, startPeopleApp, tokenIn } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

const nextPassword = 'seven purple kites over lisbon';

test('the response to a forgotten password is the same for every address, and so is the work', async () => {
  const ada = await people.addPerson('ada@byron.example');
  const [known, unknown] = await Promise.all(
    [ada.email, 'nobody@byron.example'].map((email) => people.ask('POST', '/password/forgot', { body: { email } })),
  );
  assert.equal(known?.status, 204);
  assert.deepEqual([unknown?.status, unknown?.text], [known?.status, known?.text]);
  const waiting = await people.rows<{ sealed: string }>('select sealed from account_mail');
  assert.equal(waiting.length, 2, 'one row each, whether there is an account');
  assert.ok(waiting.every(({ sealed }) => !sealed.includes('byron')));
  const sent = await people.sendMails();
  assert.deepEqual(
    sent.map(({ to }) => to),
    [ada.email],
  );
  assert.equal((await people.rows('select 1 from account_mail')).length, 0);
});

test('a link sets a new password once, ends all sessions, and says so by mail', async () => {
  const bob = await people.addPerson('bob@byron.example');
  const token = await people.signIn(bob);
  await people.ask('POST', '/password/forgot', { body: { email: bob.email } });
  const [mail] = await people.sendMails();
  const link = tokenIn(mail);
  assert.match(mail?.text ?? '', new RegExp(`${people.app.url}/console/password\\?token=`));
  const stored = JSON.stringify(await people.rows('select * from account_verification'));
  assert.ok(!stored.includes(link));
  const reset = (body: object) => people.ask('POST', '/password/reset', { body });
  assert.equal((await reset({ token: link, password: 'short' })).status, 400);
  assert.equal((await reset({ token: link, password: 'bob@byron.example' })).status, 400, 'the own address');
  const identifiers = await people.rows<{ identifier: string }>('select identifier from account_verification');
  for (const { identifier } of identifiers) {
    assert.equal((await reset({ token: identifier, password: nextPassword })).status, 400, 'what is stored is no link');
  }
  const both = await Promise.all([
    reset({ token: link, password: nextPassword }),
    reset({ token: link, password: nextPassword }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 400]);
  assert.equal((await people.ask('GET', '/session', { token })).status, 401);
  assert.equal((await people.ask('POST', '/session', { body: { ...bob } })).status, 401);
  await people.signIn({ ...bob, password: nextPassword });
  const [told] = await people.sendMails();
  assert.equal(told?.subject, 'Your password was changed');
});

test('other links are invalid once the password was set or changed', async () => {
  const gus = await people.addPerson('gus@byron.example');
  const links = async (count: number): Promise<string[]> => {
    for (let asked = 0; asked < count; asked += 1)
      await people.ask('POST', '/password/forgot', { body: { email: gus.email } });
    return (await people.sendMails()).filter(({ subject }) => subject === 'Set a new password').map(tokenIn);
  };
  const reset = async (token: string | undefined, password: string): Promise<number> =>
    (await people.ask('POST', '/password/reset', { body: { token, password } })).status;
  const [first, second] = await links(2);
  assert.equal(await reset(first, nextPassword), 204);
  assert.equal(await reset(second, goodPassword), 400);
  const [third] = await links(1);
  const token = await people.signIn({ ...gus, password: nextPassword });
  const body = { current: nextPassword, new: 'nine green turtles under oslo' };
  assert.equal((await people.ask('POST', '/account/password', { token, body })).status, 204);
  assert.equal(await reset(third, goodPassword), 400);
});

test('a link is valid for half an hour', async () => {
  const cid = await people.addPerson('cid@byron.example');
  await people.ask('POST', '/password/forgot', { body: { email: cid.email } });
  const [mail] = await people.sendMails();
  await people.rows(`update account_verification set expire_time = now() - interval '1 second'`);
  const late = await people.ask('POST', '/password/reset', { body: { token: tokenIn(mail), password: nextPassword } });
  assert.equal(late.status, 400);
  await people.signIn(cid);
});

test('changing the password keeps this session and ends the others', async () => {
  const dee = await people.addPerson('dee@byron.example');
  const [here, there] = [await people.signIn(dee), await people.signIn(dee)];
  const change = (body: object) => people.ask('POST', '/account/password', { token: here, body });
  assert.equal((await change({ current: 'wrong horse battery', new: nextPassword })).status, 400);
  assert.equal((await change({ current: goodPassword, new: 'password1234' })).status, 400);
  assert.equal((await people.ask('GET', '/session', { token: there })).status, 200);
  assert.equal((await change({ current: goodPassword, new: nextPassword })).status, 204);
  assert.equal((await people.ask('GET', '/session', { token: here })).status, 200);
  assert.equal((await people.ask('GET', '/session', { token: there })).status, 401);
  await people.signIn({ ...dee, password: nextPassword });
});

test('the same password typed in another normal form is the same', async () => {
  const eli = await people.addPerson('eli@byron.example', 'Ångström über Zürich heute');
  await people.signIn({ ...eli, password: 'Ångström über Zürich heute'.normalize('NFD') });
});

test('an address gets a limited number of mails', async () => {
  const fay = await people.addPerson('fay@byron.example');
  for (let tries = 0; tries < 8; tries += 1) {
    assert.equal((await people.ask('POST', '/password/forgot', { body: { email: fay.email } })).status, 204);
  }
  const sent = await people.sendMails();
  assert.equal(sent.filter(({ to }) => to === fay.email).length, 5);
});

test('passwords are argon2id', async () => {
  const rows = await people.rows<{ password_hash: string }>('select password_hash from account_login');
  assert.ok(rows.length > 0);
  for (const { password_hash } of rows) assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
