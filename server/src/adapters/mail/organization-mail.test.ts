import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError } from '../partner-error.ts';
import { createOrganizationMail } from './organization-mail.ts';
import type { Mail, MailAccess } from './port.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.test-support.ts';

const mail: Mail = {
  to: 'ada@byron.example',
  subject: 'Offer',
  text: 'plain words',
  html: '<p>fine words</p>',
  cc: ['cc@byron.example'],
  bcc: ['bcc@byron.example'],
  replyTo: 'seller@acme.example',
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

const access = (endpoint: string): MailAccess => ({
  endpoint,
  from: 'offers@acme.example',
  user: 'u',
  password: 'hush',
});

const failure = async (outgoing: Outgoing, endpoint: string): Promise<Partial<PartnerError>> => {
  const service = { send: () => Promise.reject(new Error('this mail is not the service’s')) };
  const error = await createOrganizationMail(outgoing, service)
    .mailerOf(access(endpoint))
    .send(mail)
    .catch((reason: unknown) => reason);
  assert.ok(isPartnerError(error), String(error));
  return { ...error };
};

test('a mail has both of its texts, and its recipients; hidden recipients appear in no header', async () => {
  await createSmtpMailer({ url: server.url, from: 'ops@service.example' }).send(mail);
  const [sent] = server.mails;
  assert.deepEqual(sent?.to, ['ada@byron.example', 'cc@byron.example', 'bcc@byron.example']);
  assert.match(sent.data, /^Content-Type: multipart\/alternative/im);
  assert.ok(sent.data.includes('plain words') && sent.data.includes('<p>fine words</p>'));
  assert.match(sent.data, /^Cc: cc@byron\.example\r$/im);
  assert.match(sent.data, /^Reply-To: seller@acme\.example\r$/im);
  assert.ok(!sent.data.includes('bcc@byron.example'));
});

test('an organization without a mail server uses the service’s', async () => {
  const sent: Mail[] = [];
  const service = { send: async (one: Mail) => void sent.push(one) };
  await createOrganizationMail(createOutgoing(), service).mailerOf(undefined).send(mail);
  assert.deepEqual(sent, [mail]);
});

test('a mail server of an organization is on the public internet, or is not called', async () => {
  for (const endpoint of ['smtp://127.0.0.1:2525', 'smtp://10.0.0.1:587', 'smtp://localhost:2525', 'http://a.example'])
    assert.partialDeepStrictEqual(await failure(createOutgoing(), endpoint), {
      partnerCode: 'ADDRESS_REFUSED',
      outcome: 'NOT_SENT',
      retryable: true,
    });
  const inside = createOutgoing({ resolve: async () => [{ address: '192.168.1.1', family: 4 }] });
  assert.partialDeepStrictEqual(await failure(inside, 'smtp://mail.acme.example:587'), {
    partnerCode: 'ADDRESS_REFUSED',
  });
  const outside = createOutgoing({ resolve: async () => [{ address: '93.184.215.14', family: 4 }] });
  assert.partialDeepStrictEqual(await failure(outside, 'smtp://mail.acme.example:22'), {
    partnerCode: 'ADDRESS_REFUSED',
  });
  assert.equal(server.connections, 1, 'only the mail of the first test');
});

test('a password of an organization is never sent over the network unencrypted', async () => {
  const { port } = new URL(server.url);
  const here: Outgoing = { ...createOutgoing(), resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
  const error = await failure(here, `smtp://mail.acme.example:${port}`);
  assert.equal(error.retryable, true);
  assert.equal(server.mails.length, 0);
  assert.ok(server.connections > 1, 'it was asked, and had no STARTTLS');
});
