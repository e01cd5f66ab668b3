import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { goodPassword, type PeopleApp, startPeopleApp } from './people.test-support.ts';
import { totp } from './totp.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

type Enrolled = { email: string; password: string; token: string; secret: string; recoveryCodes: string[] };

const enrol = async (email: string): Promise<Enrolled> => {
  const person = await people.addPerson(email);
  const token = await people.signIn(person);
  const begun = await people.ask('POST', '/account/secondFactor', { token, body: { password: person.password } });
  assert.equal(begun.status, 200, begun.text);
  const { secret, uri } = begun.body as { secret: string; uri: string };
  assert.match(uri, /^otpauth:\/\/totp\//);
  // The code of the half minute before leaves the later ones for the tests. If a half minute ends while it is sent, it is the next one.
  const confirm = () =>
    people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret, -1) } });
  const first = await confirm();
  const done = first.status === 400 ? await confirm() : first;
  assert.equal(done.status, 200, done.text);
  return { ...person, token, secret, ...(done.body as { recoveryCodes: string[] }) };
};

const signIn = (person: { email: string }, more: object) =>
  people.ask('POST', '/session', { body: { email: person.email, password: goodPassword, ...more } });

test('with a second factor neither the password alone nor the code alone is enough', async () => {
  const ada = await enrol('ada@byron.example');
  const half = await signIn(ada, {});
  assert.equal(half.status, 401);
  assert.deepEqual((half.body as { info: object }).info, { secondFactor: 'TOTP' });
  assert.deepEqual(half.headers.getSetCookie(), []);
  assert.equal((await signIn(ada, { code: '000000' })).status, 401);
  assert.equal((await signIn(ada, { password: 'wrong horse battery', code: totp(ada.secret) })).status, 401);
  assert.equal((await signIn(ada, { code: totp(ada.secret) })).status, 200);
});

test('the session that turned it on goes on', async () => {
  const eve = await enrol('eve@byron.example');
  const list = await people.ask('GET', '/session', { token: eve.token });
  assert.equal(list.status, 200);
  assert.equal((list.body as object[]).length, 1);
  const account = await people.ask('GET', '/account', { token: eve.token });
  assert.equal((account.body as { secondFactor: boolean }).secondFactor, true);
});

