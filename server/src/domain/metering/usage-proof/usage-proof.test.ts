import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { Big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { findBalanceKeys } from './balance-store.ts';
import { getUsageBalance, getUsageReceipt, listUsageDrifts } from './reads.ts';
import { UsageBalanceParams, UsageDriftParams, UsageReceiptParams } from './schema.ts';
import type { BalanceKey } from './usage-proof.ts';

let m: Metering;

const callOf = (): ReadCall =>
  ({
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/x',
    setHeader: () => {},
  }) as unknown as ReadCall;

type Window = { startTime?: string; endTime?: string };

/** Follows the cursors to the end. */
const pagesOf = async <Page extends { nextCursor?: string }, Row>(
  read: (cursor: string) => Promise<Page>,
  rowsOf: (page: Page) => Row[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = await read(cursor);
    rows.push(...rowsOf(page));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return rows;
};

const balances = (query: Window & { entitlementId?: string; limit?: string; dimension?: string; partner?: string }) =>
  pagesOf(
    (cursor) => getUsageBalance(callOf(), { query: UsageBalanceParams.parse({ ...query, cursor }) }),
    (page) => page.usageBalances,
  );

const drifts = (query: object = {}) =>
  pagesOf(
    (cursor) => listUsageDrifts(callOf(), { query: UsageDriftParams.parse({ ...query, cursor }) }),
    (page) => page.usageDrifts,
  );

const receipts = (entitlementId: string, query: object = {}) =>
  pagesOf(
    (cursor) =>
      getUsageReceipt(callOf(), { params: { entitlementId }, query: UsageReceiptParams.parse({ ...query, cursor }) }),
    (page) => page.usageReceipts,
  );

type Amount = Awaited<ReturnType<typeof balances>>[number]['accepted'];
const add = (...amounts: readonly (Amount | string)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(String(amount)), new Big(0)).toFixed();

const iso = (ms: number): string => new Date(ms).toISOString();

const report = fc.record({
  does: fc.constant('report' as const),
  who: fc.nat(1),
  dimension: fc.constantFrom('users', 'gb'),
  cents: fc.integer({ min: 1, max: 400 }),
  hoursAgo: fc.constantFrom(0, 1, 2, 5, 30),
});
const submit = fc.record({
  does: fc.constant('submit' as const),
  fault: fc.constantFrom('refuse', 'timeout-before', 'timeout-after', 'unprocessed', 'half', null, null, null),
  hours: fc.constantFrom(0, 1, 1, 7),
  killAfter: fc.option(fc.nat(6), { nil: null }),
  twice: fc.boolean(),
});
const retry = fc.record({ does: fc.constant('retry' as const), nth: fc.nat(20) });
const remove = fc.record({ does: fc.constant('remove' as const), nth: fc.nat(20) });
const suspend = fc.record({ does: fc.constant('suspend' as const), who: fc.nat(1), active: fc.boolean() });
const shadow = fc.record({ does: fc.constant('shadow' as const), mode: fc.constantFrom('LIVE', 'LIVE', 'SHADOW') });

const killed = new Error('killed');

const agreed = {
  azureSubscriptions: [{ planId: 'gold', term: { termUnit: 'P1M' } }],
  dimensions: ['users', 'gb'].map((key) => ({
    key,
    planId: 'gold',
    includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: key === 'users' ? 1.25 : 0 }],
  })),
};

