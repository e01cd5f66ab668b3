import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Big } from '../../../kit/decimal.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { findReports, findRowsOfReports } from './store.ts';
import { viewReports } from './view.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
  const dimensions = [
    { key: 'users', rate: 3 },
    { key: 'gb', rate: 1 },
  ];
  await m.write(sql`update product set info = ${JSON.stringify({ dimensions })}::jsonb where org_id = ${m.orgId}`);
  await set({ enableCommitWithAdditionalUsageMetering: true, enableCommitWithAdditionalUsageAtListPrice: true });
});
after(() => m.close());

const set = (settings: object) =>
  m.write(
    sql`update connection set settings = settings || ${JSON.stringify(settings)}::jsonb where org_id = ${m.orgId}`,
  );

const discounted = { dimensions: [{ key: 'users', rate: 2 }] };

const toldOf = async (id: string): Promise<string> => {
  const [row] = await m.select<{ told: string }>(sql`
    select trim_scale(coalesce(sum(quantity), 0)) as told from usage_report_row
    where entitlement_id = ${id} and state = 'SUCCESS'`);
  return row?.told ?? '';
};
const fractionOf = async (id: string): Promise<string> =>
  (await m.select<{ fraction: string }>(sql`select fraction from usage_cursor where entitlement_id = ${id}`))[0]
    ?.fraction ?? '0';

describe('usage beyond a commit, charged at the list price', () => {
  it('is submitted as the units that cost as much at the price of the offer, with the used quantity beside it', async () => {
    m.setNow('2027-01-10T10:05:00Z');
    const { id } = await m.anEntitlement({ info: discounted, commit: 8 });
    await m.report(id, { users: 7 });
    m.setNow('2027-01-10T11:20:00Z');
    await m.runReport();
    // The commit pays for 4 units at 2; 3 units at 3 cost what 4.5 units cost at 2.
    assert.deepEqual([await toldOf(id), await fractionOf(id)], ['4', '0.5']);
    const db = m.database.read(m.orgId);
    const [report] = await m.select<{ id: string }>(sql`select id from usage_report where entitlement_id = ${id}`);
    const ids = [report?.id ?? ''];
    const [view] = viewReports(m.orgId, await findReports(db, ids), await findRowsOfReports(db, ids));
    assert.deepEqual(
      [
        view?.info.recordsToReportBeforeAdjustmentAtListPrice,
        view?.info.dimensionUnitListPrice,
        view?.info.dimensionUnitPrice,
        view?.info.reportedRecords,
        view?.info.usedCommitAmountIncrement,
      ],
      [{ users: 3 }, { users: 3 }, { users: 2 }, { users: 4 }, 8],
    );
    // The next hour: the commit is used up.
    m.setNow('2027-01-10T11:30:00Z');
    await m.report(id, { users: 1 });
    m.setNow('2027-01-10T12:20:00Z');
    await m.runReport();
    assert.deepEqual([await toldOf(id), await fractionOf(id)], ['6', '0']);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('leaves usage alone without a commit, in a test period, or when the setting is off', async () => {
    m.setNow('2027-01-11T10:05:00Z');
    const plain = await m.anEntitlement({ info: discounted });
    const test = await m.anEntitlement({ info: discounted, commit: 1, metaInfo: { enableTestUsageMetering: true } });
    await m.report(plain.id, { users: 3 });
    await m.report(test.id, { users: 3 });
    m.setNow('2027-01-11T11:20:00Z');
    await m.runReport();
    assert.equal(await toldOf(plain.id), '3');
    const rows = await m.select(sql`select quantity, adjusted from usage_report_row where entitlement_id = ${test.id}`);
    assert.deepEqual(rows, [{ quantity: '3', adjusted: '0' }]);
    await set({ enableCommitWithAdditionalUsageAtListPrice: false });
    const off = await m.anEntitlement({ info: discounted, commit: 2 });
    await m.report(off.id, { users: 3 });
    m.setNow('2027-01-11T12:20:00Z');
    await m.runReport();
    assert.equal(await toldOf(off.id), '2');
    await set({ enableCommitWithAdditionalUsageAtListPrice: true });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('waits while the list price is unknown', async () => {
    m.setNow('2027-01-12T10:05:00Z');
    const info = {
      dimensions: [
        { key: 'users', rate: 2 },
        { key: 'calls', rate: 1 },
      ],
    };
    const { id } = await m.anEntitlement({ info, commit: 1 });
    const group = await m.report(id, { calls: 3 });
    m.setNow('2027-01-12T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'CREATED');
    const items = await m.select(sql`select cause from usage_record_item where group_id = ${group.id}`);
    assert.deepEqual(items, [{ cause: 'NO_PRICE' }]);
  });

  it('comes to the same amount after any refusals and retries', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ units: fc.integer({ min: 1, max: 900 }), refuses: fc.boolean(), retries: fc.boolean() }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom('2', '7', '4.5'),
        fc.nat(20),
        async (hours, rate, commit) => {
          round += 1;
          m.setNow(new Date(Date.parse('2027-02-01T10:05:00Z') + (round % 20) * 24 * hour));
          const info = { dimensions: [{ key: 'users', rate: Number(rate) }] };
          const { id } = await m.anEntitlement({ info, commit: commit + 1 });
          const failed = new Set<string>();
          let used = new Big(0);
          const run = async (refuses: boolean): Promise<void> => {
            m.marketplace.misbehave = () => (refuses ? 'refuse' : null);
            m.advance(hour);
            await m.runReport();
            m.marketplace.misbehave = () => null;
          };
          m.setNow(
            m
              .now()
              .toISOString()
              .replace(/:\d\d:/, ':20:'),
          );
          for (const { units, refuses, retries } of hours) {
            used = used.plus(new Big(units).div(100));
            failed.add((await m.report(id, { users: units / 100 })).id);
            await run(refuses);
            for (const one of failed) {
              if ((await m.statusOf(one)) !== 'REPORT_FAILED') failed.delete(one);
              else if (retries) await m.retry(one);
            }
          }
          for (const one of failed) if ((await m.statusOf(one)) === 'REPORT_FAILED') await m.retry(one);
          await run(false);
          await run(false);
          assert.deepEqual(await m.imbalances(), []);
          const beyond = used.minus(new Big(commit + 1).div(rate));
          const due = beyond.lte(0) ? new Big(0) : beyond.times(3).div(rate);
          const found = new Big(await toldOf(id)).plus(await fractionOf(id));
          assert.ok(found.minus(due).abs().lt('0.000001'), `${found} units, not ${due}`);
        },
      ),
      { numRuns: 20 },
    );
  });
});
