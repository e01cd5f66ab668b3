import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Reply, TestOrganization } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { until } from '../../../../test/until.ts';
import { isRotationUnfinished, rotateSecrets } from '../../../auth/rotate-secrets.ts';
import { createSecretKeys } from '../../../auth/secrets.ts';
import { decodeId } from '../../../kit/ids.ts';
import { mailsPerDay } from '../../organization/mail-limits.ts';
import { findEventsAfter } from '../event/store.ts';
import { queueDeliveries } from './delivery/actions/queue-deliveries.ts';
import { findHeaderFaults } from './own-headers.ts';
import { startWebhooks } from './webhook.test-support.ts';

type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
let webhooks: Webhooks;
before(async () => {
  webhooks = await startWebhooks();
});
after(() => webhooks.close());

type Replayed = { replayId: string; queued: number; cursor?: string };

const replay = async ({ editor }: TestOrganization, id: string, body: object): Promise<Replayed> => {
  const reply = await editor.call('POST', `/webhook/${id}/replay`, { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const runDue = (): Promise<number> => webhooks.app.app.engine.runDueNow();

describe('a webhook', () => {
  test('refuses unknown members: a misspelled one would subscribe it to everything', async () => {
    const { anOrganization, create } = webhooks;
    const { owner, editor, ...organization } = await anOrganization();
    const refused = async (reply: Promise<Reply>, path: string): Promise<void> => {
      const { status, text, body } = await reply;
      assert.equal(status, 400, text);
      const { info } = body as { info: { path: string; code: string; message: string }[] };
      assert.deepEqual(
        info.map((fault) => [fault.path, fault.code]),
        [[path, 'unknown_field']],
      );
      assert.match(info[0]?.message ?? '', /^is unknown here; there are \w+, /);
    };
    const wanted = { url: 'https://hooks.example.com/a', type: ['offer.*'] };
    await refused(owner.call('POST', '/webhook', { body: wanted }), 'type');
    const { id } = await create({ ...organization, owner, editor }, '/ok/members');
    await refused(owner.call('PATCH', `/webhook/${id}`, { body: { entityIDs: ['offer_1'] } }), 'entityIDs');
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    await refused(
      editor.call('POST', `/webhook/${id}/replay`, { body: { ...period, onlyfailed: true } }),
      'onlyfailed',
    );
    const whole = await owner.call('GET', `/webhook/${id}`);
    assert.equal((await owner.call('PATCH', `/webhook/${id}`, { body: whole.body })).status, 200, 'as it was shown');
  });

  test('shows its secret once, and stores neither it nor the values of headers in the open', async () => {
    const { app, anOrganization, create, get } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/ok/secret', { headers: { Authorization: 'Bearer value-of-header' } });
    const rotated = await organization.owner.call('POST', `/webhook/${webhook.id}/rotateSecret`);
    const { secret } = rotated.body as { secret: string };
    assert.ok(!('secret' in (await get(organization, webhook.id))));
    for (const table of ['audit_event', 'outbox', 'idempotency', 'webhook', 'webhook_delivery']) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(table)} t where org_id = ${organization.uuid}
      `.execute(app.database.read(organization.uuid).raw);
      const text = rows.map(({ row }) => row).join('\n');
      for (const hidden of [webhook.secret, secret, 'value-of-header']) assert.ok(!text.includes(hidden), table);
    }
  });

  test('is moved to another address only with its headers, whose values nobody is shown', async () => {
    const { anOrganization, create, get, update, receiver } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/ok/home', { headers: { Authorization: 'Bearer value-of-header' } });
    for (const url of [`${receiver.url}/ok/elsewhere`, 'https://elsewhere.example.com/', `${receiver.url}/ok/home?x`]) {
      const reply = await organization.owner.call('PATCH', `/webhook/${webhook.id}`, { body: { url } });
      assert.equal(reply.status, 400, url);
      assert.deepEqual(
        (reply.body as { info: { path: string; code: string }[] }).info.map(({ path, code }) => [path, code]),
        [['headers', 'required']],
      );
    }
    assert.equal((await get(organization, webhook.id)).url, webhook.url);
    await update(organization, webhook.id, { url: webhook.url, description: 'The same address' });
    const other = `${receiver.url}/ok/elsewhere`;
    await update(organization, webhook.id, { url: other, headers: { Authorization: 'Bearer of-elsewhere' } });
    const without = await update(organization, webhook.id, { url: webhook.url, headers: null });
    assert.partialDeepStrictEqual(without, { url: webhook.url, headerNames: [] });
    assert.equal((await update(organization, webhook.id, { url: other })).url, other, 'there is nothing to learn');
  });

  test('may only send what its caller may read', async () => {
    const { anOrganization, receiver } = webhooks;
    const organization = await anOrganization();
    const role = await organization.owner.call('POST', '/role', {
      body: { name: 'Hooks', permissions: ['access:read', 'access:write', 'contact:read', 'notification:read'] },
    });
    assert.equal(role.status, 200, role.text);
    const caller = await organization.addPerson('CUSTOM', decodeId('role', (role.body as { id: string }).id) ?? '');
    const post = (types: string[]): Promise<Reply> =>
      caller.call('POST', '/webhook', { body: { url: `${receiver.url}/ok/custom`, types } });
    assert.equal((await post(['contact.created'])).status, 200);
    assert.equal((await post(['offer.*'])).status, 403);
    const all = await post([]);
    assert.equal(all.status, 403);
    assert.match((all.body as { message: string }).message, /offer:read.*Name the types/s);
    const unknown = await organization.owner.call('POST', '/webhook', {
      body: { url: `${receiver.url}/ok/custom`, types: ['offer.nonsense'] },
    });
    assert.equal(unknown.status, 400, unknown.text);
    const editor = await organization.editor.call('POST', '/webhook', { body: { url: `${receiver.url}/ok/editor` } });
    assert.equal(editor.status, 403);
  });

  test('leads to the public internet by https, and there are at most fifty', async () => {
    const { anOrganization, create } = webhooks;
    const organization = await anOrganization();
    for (const url of [
      'http://events.example.com/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://a:b@example.com/',
      'no',
    ])
      assert.equal((await organization.owner.call('POST', '/webhook', { body: { url } })).status, 400, url);
    const webhook = await create(organization, 'https://events.example.com/hook?tenant=7');
    const moved = await organization.owner.call('PATCH', `/webhook/${webhook.id}`, { body: { url: 'https://[::1]/' } });
    assert.equal(moved.status, 400, moved.text);
    const made = await Promise.all(
      Array.from({ length: 60 }, () =>
        // Of what does not happen here: each would be sent the creation of all others.
        organization.owner.call('POST', '/webhook', {
          body: { url: 'https://events.example.com/', types: ['offer.created'] },
        }),
      ),
    );
    assert.equal(made.filter(({ status }) => status === 200).length, 49);
    assert.equal(made.filter(({ status }) => status === 409).length, 11);
  });

  test('adds no header that the service sets itself', () => {
    const faulty = (headers: Record<string, string>): string[] => findHeaderFaults(headers).map(({ name }) => name);
    for (const name of [
      'Host',
      'content-length',
      'Webhook-Signature',
      'X-Signature-256',
      'User-Agent',
      'a b',
      'x:y',
      '',
    ])
      assert.deepEqual(faulty({ [name]: 'v' }), [name]);
    assert.deepEqual(faulty({ 'X-A': 'a\r\nb', 'X-B': ' b', 'X-C': '' }), ['X-A', 'X-B', 'X-C']);
    assert.deepEqual(faulty({ 'X-A': 'a', 'x-a': 'b' }), ['x-a']);
    assert.deepEqual(faulty({ Authorization: 'Bearer a b', 'X-Tenant': '7' }), []);
  });

  test('has its secrets sealed again when the key of the service changes', async () => {
    const { app, anOrganization, create } = webhooks;
    await create(await anOrganization(), '/ok/sealed', { headers: { 'X-A': 'b' } });
    const keys = createSecretKeys('k'.repeat(32));
    assert.equal(await isRotationUnfinished(app.database, keys), true);
    const same = await rotateSecrets({ database: app.database, keys: app.app.secretKeys });
    const columns = same.columns.filter(({ name }) => name.startsWith('webhook.'));
    assert.deepEqual(
      columns.map(({ name, left }) => [name, left]),
      ['secret_sealed', 'previous_secret_sealed', 'headers_sealed'].map((column) => [`webhook.${column}`, 0]),
    );
  });

  test('that is disabled is sent nothing, nor the past when it is enabled; a replay sends that, with the same IDs', async () => {
    const { app, receiver, anOrganization, create, addContact, tell, update, deliveries } = webhooks;
    const organization = await anOrganization();
    const begin = app.clock.now();
    const webhook = await create(organization, '/fails/switched');
    const waiting = await addContact(organization);
    await tell();
    await until('it is tried', () => receiver.at('/fails/switched').length > 0);
    await update(organization, webhook.id, { enabled: false });
    await until('it is canceled', async () => {
      await runDue();
      return (await deliveries(organization, webhook.id))[0]?.status === 'CANCELED';
    });
    assert.equal((await organization.editor.call('POST', `/webhook/${webhook.id}/test`)).status, 409);
    receiver.set('/fails/switched', 'ok');
    const unseen = await addContact(organization);
    // The feed has passed these events when the webhook is enabled again.
    await tell();
    await update(organization, webhook.id, { enabled: true });
    assert.equal((await deliveries(organization, webhook.id)).length, 1);
    const period = { from: begin.toISOString(), to: new Date(app.clock.now().getTime() + 1000).toISOString() };
    const failed = await replay(organization, webhook.id, { ...period, onlyFailed: true });
    assert.equal(failed.queued, 1);
    await until('it has the failed one', () => receiver.at('/fails/switched').length === 2);
    const all = await replay(organization, webhook.id, { ...period, types: ['contact.created'] });
    assert.equal(all.queued, 2);
    await until('it has both', () => receiver.at('/fails/switched').length === 4);
    const sent = receiver.at('/fails/switched').map(({ body }) => JSON.parse(body) as { id: string; entityId: string });
    assert.deepEqual(new Set(sent.map(({ entityId }) => entityId)), new Set([waiting, unseen]));
    assert.equal(new Set(sent.map(({ id }) => id)).size, 2);
    const shown = (await deliveries(organization, webhook.id)).filter(({ replayId }) => replayId === all.replayId);
    assert.equal(shown.length, 2);
    assert.equal((await replay(organization, webhook.id, { ...period, types: ['offer.*'] })).queued, 0);
    const backwards = { from: period.to, to: period.from };
    assert.equal(
      (await organization.editor.call('POST', `/webhook/${webhook.id}/replay`, { body: backwards })).status,
      400,
    );
  });

  test('that is deleted is sent nothing more, and leaves no secret', async () => {
    const { app, receiver, anOrganization, tried } = webhooks;
    const organization = await anOrganization();
    const { webhook } = await tried(organization, '/fails/deleted');
    assert.equal((await organization.owner.call('DELETE', `/webhook/${webhook.id}`)).status, 200);
    assert.equal((await organization.owner.call('GET', `/webhook/${webhook.id}`)).status, 404);
    app.clock.advance(60_000);
    await until('what waits is canceled', async () => {
      await runDue();
      const { rows } = await sql`
        select from webhook_delivery where org_id = ${organization.uuid} and status = 'PENDING'
      `.execute(app.database.read(organization.uuid).raw);
      return rows.length === 0;
    });
    assert.equal(receiver.at('/fails/deleted').length, 1);
    const { rows } = await sql<{ secret_sealed: string | null }>`
      select secret_sealed from webhook where org_id = ${organization.uuid}
    `.execute(app.database.read(organization.uuid).raw);
    assert.deepEqual(rows, [{ secret_sealed: null }]);
  });

  test('whose receiver is gone is disabled at once; owners and admins get a mail, subscribers an event', async () => {
    const { app, anOrganization, tried, get } = webhooks;
    const organization = await anOrganization();
    const { webhook } = await tried(organization, '/gone/now');
    const shown = await get(organization, webhook.id);
    assert.deepEqual([shown.enabled, shown.disabledReason], [false, 'GONE']);
    await app.app.engine.idle();
    const { body } = await organization.owner.call('GET', '/event?types=webhook.*');
    assert.deepEqual(
      (body as { data: { type: string }[] }).data.map(({ type }) => type),
      ['webhook.created', 'webhook.disabled'],
    );
    const mails = await organization.owner.call('GET', `/notificationMessage?entityId=${webhook.id}`);
    assert.deepEqual(
      (mails.body as { notificationMessages: { recipient: string }[] }).notificationMessages
        .map(({ recipient }) => recipient.split('@')[0])
        .sort(),
      ['admin', 'owner'],
    );
  });

  test('whose receiver is gone is told of to owners and admins in a digest, if no more mails may be written', async () => {
    const { app, anOrganization, tried } = webhooks;
    const organization = await anOrganization();
    const body = { channel: 'EMAIL', toEmails: ['used@up.test'] };
    assert.equal((await organization.owner.call('POST', '/notificationConfigInfo/test', { body })).status, 200);
    await app.database.write(organization.uuid, (db) =>
      sql`
        update notification_message set bcc_recipients = array(select 'b' || n || '@up.test' from generate_series(1, ${mailsPerDay}) n)
        where org_id = ${organization.uuid}
      `.execute(db.raw),
    );
    const { webhook } = await tried(organization, '/gone/late');
    await app.app.engine.idle();
    type Mail = { recipient: string; status: string; info: { action: string; textContent: string } };
    const mails = async (query: string): Promise<Mail[]> => {
      const reply = await organization.owner.call('GET', `/notificationMessage?${query}`);
      return (reply.body as { notificationMessages: Mail[] }).notificationMessages;
    };
    assert.deepEqual(
      (await mails(`entityId=${webhook.id}`)).map(({ status }) => status),
      ['FAILED', 'FAILED'],
    );
    for (let hour = 0; hour < 26; hour += 1) {
      app.clock.advance(3_600_000);
      await app.app.engine.idle();
    }
    const digests = (await mails('')).filter(({ info }) => info.action === 'NOTIFY');
    assert.deepEqual(digests.map(({ recipient }) => recipient.split('@')[0]).sort(), ['admin', 'owner']);
    for (const { info } of digests) assert.match(info.textContent, /was disabled/);
  });

  test('is sent only what it subscribes to, once however often it is queued', async () => {
    const { app, anOrganization, create, addContact, rename, tell, deliveries } = webhooks;
    const organization = await anOrganization();
    const [first, second] = [await addContact(organization, 'a'), await addContact(organization, 'b')];
    const all = await create(organization, '/ok/all', { types: [] });
    const one = await create(organization, '/ok/one', { types: ['contact.updated'], entityIds: [first] });
    await rename(organization, first, 'c');
    await rename(organization, second, 'd');
    await tell();
    const read = await findEventsAfter(
      app.database.read(organization.uuid),
      0,
      { names: ['contact.updated'], entityId: undefined },
      10,
    );
    await actIn(app, organization, (call) => queueDeliveries(call, read.events));
    assert.deepEqual(
      (await deliveries(organization, one.id)).map(({ entityId }) => entityId),
      [first],
    );
    const ids = (await deliveries(organization, all.id)).map(({ eventId }) => eventId);
    assert.equal(ids.length, new Set(ids).size);
    assert.ok(ids.length >= 3, 'two changes, and the other webhook');
    assert.equal((await deliveries(organization, all.id, `eventType=contact.updated&entityId=${second}`)).length, 1);
  });
});
