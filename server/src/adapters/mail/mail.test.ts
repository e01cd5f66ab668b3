import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { systemClock } from '../../kit/clock.ts';
import { isPartnerError, type PartnerError } from '../partner-error.ts';
import { createFolderMailer } from './folder-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.test-support.ts';

const from = 'Operations <ops@service.example>';
const mail = {
  to: 'ada@byron.example',
  subject: 'Grüße',
  text: 'Öffne\nhttps://x.example/?token=abc\n',
  messageId: 'one',
};

let server: SmtpServer;
before(async () => {
  server = await startSmtpServer();
});
beforeEach(() => {
  server.answers = {};
  server.mails = [];
});
after(() => server.close());

const decode = (data: string): string =>
  data
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());

test('a mail arrives with sender, recipient, a stable id, and its text', async () => {
  const mailer = createSmtpMailer({ url: server.url, from });
  await mailer.send(mail);
  await mailer.send(mail);
  assert.equal(server.mails.length, 2);
  for (const { from: sender, to, data } of server.mails) {
    assert.equal(sender, 'ops@service.example');
    assert.deepEqual(to, ['ada@byron.example']);
    assert.match(data, /^Message-ID: <one@service\.example>\r$/im);
    assert.ok(decode(data).includes('Öffne'), data);
    assert.ok(decode(data).includes('https://x.example/?token=abc'));
  }
});

const failure = async (url: string): Promise<Partial<PartnerError>> => {
  const error = await createSmtpMailer({ url, from })
    .send(mail)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  assert.ok(isPartnerError(error), String(error));
  return { ...error };
};

test('a permanent refusal is distinguished from a temporary one', async () => {
  server.answers = { RCPT: '550 no such user' };
  assert.partialDeepStrictEqual(await failure(server.url), {
    outcome: 'REFUSED',
    partnerCode: '550',
    retryable: false,
  });
  server.answers = { RCPT: '451 greylisted' };
  assert.partialDeepStrictEqual(await failure(server.url), { partnerCode: '451', retryable: true });
  server.answers = { BODY: '554 spam' };
  assert.partialDeepStrictEqual(await failure(server.url), { partnerCode: '554', retryable: false });
  assert.equal((await failure('smtp://127.0.0.1:1')).retryable, true);
});

test('refused credentials can be corrected: the mail waits', async () => {
  server.answers = { AUTH: '535 no' };
  assert.equal((await failure(server.url.replace('//', '//ops:wrong@'))).retryable, true);
});

test('a mail server that repeats the sign-in reveals no password, in any form, anywhere in the error', async () => {
  const [user, password] = ['ops@mail.example', 'p@ss wörd/1'];
  const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
  const word = Buffer.from(password).toString('base64');
  server.answers = { AUTH: `535 refused AUTH PLAIN ${plain} (${password}, ${word}, ${encodeURIComponent(password)})` };
  const url = server.url.replace('//', `//${encodeURIComponent(user)}:${encodeURIComponent(password)}@`);
  const error = await createSmtpMailer({ url, from })
    .send(mail)
    .catch((reason: unknown) => reason);
  const shown = inspect(error, { depth: 9, showHidden: true });
  assert.match(shown, /535 refused AUTH PLAIN \*\*\*/);
  for (const secret of [password, plain, word, encodeURIComponent(password)]) assert.ok(!shown.includes(secret), shown);
});

test('a password is not sent unencrypted to a remote server', async () => {
  // Another spelling of this machine's address, not recognized as such.
  const error = await failure(server.url.replace('127.0.0.1', 'ops:hush@127.1'));
  assert.equal(error.partnerCode, '502', 'the server has no STARTTLS');
  assert.equal(error.retryable, true);
  assert.equal(server.mails.length, 0);
  await createSmtpMailer({ url: server.url.replace('127.0.0.1', '127.1'), from }).send(mail);
  assert.equal(server.mails.length, 1, 'without a password there is nothing to protect');
});

test('an address cannot smuggle in headers or recipients', async () => {
  const mailer = createSmtpMailer({ url: server.url, from });
  const to = 'ada@byron.example\r\nBcc: eve@byron.example';
  await mailer.send({ ...mail, to, subject: 'a\r\nBcc: eve@byron.example' }).catch(() => {});
  for (const { to: receivers, data } of server.mails) {
    assert.ok(!receivers.includes('eve@byron.example'));
    assert.ok(!/^Bcc:/im.test(data));
  }
});

test('addresses in other scripts: domains in punycode, and non-ASCII letters before the @ where the server offers SMTPUTF8', async () => {
  const mailer = createSmtpMailer({ url: server.url, from });
  await mailer.send({ ...mail, to: 'ada@bücher.example' });
  assert.deepEqual(server.mails[0]?.to, ['ada@xn--bcher-kva.example']);
  server.answers = { EHLO: '250-test\r\n250-SMTPUTF8\r\n250 8BITMIME' };
  await mailer.send({ ...mail, to: 'jürgen@bücher.example' });
  assert.deepEqual(server.mails[1]?.to, ['jürgen@bücher.example']);
  server.answers = { RCPT: '553 no such letters' };
  const refused = await mailer.send({ ...mail, to: 'jürgen@bücher.example' }).catch((error: unknown) => error);
  assert.match(String(refused), /553 no such letters.* jürgen@bücher\.example .*SMTPUTF8: use such a server/);
});

test('automatic mails are never answered automatically', async () => {
  await createSmtpMailer({ url: server.url, from }).send(mail);
  assert.match(server.mails[0]?.data ?? '', /^Auto-Submitted: auto-generated\r$/m);
});

test('without a mail server each mail is a file that only its owner can read', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mos-outbox-'));
  try {
    await createFolderMailer({ dir: join(dir, 'outbox'), from, clock: systemClock }).send(mail);
    const [file = ''] = readdirSync(join(dir, 'outbox'));
    assert.match(file, /^\d{8}T\d{6}-one\.eml$/);
    const path = join(dir, 'outbox', file);
    assert.equal(statSync(path).mode & 0o077, 0);
    const text = readFileSync(path, 'utf8');
    assert.ok(!/(^|[^\r])\n/.test(text), 'every line ends as RFC 5322 says');
    assert.match(text, /^To: ada@byron\.example\r?$/m);
    assert.ok(decode(text).includes('https://x.example/?token=abc'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
