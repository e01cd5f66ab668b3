import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seedProduct, seedSubscription } from '../../../../simulators/azure/azure.test-support.ts';
import { createOutgoing } from '../../adapters/outgoing/outgoing.ts';
import { dayMs, openReader } from '../../adapters/revenue/azure/feed-bench.test-support.ts';
import type { Database } from '../../db/database.ts';
import { wireRevenueFeeds } from '../../wiring/revenue-feeds.ts';
import { openRevenue, openRevenueDatabase } from './revenue.test-support.ts';

let database: Database;
let close: () => Promise<void>;
before(async () => {
  ({ database, close } = await openRevenueDatabase());
});
after(() => close());

test('exports that one process has requested are read by another, and not requested again', async (t) => {
  const reader = await openReader(t, { startsAt: '2026-09-01T12:00:00Z' });
  const { access, clock, url, control } = reader;
  await seedProduct(reader);
  await seedSubscription(reader, { quantity: 10 });
  const now = () => clock.now();
  const system = { now: () => new Date(now()), wallNow: () => new Date() };
  const revenue = await openRevenue({
    ...{ database, now, origins: [url] },
    // Every step is done by a process of its own.
    feeds: () => ({
      AZURE: (memory) => {
        const { AZURE: create } = wireRevenueFeeds(createOutgoing({ allowedOrigins: [url] }), system);
        assert.ok(create);
        return create(memory);
      },
    }),
  });
  await revenue.connect({
    ...{ partner: 'AZURE', service: 'MARKETPLACE', accountId: access.accountId, endpoint: `${url}/azure` },
    credentials: access.credentials,
  });
  const requests = () => (reader.snapshot().payoutExports ?? []) as { kind: string; id: string; requestedAt: number }[];
  const exportsRead = async () =>
    (await revenue.parts()).filter((name) => /^(payments|transactionhistory)\//.test(name));
  await control('POST', '/settings', { reportDelayMs: dayMs / 4 });
  await clock.advance(Date.parse('2026-11-20T00:00:00Z') - now());

  for (const hours of [0, 4, 4]) {
    await clock.advance(hours * 3_600_000);
    await revenue.settle();
    await revenue.syncNow('AZURE');
    assert.equal(requests().length, 2, 'payments and earnings');
    assert.deepEqual(await exportsRead(), []);
  }
  await clock.advance(8 * 3_600_000);
  await revenue.syncNow('AZURE');
  const ids = requests().map(({ kind, id }) => `${kind}/${id} READ`);
  assert.deepEqual(await exportsRead(), ids.toSorted());
  assert.equal(requests().length, 2);

  await clock.advance(10 * dayMs);
  await revenue.syncNow('AZURE');
  assert.equal(requests().length, 4, 'of exports that are over, new ones are requested');
  const fresh = requests().filter(({ requestedAt }) => requestedAt > now() - dayMs);
  const kept = (await revenue.rows('revenue_request')).map(({ id }) => String(id));
  assert.deepEqual(kept.toSorted(), fresh.map(({ id }) => id).toSorted(), 'and no others are kept');
});
