import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { ReadCall } from '../../../contract/call.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { listUsageRecordGroups } from './reads.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

/** The ids of the groups whose metaInfo contains these members. */
const withMetaInfo = async (metaInfo: unknown, more: object = {}): Promise<string[]> => {
  const call = { db: m.database.read(m.orgId), orgId: m.orgId, now: m.now(), url: '/x', setHeader: () => {} };
  const query = { metaInfo: JSON.stringify(metaInfo), startDate: '2026-11-01', endDate: '2026-11-30', ...more };
  const reply = await listUsageRecordGroups(call as unknown as ReadCall, { query: query as never });
  return reply.usageRecordGroups.map(({ id }) => id).sort();
};

it('metaInfo finds groups by each of its fields, including source and timestamp', async () => {
  m.setNow('2026-11-03T10:30:00Z');
  const ent = await m.anEntitlement();
  await m.report(ent.id, { users: 1 }, { id: 'one', timestamp: '2026-11-03T10:20:00Z', metaInfo: { note: 'a' } });
  const two = await m.report(ent.id, { users: 2 }, { id: 'two', timestamp: '2026-11-03T10:25:00.5Z' });
  assert.deepEqual(await withMetaInfo({ source: 'API' }), ['one', 'two']);
  assert.deepEqual(await withMetaInfo({ source: 'API', note: 'a' }), ['one']);
  assert.deepEqual(await withMetaInfo({ source: 'LAGO' }), []);
  assert.deepEqual(await withMetaInfo({ source: 'API' }, { source: 'LAGO' }), [], 'both count');
  assert.deepEqual(
    await withMetaInfo({ timestamp: '2026-11-03T11:20:00+01:00' }),
    ['one'],
    'the same time, written otherwise',
  );
  assert.deepEqual(await withMetaInfo(two.metaInfo), ['two'], 'a metaInfo as it was shown finds its group');
  for (const odd of [{ source: 1 }, { source: null }, { timestamp: 'today' }, { timestamp: null }])
    assert.deepEqual(await withMetaInfo(odd), [], 'no metaInfo has such a member');
});
