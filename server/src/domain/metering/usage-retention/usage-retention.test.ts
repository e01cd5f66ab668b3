import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { dropMonth, makeMonths, readHeldMonths } from '../../../db/months.ts';
import { dropOldMonths, firstKeptMonth } from '../../../engine/retention.ts';
import { silentLog } from '../../../kit/log.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { getUsageBalance, getUsageReceipt, listUsageDrifts } from '../usage-proof/reads.ts';
import { UsageBalanceParams, UsageDriftParams, UsageReceiptParams } from '../usage-proof/schema.ts';
import { findGroupOn } from '../usage-record-group/find-group.ts';
import { validateUsageBatch } from '../usage-record-group/validate-usage.ts';
import { foldUsageTotals } from '../usage-total/fold-totals.ts';
import { aggregateUsageRecordGroups, aggregateUsageRecordReports } from '../usage-total/reads.ts';

const day = 24 * hour;

const drop = async (m: Metering, months = 0, tries = 1) => {
  const outcomes = await dropOldMonths(
    { database: m.database, log: silentLog, tries },
    { family: 'usage', firstKept: firstKeptMonth(m.now(), { months }) },
  );
  return Object.fromEntries([...outcomes].map(([month, answer]) => [month.slice(0, 7), answer]));
};

const outcomesOf = (dropped: Awaited<ReturnType<typeof drop>>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(dropped).map(([month, answer]) => [
      month,
      answer.outcome === 'HELD' ? Object.keys(answer.held).sort() : answer.outcome,
    ]),
  );

const callOf = (m: Metering): ReadCall =>
  ({
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: '/x',
    setHeader: () => {},
  }) as unknown as ReadCall;

const pagesOf = async <Row>(
  read: (cursor: string) => Promise<{ nextCursor?: string }>,
  name: string,
): Promise<Row[]> => {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const page = (await read(cursor)) as Record<string, unknown>;
    rows.push(...(page[name] as Row[]));
    cursor = (page.nextCursor as string | undefined) ?? '';
  } while (cursor !== '');
  return JSON.parse(JSON.stringify(rows));
};

/** The ids of groups are dropped in time, the quantities are not. */
const withoutGroups = ({ usageRecordGroupIDs: _, ...drift }: Record<string, unknown>) => drift;

type Seen = Record<'groups' | 'reports' | 'balances' | 'drifts' | 'receipts', unknown[]>;

/** Everything that a client can read of these entitlements but the groups themselves, over six months. */
const readAll = async (m: Metering, owned: readonly { id: string; typeId: string }[], from: Date): Promise<Seen> => {
  const call = callOf(m);
  const spans = Array.from({ length: 7 }, (_, index) => ({
    startTime: new Date(from.getTime() + index * 30 * day).toISOString(),
    endTime: new Date(from.getTime() + (index + 1) * 30 * day).toISOString(),
  }));
  const seen: Seen = { groups: [], reports: [], balances: [], drifts: [], receipts: [] };
  for (const { id, typeId } of owned) {
    const query = {
      partner: 'AWS',
      granularity: 'day',
      startDate: from.toISOString().slice(0, 10),
      endDate: new Date(from.getTime() + 200 * day).toISOString().slice(0, 10),
      entitlementId: typeId,
    } as const;
    seen.groups.push(JSON.stringify(await aggregateUsageRecordGroups(call, { query })));
    seen.reports.push(JSON.stringify(await aggregateUsageRecordReports(call, { query })));
    seen.drifts.push(
      (
        await pagesOf<Record<string, unknown>>(
          (cursor) =>
            listUsageDrifts(call, {
              query: UsageDriftParams.parse({ entitlementId: typeId, hoursLeft: '744', limit: '3', cursor }),
            }),
          'usageDrifts',
        )
      ).map(withoutGroups),
    );
    for (const span of spans) {
      for (const entitlementId of [typeId, undefined]) {
        seen.balances.push(
          await pagesOf(
            (cursor) =>
              getUsageBalance(call, {
                query: UsageBalanceParams.parse({
                  ...span,
                  ...(entitlementId ? { entitlementId } : {}),
                  limit: '7',
                  cursor,
                }),
              }),
            'usageBalances',
          ),
        );
      }
      seen.receipts.push(
        await pagesOf(
          (cursor) =>
            getUsageReceipt(call, {
              params: { entitlementId: id },
              query: UsageReceiptParams.parse({ ...span, cursor }),
            }),
          'usageReceipts',
        ),
      );
    }
  }
  return seen;
};