for (const partner of ['AWS', 'AZURE'] as const)
  describe(partner, () => {
    before(async () => {
      m = await startMetering(undefined, partner);
    });
    after(() => m.close());

    it('balances account for every unit, drifts for everything not settled, receipts for everything billed', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              { arbitrary: report, weight: 5 },
              { arbitrary: submit, weight: 4 },
              { arbitrary: retry, weight: 2 },
              remove,
              suspend,
              shadow,
            ),
            { minLength: 8, maxLength: 30, size: 'max' },
          ),
          async (steps) => {
            round += 1;
            const begin = Date.parse('2026-12-02T08:05:00Z') + round * 15 * 24 * hour;
            m.setNow(new Date(begin));
            await m.setConnection('LIVE');
            const start = new Date(begin - 100 * hour);
            const priced = ['users', 'gb'].map((key) => ({ key, rate: 0.3, name: key }));
            const who = [
              await m.anEntitlement({ start, agreed }),
              await m.anEntitlement({ start, agreed, product: 1, credit: 1, info: { dimensions: priced } }),
            ];
            const ids = who.map((one) => one.id);
            const numbered = new Map<string, string>();
            const groupsIn = (status: string) =>
              m.select<{ id: string }>(
                sql`select id from usage_record_group where entitlement_id = any(${ids}::uuid[]) and status = ${status} order by id`,
              );

            const check = async (): Promise<void> => {
              const all = { startTime: iso(begin - 40 * hour), endTime: iso(begin + 300 * hour) };
              const lines = (await m.balance()).filter((line) => ids.includes(line.entitlementId));
              const keyOf = (line: {
                entitlementID?: string | undefined;
                dimension: string;
                startTime: string;
              }): string => `${line.startTime} ${line.entitlementID} ${line.dimension}`;
              const expected = lines
                .map((line) =>
                  keyOf({
                    entitlementID: encodeId('ent', line.entitlementId),
                    dimension: line.dimension,
                    startTime: line.hour.toISOString(),
                  }),
                )
                .sort();
              const found = await balances({ ...all, limit: '3' });
              assert.deepEqual(found.map(keyOf).sort(), expected, 'each hour once, page by page');
              const middle = iso(begin - 30 * 60_000);
              const parts = [
                ...(await balances({ startTime: all.startTime, endTime: middle })),
                ...(await balances({ startTime: middle, endTime: all.endTime })),
              ];
              assert.deepEqual(parts, found, 'windows add up to the whole');
              for (const one of who)
                assert.deepEqual(
                  await balances({ ...all, entitlementId: one.typeId, limit: '2' }),
                  found.filter((row) => row.entitlementID === one.typeId),
                  'those of one entitlement',
                );
              assert.deepEqual(
                await balances({ ...all, dimension: 'gb', partner }),
                found.filter((row) => row.dimension === 'gb'),
              );
              for (const row of found) {
                assert.equal(String(row.difference), '0', keyOf(row));
                assert.equal(add(...row.heldCauses.map((one) => one.quantity)), add(row.held));
              }

              const open = await drifts({ ...all, hoursLeft: '744', limit: '2' });
              const openBy = Map.groupBy(open, keyOf);
              for (const row of found) {
                const unsettled = add(row.pending, row.held, row.invalid, row.refused, row.failed, row.unknown);
                const shown = add(...(openBy.get(keyOf(row)) ?? []).map((drift) => drift.quantity));
                assert.equal(shown, unsettled, `drifts of ${keyOf(row)}`);
                openBy.delete(keyOf(row));
              }
              assert.deepEqual([...openBy.keys()], [], 'nothing else is a drift');

              for (const one of who) {
                const shown = await receipts(one.id, { ...all, limit: '3' });
                for (const [dimension, ofOne] of Map.groupBy(shown, (receipt) => receipt.dimension)) {
                  const numbers = ofOne.map((receipt) => receipt.number).sort((left, right) => left - right);
                  assert.deepEqual(
                    numbers,
                    numbers.map((_, index) => index + 1),
                    `numbers of ${dimension} without gaps`,
                  );
                }
                for (const receipt of shown) {
                  const place = `${one.id} ${receipt.dimension} ${receipt.number}`;
                  const row = `${receipt.usageRecordReportID} ${receipt.startTime}`;
                  assert.equal(numbered.get(place) ?? row, row, 'a number never changes');
                  numbered.set(place, row);
                  const { included, paidByCredit, paidByCommit, carriedOut, quantity } = receipt;
                  assert.equal(
                    add(receipt.accepted, receipt.adjusted, receipt.carriedIn),
                    add(included, paidByCredit, paidByCommit, carriedOut, quantity),
                  );
                }
                const mine = found.filter((row) => row.entitlementID === one.typeId);
                assert.equal(
                  add(...shown.map((receipt) => receipt.billed)),
                  add(...mine.map((row) => row.acknowledged)),
                  'receipts sum to what was billed',
                );
              }
            };

            for (const step of steps) {
              if (step.does === 'report') {
                const timestamp = iso(m.now().getTime() - step.hoursAgo * hour);
                await m.report(who[step.who]?.id ?? '', { [step.dimension]: step.cents / 100 }, { timestamp });
              }
              if (step.does === 'submit') {
                m.advance(step.hours * hour + 20 * 60_000);
                let faults = 2;
                m.marketplace.misbehave = () => (faults-- > 0 ? step.fault : null);
                let left = step.killAfter ?? Number.POSITIVE_INFINITY;
                const die = () => {
                  left -= 1;
                  if (left < 0) throw killed;
                };
                const run = () => m.runReport(die).catch((error: unknown) => assert.equal(error, killed));
                await Promise.all(step.twice ? [run(), run()] : [run()]);
              }
              if (step.does === 'retry') {
                const failed = await groupsIn('REPORT_FAILED');
                const chosen = failed[step.nth % Math.max(1, failed.length)];
                if (chosen) await m.retry(chosen.id);
              }
              if (step.does === 'remove') {
                const late = await groupsIn('INVALID');
                const chosen = late[step.nth % Math.max(1, late.length)];
                // A group with a part that was retried cannot be deleted.
                if (chosen)
                  await m.remove(chosen.id).catch((error: { code?: string }) => assert.equal(error.code, 'Conflict'));
              }
              if (step.does === 'suspend') {
                const status = step.active ? 'ACTIVE' : 'SUSPENDED';
                await m.write(
                  sql`update entitlement set status = ${status} where org_id = ${m.orgId} and id = ${ids[step.who]}`,
                );
              }
              if (step.does === 'shadow') await m.setConnection(step.mode);
              await check();
            }
            await m.write(
              sql`update entitlement set status = 'ACTIVE' where org_id = ${m.orgId} and id = any(${ids}::uuid[])`,
            );
            await m.setConnection('LIVE');
            m.marketplace.misbehave = () => null;
            for (let count = 0; count < 3; count += 1) {
              m.advance(80 * 60_000);
              await m.runReport();
            }
            await check();
            for (const { id, license } of who) {
              const journal = [...m.marketplace.journal].filter(([key]) => key.startsWith(`${license} `));
              const all = { startTime: iso(begin - 40 * hour), endTime: iso(begin + 300 * hour) };
              const shown = await receipts(id, all);
              const certain = shown.filter((one) => one.status === 'BILLED' && String(one.billed) !== '0');
              const unknown = shown.filter((one) => one.status === 'UNKNOWN');
              const lineOf = (one: (typeof shown)[number]): string =>
                `${license} ${one.dimension} ${one.submittedTime}=${one.quantity}`;
              const billed = journal.map(([key, quantity]) => `${key}=${quantity}`);
              for (const one of certain) assert.ok(billed.includes(lineOf(one)), `${lineOf(one)} is billed`);
              const known = new Set([...certain, ...unknown].map(lineOf));
              for (const line of billed) assert.ok(known.has(line), `${line} has a receipt`);
            }
          },
        ),
        { numRuns: Number(process.env.METERING_RUNS ?? 6), endOnFailure: true },
      );
    });
  });

