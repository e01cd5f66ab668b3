import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';
import { notifyKind } from '../notice/actions/notify-range.ts';
import { startReceiver } from './receiver.test-support.ts';

export type Shown = {
  id: string;
  url: string;
  enabled: boolean;
  disabledReason?: string;
  secret: string;
  health: { waiting: number };
};
export type Delivered = {
  id: string;
  eventId: string;
  entityId: string;
  status: string;
  attemptCount: number;
  replayId?: string;
  nextAttemptTime?: string;
  creationTime: string;
  lastStatusCode?: number;
  lastError?: { code: string; message: string };
  attempts: { answer?: string; statusCode?: number; error?: { code: string } }[];
};

/** The service beside a receiver that it may call, and what tests of webhooks do with both. */
export const startWebhooks = async ({ deliveryMs = 15_000 } = {}) => {
  const receiver = await startReceiver();
  const app: TestApp = await startApp(
    {},
    {
      deliveryMs,
      outgoing: {
        allowedOrigins: [receiver.url],
        resolve: async (host) => [{ address: host === 'inner.example.com' ? '10.0.0.7' : '93.184.216.34', family: 4 }],
      },
    },
  );
  let count = 0;
  const anOrganization = (): Promise<TestOrganization> => {
    count += 1;
    return app.addOrganization(`webhooks-${count}`);
  };
  /** A webhook of contacts. */
  const create = async ({ owner }: TestOrganization, path: string, fields: object = {}): Promise<Shown> => {
    const url = path.startsWith('https:') ? path : `${receiver.url}${path}`;
    const reply = await owner.call('POST', '/webhook', { body: { url, types: ['contact.*'], ...fields } });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const get = async ({ editor }: TestOrganization, id: string): Promise<Shown> =>
    (await editor.call('GET', `/webhook/${id}`)).body;
  const update = async ({ owner }: TestOrganization, id: string, body: object): Promise<Shown> => {
    const reply = await owner.call('PATCH', `/webhook/${id}`, { body });
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  /** All deliveries of a webhook, oldest first, without attempts. */
  const deliveries = async ({ editor }: TestOrganization, id: string, query = ''): Promise<Delivered[]> => {
    const reply = await editor.call('GET', `/webhook/${id}/delivery?page_size=1000&s=creation_time&${query}`);
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as { data: Delivered[] }).data;
  };
  const delivery = async ({ editor }: TestOrganization, id: string, deliveryId: string): Promise<Delivered> =>
    (await editor.call('GET', `/webhook/${id}/delivery/${deliveryId}`)).body;
  /** Waits until everything that has happened is queued. */
  const tell = async (): Promise<void> => {
    await app.app.engine.idle(60_000);
    // Another loop of the engine may be at it.
    const waiting = () => app.database.system((db) => sql`select from due where kind = ${notifyKind}`.execute(db));
    await until('events are told', async () => (await waiting()).rows.length === 0, 60_000);
  };
  const addContact = async ({ editor }: TestOrganization, name = 'Ada'): Promise<string> => {
    count += 1;
    const reply = await editor.call('POST', '/contact', { body: { name, emailAddress: `c${count}@webhooks.test` } });
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as { id: string }).id;
  };
  const rename = async ({ editor }: TestOrganization, id: string, name: string): Promise<void> => {
    const reply = await editor.call('PATCH', `/contact/${id}`, { body: { name } });
    assert.equal(reply.status, 200, reply.text);
  };
  /** A webhook with one event, which waits for its first attempt to end. */
  const tried = async (organization: TestOrganization, path: string, fields: object = {}) => {
    const webhook = await create(organization, path, fields);
    await addContact(organization);
    await tell();
    const first = async (): Promise<Delivered> => (await deliveries(organization, webhook.id))[0] ?? assert.fail();
    await until(`the attempt at ${path} ends`, async () => (await first()).attemptCount > 0, 60_000);
    return { webhook, delivery: await delivery(organization, webhook.id, (await first()).id) };
  };
  /** Deliveries that are due and that no look at the webhooks would find. */
  const unfound = async (): Promise<unknown[]> => {
    const { rows } = await app.database.system((db) =>
      sql`
        select d.id from webhook_delivery d
          join webhook w on w.org_id = d.org_id and w.id = d.webhook_id and w.enabled and w.epoch = d.epoch
          join webhook_health h on h.org_id = d.org_id and h.webhook_id = d.webhook_id
        where d.next_attempt_time is not null and (d.lease_until is null or d.lease_until <= now())
          and coalesce(h.due_time, 'infinity') > d.next_attempt_time and coalesce(h.lease_time, 'infinity') > now()
      `.execute(db),
    );
    return rows;
  };
  return {
    app,
    receiver,
    unfound,
    anOrganization,
    create,
    get,
    update,
    deliveries,
    delivery,
    tell,
    addContact,
    rename,
    tried,
    close: async (): Promise<void> => {
      const lost = await unfound();
      await app.close();
      await receiver.close();
      assert.deepEqual(lost, [], 'every delivery that is due can be found');
    },
  };
};
