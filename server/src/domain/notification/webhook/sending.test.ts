import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Webhook as StandardVerifier } from 'standardwebhooks';
import { Webhook as SvixVerifier } from 'svix';
import { until } from '../../../../test/until.ts';
import { setFaultHook } from '../../../db/faults.ts';
import { removeDeletedWebhooks, removeOldDeliveries } from '../../../db/webhooks.ts';
import { decodeId } from '../../../kit/ids.ts';
import { startWebhooks } from './webhook.test-support.ts';

type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
let webhooks: Webhooks;
before(async () => {
  webhooks = await startWebhooks({ deliveryMs: 3000 });
});
after(() => webhooks.close());

const hourMs = 3_600_000;
/** A machine may be busy with others. */
const patienceMs = 60_000;

describe('what is sent', () => {
  test('is the event, and foreign libraries accept its signature, in the day after a rotation by both secrets', async () => {
    const { app, receiver, anOrganization, tried, addContact, tell } = webhooks;
    const organization = await anOrganization();
    const headers = { Authorization: 'Bearer own', 'X-Own': 'yes' };
    const { webhook, delivery } = await tried(organization, '/ok/signed', { headers });
    assert.equal(delivery.status, 'DONE');
    const [sent] = receiver.at('/ok/signed');
    assert.ok(sent);
    const body = JSON.parse(sent.body) as Record<string, unknown>;
    const { body: kept } = await organization.editor.call('GET', '/event?types=contact.created');
    const [event] = (kept as { data: Record<string, unknown>[] }).data;
    const { time, organizationID, ...rest } = event ?? {};
    assert.deepEqual(body, { ...rest, timestamp: time, organizationId: organizationID, version: '1' });
    assert.equal(sent.headers['webhook-id'], event?.id);
    assert.equal(sent.headers.authorization, 'Bearer own');
    assert.equal(sent.headers['x-own'], 'yes');
    assert.match(sent.headers['user-agent'] ?? '', /marketplace-operations/);
    new StandardVerifier(webhook.secret).verify(sent.body, sent.headers);
    new SvixVerifier(webhook.secret).verify(sent.body, sent.headers);
    const hmac = createHmac('sha256', webhook.secret).update(sent.body).digest('hex');
    assert.equal(sent.headers['x-signature-256'], `sha256=${hmac}`);

    const rotated = await organization.owner.call('POST', `/webhook/${webhook.id}/rotateSecret`);
    const { secret } = rotated.body as { secret: string };
    assert.notEqual(secret, webhook.secret);
    assert.match(secret, /^whsec_/);
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
    // Receivers compare the time with their own clock, wherever business time is.
    app.clock.advance(23 * hourMs);
    await addContact(organization);
    await tell();
    await until('the second event is sent', () => receiver.at('/ok/signed').length === 2);
    const second = receiver.at('/ok/signed')[1];
    assert.ok(second);
    for (const one of [secret, webhook.secret]) {
      new StandardVerifier(one).verify(second.body, second.headers);
      new SvixVerifier(one).verify(second.body, second.headers);
    }
    app.clock.advance(2 * hourMs);
    await addContact(organization);
    await tell();
    await until('the third event is sent', () => receiver.at('/ok/signed').length === 3);
    const third = receiver.at('/ok/signed')[2];
    assert.ok(third);
    new SvixVerifier(secret).verify(third.body, third.headers);
    assert.throws(() => new StandardVerifier(webhook.secret).verify(third.body, third.headers));
  });
});

