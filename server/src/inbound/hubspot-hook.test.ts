import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../test/app.ts';
import { azureDeal, type ReferralBench, startReferralBench } from '../adapters/cosell/azure/bench.test-support.ts';
import { type HubspotSimulator, startHubspot } from '../adapters/crm/hubspot/simulator.test-support.ts';

// HubSpot's webhooks at the wire: the simulator signs and sends them, and the whole service takes them.

let app: TestApp;
let hubspot: HubspotSimulator;
let microsoft: ReferralBench;
let hookUrl: string;
let clientSecret: string;

const call = async <T>(method: string, path: string, body?: object) => {
  const reply = await app.acme.owner.call(method, path, body === undefined ? {} : { body });
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
  return reply.body as T;
};

const eventually = async <T>(look: () => Promise<T>, is: (found: T) => boolean): Promise<T> => {
  const end = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (is(found) || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

before(async () => {
  [hubspot, microsoft] = await Promise.all([startHubspot(), startReferralBench()]);
  const origins = [hubspot.access, microsoft.access].map(({ endpoint }) => new URL(endpoint ?? '').origin);
  app = await startApp({}, { outgoing: { allowedOrigins: origins } });
  const { accountId, endpoint, credentials } = hubspot.access;
  const portal = await hubspot.control<{ clientSecret: string }>('GET', `/account/${accountId}`);
  clientSecret = portal.clientSecret;
  const connected = await call<{ hookPath: string; hookSecret: string | null }>('POST', '/integration', {
    partner: 'HUBSPOT',
    service: 'CRM',
    accountId,
    endpoint,
    credentials: { ...credentials, clientSecret },
  });
  assert.equal(connected.hookSecret, null, 'HubSpot signs with a secret of its own');
  hookUrl = `${app.url}${connected.hookPath}`;
  await call('POST', '/integration', {
    partner: 'AZURE',
    service: 'COSELL',
    accountId: microsoft.access.accountId,
    endpoint: microsoft.access.endpoint,
    credentials: microsoft.access.credentials,
  });
});
after(async () => {
  await app.close();
  await Promise.all([hubspot.close(), microsoft.close()]);
});

type Referral = { name: string; dealValue?: number; sync: { status: string; errors: object[] } };

/** A deal of HubSpot that Microsoft has, in sync. */
const submitted = async (): Promise<{ dealId: string; referralId: string }> => {
  const dealId = await hubspot.create('deals', {
    dealname: 'Route planning for Wingtip',
    amount: '50000',
    description: 'First call done.',
    closedate: '2029-03-01T00:00:00Z',
    dealstage: 'qualifiedtobuy',
  });
  const { externalReferenceId: _, ...document } = azureDeal();
  const { entityId } = await call<{ entityId: string }>('POST', '/cosell/referral', {
    partner: 'AZURE',
    hubspotDealId: dealId,
    info: { createMicrosoftReferralRequest: document },
  });
  const read = () => call<Referral & { status: string }>('GET', `/cosell/referral/${entityId}`);
  const found = await eventually(read, ({ status, sync }) => status === 'SUBMITTED' && sync.status === 'IN_SYNC');
  assert.equal(found.sync.status, 'IN_SYNC', JSON.stringify(found.sync));
  return { dealId, referralId: entityId };
};

const valueAtPartner = async (): Promise<unknown> => {
  const [latest] = (await microsoft.there())
    .filter(({ accountId }) => accountId === microsoft.access.accountId)
    .slice(-1);
  return (latest?.content.details as { dealValue?: number } | undefined)?.dealValue;
};

const countMessages = async (): Promise<number> => {
  const { rows } = await app.database.pool.query(
    "select count(*)::int as count from partner_message where partner = 'HUBSPOT'",
  );
  return (rows[0] as { count: number }).count;
};

test('a change in HubSpot reaches the partner in seconds, by its webhook', async () => {
  const { dealId, referralId } = await submitted();
  await hubspot.control('PUT', `/account/${hubspot.access.accountId}/message-target`, { url: hookUrl });
  const began = performance.now();
  await hubspot.edit(dealId, { amount: '61000' });
  assert.equal(await eventually(valueAtPartner, (value) => value === 61_000), 61_000);
  assert.ok(performance.now() - began < 15_000, 'in seconds');
  const read = () => call<Referral>('GET', `/cosell/referral/${referralId}`);
  const found = await eventually(read, ({ sync }) => sync.status === 'IN_SYNC');
  assert.deepEqual([found.dealValue, found.sync.errors], [61_000, []]);
});

test('a lost message is recovered by the schedule', async () => {
  const { dealId } = await submitted();
  await hubspot.fault('drop-message', { operation: 'deal.propertyChange' });
  await hubspot.edit(dealId, { amount: '62000' });
  app.clock.advance(6 * 60_000);
  assert.equal(await eventually(valueAtPartner, (value) => value === 62_000), 62_000);
});

const send = async (events: object[], { key = clientSecret, time = Date.now() } = {}) => {
  const body = JSON.stringify(events);
  const signature = createHmac('sha256', key).update(`POST${hookUrl}${body}${time}`).digest('base64');
  return fetch(hookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hubspot-signature-v3': signature,
      'x-hubspot-request-timestamp': String(time),
    },
    body,
  });
};

test('a forged and an expired message are refused; one that is sent again is counted once', async () => {
  const portalId = Number(hubspot.access.accountId);
  const event = {
    eventId: 77,
    subscriptionId: 1,
    portalId,
    occurredAt: 1,
    subscriptionType: 'deal.creation',
    objectId: 5,
  };
  const before = await countMessages();
  assert.equal((await send([event], { key: 'guessed' })).status, 404);
  assert.equal((await send([event], { time: Date.now() - 6 * 60_000 })).status, 404);
  assert.equal(await countMessages(), before);
  assert.equal((await send([event])).status, 200);
  assert.equal((await send([{ ...event, attemptNumber: 1 }])).status, 200);
  assert.equal(await countMessages(), before + 1);
  assert.equal((await send([{ ...event, subscriptionType: 'contact.creation' }])).status, 200);
  assert.equal(await countMessages(), before + 1, 'what is of no deal is not stored');
});