/** Refusals are expected. */
const tolerate = async (work: Promise<unknown>): Promise<void> => {
  await work.catch((error: { code?: string }) => {
    if (!['BadRequest', 'Conflict', 'NotFound'].includes(error.code ?? '')) throw error;
  });
};

type Step =
  | { does: 'report'; entitlement: number; dimension: string; quantity: number; hoursAgo: number }
  | { does: 'advance'; hours: number }
  | { does: 'run'; fault: 'refuse' | 'timeout-after' | null }
  | { does: 'retry' | 'remove'; pick: number }
  | { does: 'fold' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('report' as const),
      entitlement: fc.nat(2),
      dimension: fc.constantFrom('users', 'gb'),
      quantity: fc.integer({ min: 1, max: 4_000 }).map((n) => n / 1_000),
      hoursAgo: fc.constantFrom(0, 0, 1, 3, 30, 800),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('advance' as const), hours: fc.constantFrom(1, 2, 20, 400, 745) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('run' as const),
      fault: fc.constantFrom(null, null, 'refuse' as const, 'timeout-after' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('retry' as const), pick: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('remove' as const), pick: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fold' as const) }) },
);

describe('dropping months of usage', () => {
  let m: Metering;
  before(async () => {
    m = await startMetering();
  });
  after(() => m.close());

  /** The months before this one, each with whether some of its usage is still open. */
  const openMonths = async (): Promise<Record<string, string[]>> => {
    const rows = await m.select<{ month: string; open: boolean }>(sql`
      select to_char(creation_month, 'YYYY-MM') as month, bool_or(state in ('CREATED', 'REPORT_PENDING')) as open
      from usage_record_item where creation_month < ${firstKeptMonth(m.now(), { months: 0 })}::date group by 1`);
    return Object.fromEntries(rows.map(({ month, open }) => [month, open ? ['open'] : []]));
  };

  it('changes no total, balance, drift or receipt, and no later closing, and every id stays taken', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 6, maxLength: 22 }),
        fc.array(steps, { minLength: 2, maxLength: 10 }),
        fc.boolean(),
        async (past, future, inPartitions) => {
          round += 1;
          const start = new Date(Date.UTC(2026, round * 12, 3, 10, 5));
          m.setNow(start);
          if (inPartitions) await makeMonths(m.database, start);
          const owned = [
            await m.anEntitlement({ credit: 1, commit: 2, info: { dimensions: [{ key: 'users', rate: '0.5' }] } }),
            await m.anEntitlement({ product: 1 }),
            await m.anEntitlement({ end: new Date(start.getTime() + 900 * hour) }),
          ];
          const ids: string[] = [];
          const play = async (sequence: readonly Step[]): Promise<void> => {
            for (const step of sequence) {
              if (step.does === 'report') {
                const { entitlement, dimension, quantity, hoursAgo } = step;
                const id = `r${round}-${ids.length}`;
                const timestamp = new Date(m.now().getTime() - hoursAgo * hour).toISOString();
                ids.push(id);
                await tolerate(m.report(owned[entitlement]?.id ?? '', { [dimension]: quantity }, { id, timestamp }));
              } else if (step.does === 'advance') m.advance(step.hours * hour);
              else if (step.does === 'run') {
                m.marketplace.misbehave = () => step.fault;
                await m.runReport();
                m.marketplace.misbehave = () => null;
              } else if (step.does === 'fold') await foldUsageTotals(m.database);
              else {
                const id = ids[step.pick % Math.max(1, ids.length)] ?? '';
                await tolerate(step.does === 'retry' ? m.retry(id) : m.remove(id));
              }
            }
          };
          await play(past);
          await foldUsageTotals(m.database);
          const before = await readAll(m, owned, start);
          const state = await m.select(sql`select * from usage_cursor order by entitlement_id, dimension, kind`);
          const terms = await m.select(sql`select * from entitlement_term order by id`);
          const open = await openMonths();
          const taken = await m.select<{ id: string; kept: boolean; entitlement_id: string | null }>(sql`
            select k.id, g.creation_month < ${firstKeptMonth(m.now(), { months: 0 })}::date as kept, g.entitlement_id from usage_record_group_id k
            join usage_record_group g on g.org_id = k.org_id and g.creation_month = k.creation_month and g.id = k.id
            where k.id like ${`r${round}-%`}`);

          const dropped = await drop(m);
          for (const [month, reasons] of Object.entries(open))
            assert.equal(dropped[month]?.outcome, reasons.length > 0 ? 'HELD' : 'DROPPED', month);
          const left = await m.select<{ month: string }>(sql`
            select distinct to_char(creation_month, 'YYYY-MM') as month from usage_record_group
            where creation_month < ${firstKeptMonth(m.now(), { months: 0 })}::date`);
          assert.deepEqual(
            left.map(({ month }) => month).sort(),
            Object.keys(open)
              .filter((month) => open[month]?.length)
              .sort(),
          );

          assert.deepEqual(await readAll(m, owned, start), before);
          assert.deepEqual(
            await m.select(sql`select * from usage_cursor order by entitlement_id, dimension, kind`),
            state,
          );
          assert.deepEqual(await m.select(sql`select * from entitlement_term order by id`), terms);
          assert.deepEqual(await m.imbalances(), []);
          for (const { id, entitlement_id: owner } of taken)
            await assert.rejects(m.report(owner ?? '', { users: 1 }, { id }), { code: 'Conflict' });
          await play(future);
          await drop(m);
          assert.deepEqual(await m.imbalances(), []);
          assert.deepEqual(await m.wrongIncluded(), []);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('leaves every later closing as it would have been', async () => {
    const twin = await startMetering();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              quantity: fc.integer({ min: 1, max: 3_000 }).map((n) => n / 1_000),
              hours: fc.constantFrom(1, 3, 400, 745),
              fault: fc.constantFrom(null, null, 'refuse' as const),
            }),
            { minLength: 3, maxLength: 14 },
          ),
          fc.integer({ min: 2035, max: 9_000 }),
          async (history, year) => {
            const both = [m, twin] as const;
            const journals: string[][] = [];
            for (const one of both) {
              one.setNow(new Date(Date.UTC(year, 0, 3, 10, 5)));
              const { id, license } = await one.anEntitlement();
              for (const { quantity, hours, fault } of history) {
                await one.report(id, { users: quantity });
                one.advance(hours * hour);
                one.marketplace.misbehave = () => fault;
                await one.runReport();
                one.marketplace.misbehave = () => null;
                if (one === m) await drop(one);
              }
              const rows = await one.select<{ line: string }>(sql`
                select concat_ws(' ', hour, quantity, carried_in, carried_out, standing, state, receipt_number) as line
                from usage_report_row where entitlement_id = ${id}::uuid order by hour, receipt_number`);
              const told = [...one.marketplace.journal]
                .filter(([key]) => key.startsWith(`${license} `))
                .map(([key, quantity]) => `${key.slice(String(license).length)} ${quantity}`);
              journals.push([...rows.map(({ line }) => line), ...told]);
            }
            assert.deepEqual(journals[0], journals[1]);
          },
        ),
        { numRuns: 10 },
      );
    } finally {
      await twin.close();
    }
  });
});