describe('an attempt', () => {
  test('at a receiver that answers with the request keeps none of its own headers readable', async () => {
    const { anOrganization, tried, app } = webhooks;
    const basic = Buffer.from('user:c4n4ry-password').toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'X-Api-Key': 'c4n4ry+/key x' };
    const { delivery } = await tried(await anOrganization(), '/echoes', { headers });
    assert.match(String(delivery.attempts[0]?.answer), /"x-api-key":"\*\*\*"/);
    assert.equal(delivery.lastError?.code, 'HTTP_302');
    const { rows } = await app.database.pool.query('select to_jsonb(d) as delivery from webhook_delivery d');
    assert.notEqual(rows.length, 0);
    assert.doesNotMatch(JSON.stringify([delivery, rows]), new RegExp(`c4n4ry|${basic}`));
  });

  const ends: readonly { path: string; status: string; code?: string; statusCode?: number }[] = [
    { path: '/ok/a', status: 'DONE', statusCode: 200 },
    { path: '/floods', status: 'DONE', statusCode: 200 },
    { path: '/fails', status: 'PENDING', code: 'HTTP_500', statusCode: 500 },
    { path: '/later', status: 'PENDING', code: 'HTTP_503', statusCode: 503 },
    { path: '/redirects', status: 'PENDING', code: 'HTTP_302', statusCode: 302 },
    { path: '/hangs', status: 'PENDING', code: 'TIMEOUT' },
    { path: '/drips', status: 'PENDING', code: 'TIMEOUT' },
    { path: '/forgets', status: 'PENDING', code: 'ECONNRESET' },
    { path: '/gone', status: 'FAILED', code: 'HTTP_410', statusCode: 410 },
    { path: 'https://inner.example.com/', status: 'PENDING', code: 'ADDRESS_REFUSED' },
  ];
  for (const { path, status, code, statusCode } of ends) {
    test(`at ${path} ends ${status}${code ? ` with ${code}` : ''}`, async () => {
      const { anOrganization, tried, receiver } = webhooks;
      const { delivery } = await tried(await anOrganization(), path);
      assert.deepEqual(
        { status: delivery.status, code: delivery.lastError?.code, statusCode: delivery.lastStatusCode },
        { status, code, statusCode },
      );
      assert.equal(delivery.attempts.length, 1);
      assert.ok(Buffer.byteLength(delivery.attempts[0]?.answer ?? '') <= 4100);
      if (path === '/redirects') assert.equal(receiver.at('/ok/elsewhere').length, 0);
      if (path === '/later') {
        const wait = Date.parse(delivery.nextAttemptTime ?? '') - Date.parse(delivery.creationTime);
        assert.ok(wait >= 1_200_000, 'as long as Retry-After says');
      }
    });
  }

  test('that was made and not recorded is made again with the same webhook-id', async () => {
    const { app, receiver, anOrganization, create, addContact, tell, deliveries } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/ok/killed');
    await addContact(organization);
    let died = 0;
    setFaultHook((point) => {
      if (point !== 'partner-answered' || died > 0) return;
      died += 1;
      throw new Error('killed');
    });
    try {
      await tell();
      await until('it was sent and not recorded', () => died === 1);
    } finally {
      setFaultHook(undefined);
    }
    assert.equal((await deliveries(organization, webhook.id))[0]?.status, 'PENDING');
    await app.database.system(async (db) => {
      await sql`update webhook_delivery set lease_until = now()`.execute(db);
      await sql`update webhook_health set lease_time = now() where lease_time is not null`.execute(db);
    });
    await until('it is sent again', async () => (await deliveries(organization, webhook.id))[0]?.status === 'DONE');
    const sent = receiver.at('/ok/killed');
    assert.equal(sent.length, 2);
    assert.equal(sent[0]?.headers['webhook-id'], sent[1]?.headers['webhook-id']);
    assert.equal(sent[0]?.body, sent[1]?.body);
  });
});

describe('retries', () => {
  test('follow the business clock for 24 hours, and then the delivery has failed', async () => {
    const { app, receiver, anOrganization, tried, delivery } = webhooks;
    const organization = await anOrganization();
    const { webhook, delivery: first } = await tried(organization, '/fails/long');
    const begin = app.clock.now().getTime();
    let seen = first;
    while (seen.status === 'PENDING') {
      const { attemptCount } = seen;
      app.clock.advance(Math.max(0, Date.parse(seen.nextAttemptTime ?? '') - app.clock.now().getTime()));
      await until('the next attempt ends', async () => {
        seen = await delivery(organization, webhook.id, first.id);
        return seen.attemptCount > attemptCount;
      });
    }
    assert.deepEqual([seen.status, seen.attemptCount, seen.attempts.length], ['FAILED', 8, 8]);
    assert.equal(receiver.at('/fails/long').length, 8);
    const hours = (app.clock.now().getTime() - begin) / hourMs;
    assert.ok(hours > 23.9 && hours < 24.5, String(hours));

    receiver.set('/fails/long', 'ok');
    const again = await organization.editor.call('POST', `/webhook/${webhook.id}/delivery/${first.id}/resend`);
    assert.equal(again.status, 200, again.text);
    await until('it is sent again', async () => (await delivery(organization, webhook.id, first.id)).status === 'DONE');
  });

  test('end after five days without success: the webhook is disabled, and its leaders get a mail', async () => {
    const { app, anOrganization, tried, addContact, tell, get, deliveries } = webhooks;
    const organization = await anOrganization();
    const { webhook } = await tried(organization, '/fails/days');
    app.clock.advance(121 * hourMs);
    await addContact(organization);
    await tell();
    await until('it is disabled', async () => !(await get(organization, webhook.id)).enabled);
    assert.equal((await get(organization, webhook.id)).disabledReason, 'FAILING');
    const { body } = await organization.owner.call('GET', `/notificationMessage?entityId=${webhook.id}`);
    const mails = (body as { notificationMessages: { recipient: string; info: { textContent: string } }[] })
      .notificationMessages;
    assert.equal(mails.length, 2);
    assert.match(mails[0]?.info.textContent ?? '', /for 5 days/);
    await until('what waits is canceled', async () => {
      await app.app.engine.runDueNow();
      return (await deliveries(organization, webhook.id)).every(({ status }) => status !== 'PENDING');
    });
  });
});

