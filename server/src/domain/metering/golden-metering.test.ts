import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { hour, type Metering, startMetering } from './metering.test-support.ts';

/** G15: what is submitted to every marketplace, and which response a client gets when. */

const refusalOf = async (work: Promise<unknown>): Promise<{ code?: string; info?: Record<string, unknown> }> =>
  work.then(
    () => ({}),
    (error: unknown) => error as object,
  );

/** A plan that includes none of the reported usage. */
const planned = {
  agreed: {
    azureSubscriptions: [{ planId: 'gold', term: { termUnit: 'P1M' } }],
    dimensions: ['users', 'bad'].map((key) => ({
      key,
      planId: 'gold',
      rate: 2,
      includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: 0 }],
    })),
  },
};

for (const partner of ['AWS', 'AZURE'] as const) {
  describe(`G15, ${partner}`, () => {
    let m: Metering;
    before(async () => {
      m = await startMetering(undefined, partner);
    });
    after(() => m.close());

    test('the same id again is 409 and names the first record, whatever the body', async () => {
      m.setNow('2026-11-03T08:10:00Z');
      const { id } = await m.anEntitlement(planned);
      await m.report(id, { users: 2 }, { id: `${partner}-one` });
      for (const records of [{ users: 2 }, { users: 3 }, { gb: 1 }]) {
        const { code, info } = await refusalOf(m.report(id, records, { id: `${partner}-one` }));
        assert.deepEqual([code, info?.id, info?.differs], ['Conflict', `${partner}-one`, records.users !== 2]);
      }
    });

    test('usage that the marketplace no longer accepts is INVALID with its cause, and not dropped', async () => {
      m.setNow('2026-11-05T12:10:00Z');
      const { id } = await m.anEntitlement({ end: new Date('2026-11-04T09:00:00Z'), status: 'ACTIVE' });
      const late = await m.report(id, { users: 4 }, { timestamp: '2026-11-04T08:30:00Z' });
      m.setNow('2026-11-05T13:20:00Z');
      await m.runReport();
      const items = await m.select(
        sql`select state, cause, quantity from usage_record_item where group_id = ${late.id}`,
      );
      assert.deepEqual(items, [{ state: 'INVALID', cause: 'LATE', quantity: '4' }]);
    });

    test('usage of one hour is merged; usage that arrives after its submission goes into the next hour that was not submitted', async () => {
      m.setNow('2026-11-10T08:10:00Z');
      const { id, license } = await m.anEntitlement(planned);
      await m.report(id, { users: 2 });
      m.setNow('2026-11-10T08:50:00Z');
      await m.report(id, { users: 3 });
      m.setNow('2026-11-10T09:20:00Z');
      await m.runReport();
      await m.report(id, { users: 4 }, { timestamp: '2026-11-10T08:40:00Z' });
      m.setNow('2026-11-10T10:20:00Z');
      await m.runReport();
      const told = [...m.marketplace.journal].filter(([key]) => key.startsWith(`${license} `));
      assert.deepEqual(told, [
        [`${license} users 2026-11-10T08:00:00.000Z`, '5'],
        [`${license} users 2026-11-10T09:00:00.000Z`, '4'],
      ]);
    });

    test('26 records are two calls', async () => {
      m.setNow('2026-11-12T08:10:00Z');
      for (let count = 0; count < 26; count += 1) await m.report((await m.anEntitlement(planned)).id, { users: 1 });
      const before = m.marketplace.calls;
      m.setNow('2026-11-12T09:20:00Z');
      await m.runReport();
      assert.equal(m.marketplace.calls - before, 2);
    });

    test('of ten concurrent retries one sets it to CREATED', async () => {
      m.setNow('2026-11-13T08:10:00Z');
      const { id } = await m.anEntitlement(planned);
      const group = await m.report(id, { bad: 3 });
      m.setNow('2026-11-13T09:20:00Z');
      await m.runReport();
      assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
      const ends = await Promise.allSettled(Array.from({ length: 10 }, () => m.retry(group.id)));
      assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(await m.statusOf(group.id), 'CREATED');
      m.advance(hour);
      assert.deepEqual(await m.imbalances(), []);
    });
  });
}