describe('an id from a dropped month', () => {
  let m: Metering;
  let owner: { id: string; typeId: string };
  before(async () => {
    m = await startMetering();
    owner = await m.anEntitlement();
    await m.report(owner.id, { users: 1 }, { id: 'old' });
    m.advance(2 * hour);
    await m.runReport();
    m.setNow('2026-12-05T10:05:00Z');
    await m.report(owner.id, { users: 1 }, { id: 'kept' });
    await foldUsageTotals(m.database);
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-11': 'DROPPED' });
  });
  after(() => m.close());

  it('is 409 with what is still known, whatever is sent with it', async () => {
    for (const users of [1, 2]) {
      await assert.rejects(m.report(owner.id, { users }, { id: 'old' }), (error: { code: string; info: object }) => {
        assert.equal(error.code, 'Conflict');
        assert.deepEqual(error.info, {
          id: 'old',
          creationTime: '2026-11-01T00:00:00.000Z',
          differs: true,
          isKept: false,
        });
        return true;
      });
    }
  });

  it('is a fault of its batch, identical or not: usage is neither lost as a duplicate nor counted twice', async () => {
    const item = (id: string, users = 1) => ({ id, entitlementID: owner.typeId, records: { users } });
    const isNamed = (error: { code: string; info: object[] }): boolean => {
      assert.equal(error.code, 'BadRequest');
      assert.deepEqual(
        error.info.map((fault) => ({ ...fault, message: '' })),
        [{ path: '1.id', code: 'id_conflict', message: '' }],
      );
      return true;
    };
    const body = [item('fresh'), item('old'), item('kept')];
    await assert.rejects(m.reportBatch(body), isNamed);
    await assert.rejects(validateUsageBatch(callOf(m), { body }), (error: { info: { path: string; code: string }[] }) =>
      error.info.every(({ path, code }) => path === '1.id' && code === 'id_conflict'),
    );
    assert.deepEqual(
      await m.select(sql`select id from usage_record_group_id where id = 'fresh'`),
      [],
      'nothing of the batch is stored',
    );
    assert.equal((await m.reportBatch([item('fresh'), item('kept')])).length, 2);
  });

  it('is 404 where the group itself is requested', async () => {
    const query = { params: { usageRecordGroupId: 'old' }, query: {} };
    await assert.rejects(findGroupOn(m.database.read(m.orgId), query), {
      code: 'NotFound',
      message: /2026-11.*no longer/,
    });
    await assert.rejects(m.retry('old'), { code: 'NotFound' });
    await assert.rejects(m.remove('old'), { code: 'NotFound' });
  });
});