describe('an ordered webhook', () => {
  test('gets the events of an entity one after another, also over failures', async () => {
    const { app, receiver, anOrganization, create, addContact, rename, tell, deliveries } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/fails/ordered', { ordered: true });
    const ids = [await addContact(organization), await addContact(organization)];
    for (let round = 0; round < 5; round += 1) for (const id of ids) await rename(organization, id, `n${round}`);
    await tell();
    await until('the first ones are tried', () => receiver.at('/fails/ordered').length >= 2);
    const tried = await deliveries(organization, webhook.id);
    assert.equal(tried.filter(({ attemptCount, nextAttemptTime }) => attemptCount > 0 || nextAttemptTime).length, 2);
    receiver.set('/fails/ordered', 'ok');
    app.clock.advance(10_000);
    await until(
      'all are done',
      async () => (await deliveries(organization, webhook.id)).every(({ status }) => status === 'DONE'),
      patienceMs,
    );
    for (const id of ids) {
      const versions = receiver
        .at('/fails/ordered')
        .map(({ body }) => JSON.parse(body) as { entityId: string; entityVersion: number })
        .filter(({ entityId }) => entityId === id)
        .map(({ entityVersion }) => entityVersion);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(versions).size, 6);
    }
  });
});

describe('deliveries', () => {
  test('of before a webhook was disabled and enabled go behind what waits now, if it is ordered', async () => {
    const { app, anOrganization, create, addContact, rename, tell, deliveries } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/fails/epochs', { ordered: true });
    const tried = async (count: number) =>
      (await deliveries(organization, webhook.id)).filter(({ attemptCount }) => attemptCount > 0).length === count;
    const contact = await addContact(organization);
    await tell();
    await until('the first is tried', () => tried(1), 60_000);
    // As between disabling and the work that cancels what waited.
    await app.database.write(organization.uuid, (db) =>
      sql`update webhook set epoch = epoch + 1 where org_id = ${db.orgId} and id = ${decodeId('webhook', webhook.id)}`.execute(
        db.raw,
      ),
    );
    await rename(organization, contact, 'Second');
    await tell();
    await until('the second is tried', () => tried(2), 60_000);
    const [first] = await deliveries(organization, webhook.id);
    const again = await organization.editor.call('POST', `/webhook/${webhook.id}/delivery/${first?.id}/resend`);
    assert.equal(again.status, 200, again.text);
    const { status, nextAttemptTime } = again.body as { status: string; nextAttemptTime?: string };
    assert.deepEqual([status, nextAttemptTime], ['PENDING', undefined], 'the second one goes first');
  });

  test('are kept for 30 days with their attempts, and a deleted webhook as long as they are', async () => {
    const { app, anOrganization, tried } = webhooks;
    const organization = await anOrganization();
    const { webhook, delivery } = await tried(organization, '/ok/kept');
    await organization.owner.call('DELETE', `/webhook/${webhook.id}`);
    const [id, webhookId] = [decodeId('delivery', delivery.id) ?? '', decodeId('webhook', webhook.id) ?? ''];
    const age = (days: number): Promise<unknown> =>
      app.database.write(organization.uuid, (db) =>
        sql`update webhook_delivery set wall_time = now() - make_interval(days => ${days})
          where org_id = ${db.orgId} and id = ${id}`.execute(db.raw),
      );
    const clean = async (): Promise<void> => {
      await app.database.system((db) => removeOldDeliveries(db, 500));
      await app.database.system((db) => removeDeletedWebhooks(db, 500));
    };
    const left = async (): Promise<unknown[]> =>
      (
        await sql`
          select 1 from webhook_attempt where org_id = ${organization.uuid} and delivery_id = ${id}
          union all select 1 from webhook_delivery where org_id = ${organization.uuid} and id = ${id}
          union all select 1 from webhook where org_id = ${organization.uuid} and id = ${webhookId}
        `.execute(app.database.read(organization.uuid).raw)
      ).rows;
    await age(29);
    await clean();
    assert.equal((await left()).length, 3);
    await age(31);
    await clean();
    assert.equal((await left()).length, 0);
  });
});
