import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSmtpServer } from '../src/adapters/mail/smtp-server.test-support.ts';
import { startReceiver } from '../src/domain/notification/webhook/receiver.test-support.ts';
import { chooseFreePort } from '../src/kit/free-port.ts';
import { copyDemo } from './demo-folder.ts';
import { type Service, spawnService } from './process.ts';
import { until } from './until.ts';

/**
 * The process is killed again and again while it sends notifications about contacts: each event has one notification, one mail that is kept, and one
 * delivery, whose repetitions have the same id.
 */

type Credentials = {
  baseUrl: string;
  authUrl: string;
  organizations: { organizationId: string; owner: { email: string; password: string } }[];
};

const kills = 4;
const contactsPerTurn = 8;
const patience = 120_000;

test('whatever is killed, each event is announced once and delivered', { timeout: 600_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-told-'));
  const [receiver, mailServer] = [await startReceiver(), await startSmtpServer()];
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await chooseFreePort()),
    AUTH_PORT: String(await chooseFreePort()),
    SIMULATOR_PORT: String(await chooseFreePort()),
    OPERATOR_PORT: '0',
    DEMO: 'on',
    RATE_LIMIT: 'off',
    SMTP_URL: mailServer.url,
    ALLOWED_HOSTS: receiver.url,
    LOG_LEVEL: 'fatal',
  };
  copyDemo(dataDir);
  let service: Service = spawnService(settings);
  const restart = async (): Promise<void> => {
    service.child.kill('SIGKILL');
    await service.exited;
    service = spawnService(settings);
    await service.started;
  };
  try {
    await service.started;
    const file = join(dataDir, 'demo-credentials.json');
    const { baseUrl, authUrl, organizations } = JSON.parse(readFileSync(file, 'utf8')) as Credentials;
    const [{ organizationId, owner } = { organizationId: '', owner: { email: '', password: '' } }] = organizations;
    let token = '';
    const ask = async <T>(url: string, method = 'GET', body?: object, headers = {}): Promise<T> => {
      const response = await fetch(url, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      assert.ok(response.ok, `${method} ${url}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    };
    ({ token } = await ask<{ token: string }>(`${authUrl}/session`, 'POST', owner));
    const base = `${baseUrl}/org/${organizationId}`;
    await ask(`${base}/notificationConfigInfo`, 'PATCH', {
      emailNotificationConfigs: [{ scope: 'CREATE.CONTACT', toEmails: ['crm@acme.example'] }],
    });
    const made = { url: `${receiver.url}/ok/told`, types: ['contact.created'] };
    const webhook = await ask<{ id: string }>(`${base}/webhook`, 'POST', made);

    const ids: string[] = [];
    const create = async (): Promise<void> => {
      const key = `told-${ids.length}`;
      const body = { emailAddress: `${key}@told.test`, name: key };
      const contact = await ask<{ id: string }>(`${base}/contact`, 'POST', body, { 'idempotency-key': key });
      ids.push(contact.id);
    };
    for (let turn = 0; turn < kills; turn += 1) {
      for (let count = 0; count < contactsPerTurn; count += 1) await create();
      // In the middle of telling and delivering them, at another point each time.
      await sleep(Math.random() * 400);
      await restart();
    }
    await create();

    type Sent = { data: { id: string } };
    const deliveredTo = (): Map<string, Set<string>> => {
      const found = new Map<string, Set<string>>();
      for (const { headers, body } of receiver.at('/ok/told')) {
        const contactId = (JSON.parse(body) as Sent).data.id;
        found.set(contactId, (found.get(contactId) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      return found;
    };
    await until('every contact is delivered', () => deliveredTo().size === ids.length, patience);
    const messageIds = ({ data }: { data: string }): string => /^message-id: (.+)$/im.exec(data)?.[1]?.trim() ?? '';
    const mailed = (): Set<string> =>
      new Set(mailServer.mails.filter(({ to }) => to.includes('crm@acme.example')).map(messageIds));
    await until('every contact is mailed', () => mailed().size >= ids.length, patience);

    assert.deepEqual([...deliveredTo().keys()].sort(), [...ids].sort());
    for (const [contactId, webhookIds] of deliveredTo()) assert.equal(webhookIds.size, 1, contactId);
    assert.equal(mailed().size, ids.length, 'a mail that was sent again has the same Message-ID');

    const { notificationEvents: told } = await ask<{ notificationEvents: { entityID: string; action: string }[] }>(
      `${base}/notificationEvent?priorities=LOW,MEDIUM,HIGH,CRITICAL&limit=1000`,
    );
    const toldOf = told.filter(({ entityID, action }) => action === 'CREATE' && ids.includes(entityID));
    assert.deepEqual(toldOf.map(({ entityID }) => entityID).sort(), [...ids].sort(), 'one notification for each');
    type Delivery = { status: string; eventId: string };
    await until(
      'nothing waits',
      async () => {
        const path = `${base}/webhook/${webhook.id}/delivery?page_size=200`;
        const { data } = await ask<{ data: Delivery[] }>(path);
        return data.length === ids.length && data.every(({ status }) => status === 'DONE');
      },
      patience,
    );
  } finally {
    service.child.kill('SIGKILL');
    await service.exited;
    await receiver.close();
    await mailServer.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