describe('a month that is not settled', () => {
  let m: Metering;
  before(async () => {
    m = await startMetering();
  });
  after(() => m.close());

  const reasons = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await m.database.system(readHeldMonths)).map(({ reason, count }) => [reason, count]));

  it('is held back, tells the operator why, and is dropped once it is settled', async () => {
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 }, { id: 'waits' });
    m.setNow('2026-12-05T10:05:00Z');
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-11': ['UNFOLDED', 'WAITING'] });
    await foldUsageTotals(m.database);
    await m.write(
      sql`update usage_record_item set cause = 'NO_PRICE' where group_id = 'waits' and org_id = ${m.orgId}`,
    );
    const held = await drop(m);
    assert.deepEqual(held, { '2026-11': { outcome: 'HELD', held: { HELD: 1 }, organizations: [m.orgId] } });
    assert.deepEqual(await reasons(), { HELD: 1 });
    await m.remove('waits');
    await foldUsageTotals(m.database);
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-11': 'DROPPED' });
    assert.deepEqual(await reasons(), {});
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is held back by usage that was sent and not confirmed, until it is settled', async () => {
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 }, { id: 'lost' });
    m.advance(2 * hour);
    m.marketplace.misbehave = () => 'timeout-after';
    await m.runReport();
    await foldUsageTotals(m.database);
    m.setNow('2027-01-05T10:05:00Z');
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-12': ['PENDING'] });
    m.marketplace.misbehave = () => 'timeout-before';
    await m.runReport();
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-12': ['OUTCOME_UNKNOWN'] });
    m.marketplace.misbehave = () => null;
    const [report] = await m.select<{ report_id: string }>(
      sql`select report_id from usage_report_row where entitlement_id = ${id}::uuid`,
    );
    await m.settle(report?.report_id ?? '', 'COUNTED');
    assert.deepEqual(outcomesOf(await drop(m)), { '2026-12': 'DROPPED' });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is held back by billable records until they are billed', async () => {
    const { id, termId } = await m.anEntitlement();
    await m.write(sql`
      insert into billable_record (org_id, creation_month, group_id, position, id, entitlement_id, term_id, metric_id, hour, usage_time,
        group_by, quantity, counted, test, state, report_id)
      values (${m.orgId}, '2027-01-01', 'direct', 0, ${randomUUID()}, ${id}, ${termId}, ${randomUUID()}, '2027-01-05T10:00:00Z',
        '2027-01-05T10:00:00Z', '', 1, true, false, 'REPORTED', ${randomUUID()})`);
    m.setNow('2027-02-05T10:05:00Z');
    assert.deepEqual(outcomesOf(await drop(m)), { '2027-01': ['UNBILLED'] });
    const billUntil = (time: string) =>
      m.write(sql`insert into billed_usage (org_id, entitlement_id, billed_until) values (${m.orgId}, ${id}, ${time})
        on conflict (org_id, entitlement_id) do update set billed_until = excluded.billed_until`);
    await billUntil('2027-01-05T10:00:00Z');
    assert.deepEqual(outcomesOf(await drop(m)), { '2027-01': ['UNBILLED'] });
    await billUntil('2027-01-05T11:00:00Z');
    assert.deepEqual(outcomesOf(await drop(m)), { '2027-01': 'DROPPED' });
  });

  it('is not held back by a closed organization, whose usage is no longer submitted', async () => {
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1 });
    m.setNow('2027-03-05T10:05:00Z');
    const close = (status: string) =>
      m.database.system((db) => sql`update organization set status = ${status} where id = ${m.orgId}`.execute(db));
    assert.deepEqual(outcomesOf(await drop(m)), { '2027-02': ['UNFOLDED', 'WAITING'] });
    await close('DISABLED');
    assert.deepEqual(outcomesOf(await drop(m)), { '2027-02': 'DROPPED' });
    await close('ACTIVE');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is kept as long as the configured number of months', async () => {
    const { id } = await m.anEntitlement();
    for (let month = 4; month <= 8; month += 1) {
      m.setNow(`2027-0${month}-28T10:05:00Z`);
      await m.report(id, { users: 1 });
      m.advance(2 * hour);
      await m.runReport();
    }
    await foldUsageTotals(m.database);
    assert.equal(firstKeptMonth(new Date('2027-03-31T23:00:00Z'), { months: 13 }), '2026-02-01');
    assert.deepEqual(Object.keys(await drop(m, 2)), ['2027-04', '2027-05']);
    const kept = await m.select<{ month: string }>(
      sql`select distinct to_char(creation_month, 'YYYY-MM') as month from usage_record_group order by 1`,
    );
    assert.deepEqual(
      kept.map(({ month }) => month),
      ['2027-06', '2027-07', '2027-08'],
    );
  });
});