test('a code is accepted once, even for two concurrent attempts', async () => {
  const bob = await enrol('bob@byron.example');
  const code = totp(bob.secret, 1);
  const both = await Promise.all([signIn(bob, { code }), signIn(bob, { code })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  assert.equal((await signIn(bob, { code })).status, 401);
});

test('a recovery code is accepted once, and new ones replace all', async () => {
  const carl = await enrol('carl@byron.example');
  const [first = '', second = '', third = ''] = carl.recoveryCodes;
  assert.equal(carl.recoveryCodes.length, 10);
  assert.equal((await signIn(carl, { recoveryCode: first })).status, 200);
  assert.equal((await signIn(carl, { recoveryCode: first })).status, 401);
  const both = await Promise.all([signIn(carl, { recoveryCode: third }), signIn(carl, { recoveryCode: third })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  const [{ recovery_code_hashes: hashes = '[]' } = {}] = await people.rows<{ recovery_code_hashes: string }>(
    'select recovery_code_hashes from account_second_factor order by id desc limit 1',
  );
  for (const hash of JSON.parse(hashes).slice(0, 2))
    assert.equal((await signIn(carl, { recoveryCode: hash })).status, 401);
  const renew = (body: object) => people.ask('POST', '/account/recoveryCodes', { token: carl.token, body });
  assert.equal((await renew({ password: 'wrong horse battery', code: totp(carl.secret) })).status, 400);
  assert.equal((await renew({ password: carl.password, code: '000000' })).status, 400);
  const body = { password: carl.password, code: totp(carl.secret) };
  const renewed = await people.ask('POST', '/account/recoveryCodes', { token: carl.token, body });
  assert.equal(renewed.status, 200, renewed.text);
  const [fresh = ''] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
  assert.equal((await signIn(carl, { recoveryCode: second })).status, 401);
  assert.equal((await signIn(carl, { recoveryCode: fresh })).status, 200);
});

test('turning it on needs the password; turning it off the password and a code', async () => {
  const dan = await enrol('dan@byron.example');
  const { token } = dan;
  const again = await people.ask('POST', '/account/secondFactor', { token, body: { password: dan.password } });
  assert.equal(again.status, 409);
  const off = (body: object) => people.ask('DELETE', '/account/secondFactor', { token, body });
  assert.equal((await off({ password: 'wrong horse battery', code: totp(dan.secret) })).status, 400);
  assert.equal((await off({ password: dan.password, code: '000000' })).status, 400);
  assert.equal((await signIn(dan, {})).status, 401, 'still on');
  assert.equal((await off({ password: dan.password, code: totp(dan.secret, 1) })).status, 204);
  assert.equal((await signIn(dan, {})).status, 200);
  assert.equal((await people.ask('GET', '/session', { token })).status, 200, 'the session goes on');
  const wrong = await people.ask('POST', '/account/secondFactor', { token, body: { password: 'wrong horse battery' } });
  assert.equal(wrong.status, 400);
});

test('a person who has lost the device turns it off, or gets new recovery codes, with a recovery code', async () => {
  const { token, password, recoveryCodes, ...kim } = await enrol('kim@byron.example');
  const [first = '', second = ''] = recoveryCodes;
  const off = (body: object) => people.ask('DELETE', '/account/secondFactor', { token, body });
  assert.equal((await off({ password: 'wrong horse battery', recoveryCode: first })).status, 400);
  const wrong = await off({ password, recoveryCode: 'aaaaa-aaaaa' });
  assert.deepEqual([wrong.status, (wrong.body as { info: { path: string }[] }).info[0]?.path], [400, 'recoveryCode']);
  assert.equal((await off({ password })).status, 400, 'the password alone');
  const renewed = await people.ask('POST', '/account/recoveryCodes', {
    token,
    body: { password, recoveryCode: first },
  });
  assert.equal(renewed.status, 200, renewed.text);
  assert.equal((await off({ password, recoveryCode: second })).status, 400, 'replaced');
  const [fresh = ''] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
  assert.equal((await off({ password, recoveryCode: fresh })).status, 204);
  assert.equal((await signIn(kim, {})).status, 200);
  const subjects = (await people.sendMails()).filter(({ to }) => to === kim.email).map(({ subject }) => subject);
  assert.equal(subjects.filter((subject) => subject === 'A recovery code was used').length, 2);
});

test('changes of the second factor are notified by mail, without any secret', async () => {
  const ida = await enrol('ida@byron.example');
  const [recoveryCode = ''] = ida.recoveryCodes;
  assert.equal((await signIn(ida, { recoveryCode })).status, 200);
  const body = { password: ida.password, code: totp(ida.secret, 1) };
  assert.equal((await people.ask('DELETE', '/account/secondFactor', { token: ida.token, body })).status, 204);
  const mails = (await people.sendMails()).filter(({ to }) => to === ida.email);
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    'A recovery code was used',
    'The second factor was turned off',
    'The second factor was turned on',
  ]);
  for (const secret of [ida.secret, ...ida.recoveryCodes]) assert.ok(!JSON.stringify(mails).includes(secret));
});

test('a person without a password turns the second factor off only after a recent sign-in', async () => {
  const joe = await enrol('joe@byron.example');
  await people.rows(`update account_login set password_hash = null where account_id = (
    select id from account where email = '${joe.email}')`);
  await people.rows(`update account_session set creation_time = now() - interval '16 minutes' where account_id = (
    select id from account where email = '${joe.email}')`);
  const off = () =>
    people.ask('DELETE', '/account/secondFactor', { token: joe.token, body: { code: totp(joe.secret, 1) } });
  assert.equal((await off()).status, 403);
});

test('an interrupted enrolment leaves everything as it was', async () => {
  const fay = await people.addPerson('fay@byron.example');
  const token = await people.signIn(fay);
  const { body } = await people.ask('POST', '/account/secondFactor', { token, body: { password: fay.password } });
  const { secret } = body as { secret: string };
  const { database } = people.app;
  await people.rows(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update of recovery_code_hashes on account_second_factor
      for each row execute function break_off()`);
  const broken = await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  assert.equal(broken.status, 500);
  await people.rows('drop trigger break_off on account_second_factor');
  assert.equal((await signIn(fay, {})).status, 200, 'there is no second factor');
  assert.equal((await people.ask('GET', '/session', { token })).status, 200, 'nobody is signed out');
  const done = await people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  assert.equal(done.status, 200, 'the code was not used up');
  assert.ok(database);
});

test('an enrolment that is begun again counts with its new secret only', async () => {
  const may = await people.addPerson('may@byron.example');
  const token = await people.signIn(may);
  const begin = async (): Promise<string> => {
    const { status, body } = await people.ask('POST', '/account/secondFactor', {
      token,
      body: { password: may.password },
    });
    assert.equal(status, 200);
    return (body as { secret: string }).secret;
  };
  const [first, second] = [await begin(), await begin()];
  assert.notEqual(first, second);
  const confirm = (secret: string) =>
    people.ask('POST', '/account/secondFactor/confirm', { token, body: { code: totp(secret) } });
  assert.equal((await confirm(first)).status, 400);
  assert.equal((await confirm(second)).status, 200);
});

test('at rest: the secret is sealed for its account, recovery codes are hashes', async () => {
  const gus = await enrol('gus@byron.example');
  const rows = await people.rows<{ sealed_secret: string; email: string }>(
    'select s.*, a.email from account_second_factor s join account a on a.id = s.account_id',
  );
  const dump = JSON.stringify(rows);
  for (const plain of [gus.secret, ...gus.recoveryCodes]) assert.ok(!dump.includes(plain));
  for (const { sealed_secret } of rows) assert.match(sealed_secret, /^v1\.[0-9a-f]{16}\./);
  const other = rows.find(({ email }) => email !== gus.email);
  assert.ok(other);
  await people.app.database.system((system) =>
    sql`update account_second_factor set sealed_secret = ${other.sealed_secret} where account_id = (
      select id from account where email = ${gus.email})`.execute(system),
  );
  assert.equal((await signIn(gus, { code: totp(gus.secret) })).status, 500, 'a copied secret does not open');
});

test('guessing codes locks the second factor for a while', async () => {
  const hal = await enrol('hal@byron.example');
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await signIn(hal, { code: String(100_000 + tries) })).status);
  }
  assert.equal(statuses.at(-1), 429);
  assert.equal((await signIn(hal, { code: totp(hal.secret) })).status, 429);
});
