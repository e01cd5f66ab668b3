import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '../../test/until.ts';
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { type SmtpServer, startSmtpServer } from '../adapters/mail/smtp-server.test-support.ts';
import { claimMails, isStillClaimed, postponeMail, replaceMail } from './mail-store.ts';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';
import { purgePeople } from './sign-up-store.ts';

let server: SmtpServer;
let people: PeopleApp;
before(async () => {
  server = await startSmtpServer();
  people = await startPeopleApp({}, { mailer: createSmtpMailer({ url: server.url, from: 'ops@service.example' }) });
});
after(async () => {
  await people.close();
  await server.close();
});

const forget = (email: string) => people.ask('POST', '/password/forgot', { body: { email } });
const waiting = () =>
  people.rows<{ attempts: number; late: boolean }>(
    'select attempts, next_attempt_time > now() as late from account_mail',
  );
const dueAgain = () => people.rows('update account_mail set next_attempt_time = now()');

test('after a temporary refusal the mail server gets the same mail later, with the same link', async () => {
  const ada = await people.addPerson('ada@byron.example');
  server.answers = { BODY: '451 later' };
  await forget(ada.email);
  await people.sendMails();
  assert.deepEqual(await waiting(), [{ attempts: 1, late: true }]);
  server.answers = {};
  await people.sendMails();
  assert.equal(server.mails.length, 0, 'not before its time');
  await dueAgain();
  await people.sendMails();
  assert.equal(server.mails.length, 1);
  assert.deepEqual(await waiting(), []);
  assert.equal((await people.rows('select 1 from account_verification')).length, 1, 'one link was made');
});

test('a process that stood still for longer than its lease changes nothing of a mail that another has claimed', async () => {
  const dot = await people.addPerson('dot@byron.example');
  server.mails = [];
  const claimAgain = "attempts = attempts + 1, next_attempt_time = now() + interval '77 minutes'";
  // Another process claims the mail while this one makes its link.
  await people.rows(`create function claim_mail_again() returns trigger language plpgsql security definer as
    $$ begin update account_mail set ${claimAgain}; return new; end $$`);
  await people.rows('create trigger again before insert on account_verification execute function claim_mail_again()');
  await forget(dot.email);
  await people.sendMails();
  await people.rows('drop trigger again on account_verification');
  await people.rows('drop function claim_mail_again');
  assert.equal(server.mails.length, 0);
  await dueAgain();
  await people.sendMails();
  assert.equal(server.mails.length, 1, 'the other process sends it');

  server.answers = { BODY: '451 later' };
  await forget(dot.email);
  const [{ id } = { id: '' }] = await people.rows<{ id: string }>('select id from account_mail');
  const claimed = await people.app.database.system((system) => claimMails(system, { limit: 10, leaseSeconds: 0 }));
  assert.deepEqual(
    claimed.map((mail) => mail.id),
    [id],
  );
  await people.rows(`update account_mail set ${claimAgain}`);
  const [stale = assert.fail()] = claimed;
  await people.app.database.system(async (system) => {
    assert.equal(await isStillClaimed(system, stale), false);
    assert.equal(await replaceMail(system, stale, 'older'), false);
    await postponeMail(system, stale, 0);
  });
  assert.deepEqual(await people.rows('select attempts, next_attempt_time > now() as late, sealed from account_mail'), [
    { attempts: 2, late: true, sealed: stale.sealed },
  ]);
  await people.rows('delete from account_mail');
  server.answers = {};
  server.mails = [];
});

test('a permanent refusal ends the attempts, and so does the time limit', async () => {
  const bob = await people.addPerson('bob@byron.example');
  server.answers = { RCPT: '550 no such user' };
  await forget(bob.email);
  await people.sendMails();
  assert.deepEqual(await waiting(), []);
  server.answers = {};
  server.mails = [];
  await forget(bob.email);
  await people.rows(`update account_mail set expire_time = now() - interval '1 second'`);
  await people.sendMails();
  assert.equal(server.mails.length, 0);
  await people.rows('delete from account_mail');
});

test('the worker sends by itself', async () => {
  const working = await startPeopleApp({}, { idle: false });
  try {
    const ada = await working.addPerson('ada@byron.example');
    await working.ask('POST', '/password/forgot', { body: { email: ada.email } });
    for (let looks = 0; looks < 200 && working.mails.length === 0; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.deepEqual(
      working.mails.map(({ to }) => to),
      [ada.email],
    );
  } finally {
    await working.close();
  }
});

test('expired mails are removed, and nothing else', async () => {
  const eve = await people.addPerson('eve@byron.example');
  const tokens = [await people.signIn(eve), await people.signIn(eve), await people.signIn(eve)];
  const nth = (place: number) =>
    `id = (select id from account_session where account_id = '${eve.id}' order by id offset ${place} limit 1)`;
  await people.rows(`update account_session set expire_time = now() where ${nth(0)}`);
  await people.rows(`update account_session set last_use_time = now() - interval '13 hours' where ${nth(1)}`);
  await people.rows(
    `insert into account_used_code values ('${eve.id}', 'old', now() - interval '2 hours'), ('${eve.id}', 'new', now())`,
  );
  await people.app.database.system(purgePeople);
  assert.equal((await people.rows(`select 1 from account_session where account_id = '${eve.id}'`)).length, 1);
  assert.deepEqual(await people.rows('select code_hash from account_used_code'), [{ code_hash: 'new' }]);
  assert.equal((await people.ask('GET', '/session', { token: tokens[2] ?? '' })).status, 200);
});

test('a mail server that hangs delays no request', async () => {
  const cid = await people.addPerson('cid@byron.example');
  server.answers = { MAIL: null };
  await forget(cid.email);
  let isSending = true;
  const sending = people.sendMails().finally(() => {
    isSending = false;
  });
  await until('the mail server has been asked', () => server.connections >= 3);
  assert.equal((await forget('other@byron.example')).status, 204);
  await people.signIn(cid);
  assert.equal((await people.ask('GET', `${people.app.url}/org`, { token: await people.signIn(cid) })).status, 200);
  assert.ok(isSending);
  await server.close();
  await sending;
  assert.equal((await waiting()).length, 2);
});