describe('a drop during other work', () => {
  let m: Metering;
  before(async () => {
    m = await startMetering();
  });
  after(() => m.close());

  const tablesLike = (pattern: string) =>
    m.select<{ name: string }>(
      sql`select relname as name from pg_class where relkind = 'r' and relname ~ ${pattern} order by 1`,
    );

  /** Starts a transaction that takes a lock. Returns, once it holds the lock, how to end it. */
  const holdLock = async (lock: ReturnType<typeof sql>): Promise<() => Promise<void>> => {
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = m.database.write(m.orgId, async (db) => {
      await lock.execute(db.raw);
      held.resolve();
      await released.promise;
    });
    await Promise.race([held.promise, holding]);
    return () => {
      released.resolve();
      return holding;
    };
  };

  /** A settled month that has partitions of its own; the clock is then in the month after it. */
  const settleMonth = async (month: number): Promise<{ id: string; typeId: string }> => {
    m.setNow(new Date(Date.UTC(2028, month, 5, 10, 5)));
    await makeMonths(m.database, m.now());
    const owner = await m.anEntitlement();
    await m.report(owner.id, { users: 1.5 }, { id: `settled-${month}` });
    m.advance(2 * hour);
    await m.runReport();
    m.setNow(new Date(Date.UTC(2028, month + 1, 5, 10, 5)));
    await foldUsageTotals(m.database);
    return owner;
  };

  it('loses nothing that is reported meanwhile, and removes the tables', async () => {
    const { id, typeId } = await settleMonth(0);
    assert.equal((await tablesLike('(group|item|record)_2028_01$')).length, 3);
    const batches = Array.from({ length: 20 }, (_, batch) =>
      m.reportBatch(
        Array.from({ length: 20 }, (_, n) => ({
          id: `b${batch}-${n}`,
          entitlementID: typeId,
          records: { users: 0.25 },
        })),
      ),
    );
    const [dropped] = await Promise.all([drop(m, 0, 20), ...batches]);
    assert.deepEqual(outcomesOf(dropped), { '2028-01': 'DROPPED' });
    assert.deepEqual(await tablesLike('(group|item|record)_2028_01$'), []);
    const stored = await m.select<{ sum: string }>(
      sql`select sum(quantity) as sum from usage_record_item where entitlement_id = ${id}::uuid`,
    );
    assert.equal(Number(stored[0]?.sum), 100);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('removes the tables of a process that was killed before it could', async () => {
    await settleMonth(3);
    await drop(m, 1);
    await m.database.system((statements) => dropMonth(statements, { family: 'usage', month: '2028-04-01', tries: 1 }));
    assert.equal((await tablesLike('^dropped_.*_2028_04$')).length, 3);
    assert.deepEqual(await drop(m), {});
    assert.deepEqual(await tablesLike('(group|item|record)_2028_04$'), []);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('yields to work that holds the tables without delaying it, and is retried', async () => {
    const { id } = await settleMonth(5);
    await drop(m, 1);
    if (m.database.kind === 'embedded') return;
    const release = await holdLock(sql`lock table usage_record_item in row exclusive mode`);
    const trying = drop(m, 0, 3);
    const begun = performance.now();
    await m.report(id, { users: 1 });
    assert.ok(performance.now() - begun < 2_000, 'a report waits 200 ms at most');
    assert.deepEqual(outcomesOf(await trying), { '2028-06': 'BUSY' });
    assert.equal(await m.statusOf('settled-5'), 'REPORTED');
    await release();
    assert.deepEqual(outcomesOf(await drop(m)), { '2028-06': 'DROPPED' });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is done by one process at a time, and a group of that month cannot change meanwhile', async () => {
    await settleMonth(7);
    await drop(m, 1);
    if (m.database.kind === 'embedded') return;
    const release = await holdLock(sql`select pg_advisory_xact_lock(mos_month_lock('usage', '2028-08-01'))`);
    assert.deepEqual(outcomesOf(await drop(m)), { '2028-08': 'BUSY' });
    await assert.rejects(m.retry('settled-7'), { code: 'ServiceUnavailable' });
    await release();
    const both = (await Promise.all([drop(m), drop(m)])).map((one) => outcomesOf(one)['2028-08']);
    assert.ok(both.includes('DROPPED'), String(both));
    assert.deepEqual(await drop(m), {});
    assert.deepEqual(await m.imbalances(), []);
  });
});
