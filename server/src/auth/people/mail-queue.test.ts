import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { type SmtpServer, startSmtpServer } from '../../adapters/mail/smtp-server.test-support.ts';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

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

test('a mail server that refuses for now gets the same mail later, with the same link', async () => {
  const ada = await people.addPerson('ada@byron.example');
  server.answers = { BODY: '451 later' };
  await forget(ada.email);
  await people.sendMails();
  assert.deepEqual(await waiting(), [{ attempts: 1, late: true }]);
  await people.sendMails();
  assert.equal(server.mails.length, 0, 'not before its time');
  server.answers = {};
  await dueAgain();
  await people.sendMails();
  assert.equal(server.mails.length, 1);
  assert.deepEqual(await waiting(), []);
  assert.equal((await people.rows('select 1 from account_verification')).length, 1, 'one link was made');
});

test('a refusal for good ends it, and so does the time', async () => {
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

test('a mail server that hangs delays no request', async () => {
  const cid = await people.addPerson('cid@byron.example');
  server.answers = { MAIL: null };
  await forget(cid.email);
  const sending = people.sendMails();
  for (let looks = 0; looks < 100 && server.connections < 3; looks += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const began = performance.now();
  assert.equal((await forget('other@byron.example')).status, 204);
  await people.signIn(cid);
  assert.equal((await people.ask('GET', `${people.app.url}/org`, { token: await people.signIn(cid) })).status, 200);
  assert.ok(performance.now() - began < 5000);
  await server.close();
  await sending;
  assert.equal((await waiting()).length, 2);
});