describe('the requested window', () => {
  before(async () => {
    m = await startMetering();
  });
  after(() => m.close());

  it('is at most 31 days, by default the last 7', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const ask = (query: object) => getUsageBalance(callOf(), { query: UsageBalanceParams.parse(query) });
    const shown = await ask({});
    assert.deepEqual([shown.startTime, shown.endTime], ['2026-11-03T11:00:00.000Z', '2026-11-10T11:00:00.000Z']);
    const from = await ask({ startTime: '2026-10-01T00:00:00Z' });
    assert.equal(from.endTime, '2026-10-08T00:00:00.000Z');
    await assert.rejects(ask({ startTime: '2026-10-01T00:00:00Z', endTime: '2026-11-02T00:00:00Z' }), {
      info: [
        {
          path: 'endTime',
          code: 'range',
          message: 'must be at most 31 days after startTime; request a shorter range, and the rest in another call',
        },
      ],
    });
    await assert.rejects(ask({ startTime: '2026-10-02T00:00:00Z', endTime: '2026-10-01T00:00:00Z' }), /startTime/);
    await assert.rejects(ask({ cursor: 'WzFd' }), /nextCursor/);
    await assert.rejects(ask({ cursor: '%' }), /nextCursor/);
  });

  it('reads a limited number of hours at a time, and continues after the last one', async () => {
    m.setNow('2026-11-09T10:05:00Z');
    const { id } = await m.anEntitlement();
    for (const hours of [1, 2, 3, 4]) {
      const timestamp = iso(m.now().getTime() - hours * hour);
      await m.report(id, hours === 4 ? { gb: 1, users: 2 } : { users: 1 }, { timestamp });
    }
    const window = { from: new Date('2026-11-09T00:00:00Z'), before: new Date('2026-11-10T00:00:00Z') };
    const found: string[] = [];
    let searches = 0;
    for (let after: BalanceKey | null | undefined; after !== null; ) {
      const filter = { ...window, dimension: 'gb', after: after ?? null };
      const { keys, visited } = await findBalanceKeys(m.database.read(m.orgId), filter, 10, 2);
      found.push(...keys.map(([time, , dimension]) => `${time.toISOString()} ${dimension}`));
      after = visited;
      searches += 1;
    }
    assert.deepEqual([found, searches], [['2026-11-09T06:00:00.000Z gb'], 3]);
  });

  it('shows held usage with its reason and the hours left, and as a drift once its window is about to close', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const held = await m.anEntitlement({ status: 'SUSPENDED' });
    const group = await m.report(held.id, { users: 2.5 });
    m.setNow('2026-11-10T11:20:00Z');
    await m.runReport();
    const [row] = await balances({ entitlementId: held.typeId });
    assert.deepEqual(JSON.parse(JSON.stringify([row?.held, row?.heldCauses, row?.deadline, row?.hoursLeft])), [
      2.5,
      [{ cause: 'SUSPENDED', quantity: 2.5 }],
      '2026-11-11T10:00:00.000Z',
      22,
    ]);
    assert.deepEqual(await drifts({ entitlementId: held.typeId }), []);
    assert.equal((await drifts({ entitlementId: held.typeId, hoursLeft: '24' })).length, 1);
    m.setNow('2026-11-11T07:30:00Z');
    const [drift] = await drifts({ entitlementId: held.typeId, cause: 'HELD' });
    assert.deepEqual([drift?.heldCause, drift?.hoursLeft, drift?.usageRecordGroupIDs], ['SUSPENDED', 2, [group.id]]);
    assert.match(drift?.remedy ?? '', /suspension/);
    assert.deepEqual(await drifts({ entitlementId: held.typeId, cause: 'LATE' }), []);
    assert.deepEqual(await drifts({ entitlementId: held.typeId, partner: 'GCP' }), []);
    m.setNow('2026-11-11T10:20:00Z');
    await m.runReport();
    const late = await drifts({ entitlementId: held.typeId });
    assert.deepEqual(
      late.map((one) => [one.cause, String(one.quantity), one.hoursLeft]),
      [['LATE', '2.5', 0]],
    );
    await m.remove(group.id);
    assert.deepEqual(await drifts({ entitlementId: held.typeId }), [], 'it is no longer accepted');
  });

  it('shows what the marketplace refused, what another tool submitted, and what is unknown', async () => {
    m.setNow('2026-11-14T10:05:00Z');
    const one = await m.anEntitlement();
    await m.report(one.id, { bad: 1 });
    await m.runReport();
    m.setNow('2026-11-14T11:20:00Z');
    await m.runReport();
    const other = await m.anEntitlement();
    await m.report(other.id, { gb: 4 }, { timestamp: '2026-11-14T10:30:00Z' });
    m.marketplace.journal.set(`${other.license} gb 2026-11-14T10:00:00.000Z`, '9');
    await m.runReport();
    const lost = await m.anEntitlement();
    await m.report(lost.id, { users: 3 }, { timestamp: '2026-11-14T10:30:00Z' });
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    const causesOf = async (typeId: string, more: object = {}) =>
      (await drifts({ entitlementId: typeId, ...more })).map((drift) => `${drift.cause} ${drift.quantity}`);
    assert.deepEqual(await causesOf(one.typeId), ['REFUSED 1']);
    assert.deepEqual(await causesOf(other.typeId), ['DUPLICATE_FOREIGN 4']);
    assert.deepEqual(await causesOf(lost.typeId), [], 'it is still being submitted');
    assert.deepEqual(await causesOf(lost.typeId, { hoursLeft: '24' }), ['UNCONFIRMED 3']);
    m.setNow('2026-11-15T12:00:00Z');
    await m.runReport();
    m.marketplace.misbehave = () => null;
    assert.deepEqual(await causesOf(lost.typeId), ['OUTCOME_UNKNOWN 3']);
    const [unknown] = await drifts({ entitlementId: lost.typeId });
    await m.settle(
      (
        await m.select<{ report_id: string }>(sql`
      select report_id from usage_report_row where entitlement_id = ${lost.id}`)
      )[0]?.report_id ?? '',
      'COUNTED',
    );
    assert.deepEqual(await causesOf(lost.typeId), []);
    const [receipt] = await receipts(lost.id, { startTime: '2026-11-14T00:00:00Z' });
    assert.deepEqual(
      [receipt?.status, String(receipt?.billed), receipt?.confirmedTime, receipt?.usageRecordReportID],
      ['BILLED', '3', '2026-11-15T12:00:00.000Z', unknown?.usageRecordReportID],
    );
  });

  it('numbers receipts in the order in which hours are closed, not by hour', async () => {
    m.setNow('2026-11-18T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    await m.report(id, { users: 2 });
    m.setNow('2026-11-18T11:20:00Z');
    await m.runReport();
    await m.report(id, { users: 3 }, { timestamp: '2026-11-18T08:10:00Z' });
    await m.runReport();
    const shown = await receipts(id);
    assert.deepEqual(
      shown.map((one) => [one.startTime, one.number, String(one.billed), one.partnerRecordID]),
      [
        ['2026-11-18T08:00:00.000Z', 2, '3', `${license} users 2026-11-18T08:00:00.000Z`],
        ['2026-11-18T10:00:00.000Z', 1, '2', `${license} users 2026-11-18T10:00:00.000Z`],
      ],
    );
    const nobody = '0198a000-0000-7000-8000-00000000ffff';
    await assert.rejects(receipts(nobody), /No such entitlement/);
  });
});
