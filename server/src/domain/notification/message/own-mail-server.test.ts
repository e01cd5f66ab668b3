import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { anAnnouncedOffer } from '../../../../test/examples/notification.ts';
import { type SmtpServer, startSmtpServer } from '../../../adapters/mail/smtp-server.test-support.ts';

let server: SmtpServer;
let app: TestApp;
before(async () => {
  server = await startSmtpServer();
  app = await startApp({ ALLOWED_HOSTS: '127.0.0.1' });
});
after(async () => {
  await app.close();
  await server.close();
});

type Connection = { id: string; status: string; failing?: { call: string; code: string; message: string }[] };

test('an organization’s own mail server that does not take a mail is shown so at the first attempt', async () => {
  const connected = await app.acme.owner.call('POST', '/integration', {
    body: {
      partner: 'SMTP',
      service: 'EMAIL',
      accountId: 'offers@acme.example',
      endpoint: server.url,
      credentials: { user: 'u', password: 'hush-hush' },
    },
  });
  assert.equal(connected.status, 200, connected.text);
  const { id } = connected.body as Connection;
  const shown = async (): Promise<Connection> =>
    (await app.acme.owner.call('GET', `/integration/${id}`)).body as Connection;
  assert.equal((await shown()).failing, undefined);

  const attempt = async (attempts: number): Promise<void> => {
    for (let round = 0; round < 200; round += 1) {
      await app.app.engine.runDueNow();
      const { body } = await app.acme.editor.call('GET', '/notificationMessage');
      const [message] = (body as { notificationMessages: { attempts: number }[] }).notificationMessages;
      if (message && message.attempts >= attempts) return;
      await sleep(25);
    }
    throw new Error(`the mail is not tried ${attempts} times`);
  };
  const { offerId } = await anAnnouncedOffer(app, app.acme);
  await app.acme.editor.call('POST', `/offer/${offerId}/notifyContacts`);
  await attempt(1);
  const first = await shown();
  assert.equal(first.status, 'ERROR');
  assert.deepEqual(
    first.failing?.map(({ call, code }) => [call, code]),
    [['MAIL', '502']],
    'it has no STARTTLS, and a password goes nowhere without',
  );

  server.answers = { HELLO: '554 no mail is taken here' };
  app.clock.advance(60_000);
  await attempt(2);
  const [second] = (await shown()).failing ?? [];
  assert.equal(second?.code, '554');
  assert.match(second?.message ?? '', /no mail is taken here/);
  assert.equal(server.mails.length, 0);
});
