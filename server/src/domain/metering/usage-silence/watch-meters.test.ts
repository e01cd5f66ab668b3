import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ReadCall } from '../../../contract/call.ts';
import { nilId } from '../../../kit/ids.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';
import { startUsageReport } from '../usage-record-report/actions/start-usage-report.ts';
import { foldUsageTotals } from '../usage-total/fold-totals.ts';
import { silenceEvents, watchMeters } from './actions/watch-meters.ts';
import { listSilentMeters } from './reads.ts';
import { SilentMeterParams } from './schema.ts';
import { silenceDueKind } from './usage-silence.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const dayMs = 86_400_000;

type Due = { entity_id: string; due_time: Date };

const nextDay = (days = 1): void => m.advance(days * dayMs);

type Entitlement = Awaited<ReturnType<Metering['anEntitlement']>>;

const setStatus = (entitlement: Entitlement, status: string) =>
  m.write(sql`update entitlement set status = ${status} where org_id = ${m.orgId} and id = ${entitlement.id}`);

/** Does what the schedule does on a day: the first page and those that follow. */
const check = async (): Promise<void> => {
  await m.act((call) => watchMeters(call, { entityId: nilId }), silenceEvents);
  for (;;) {
    const ofKind = sql`org_id = ${m.orgId} and kind = ${silenceDueKind}`;
    const [row] = await m.select<{ entity_id: string }>(
      sql`select entity_id from due where ${ofKind} and entity_id <> ${nilId}`,
    );
    if (!row) return;
    await m.write(sql`delete from due where ${ofKind} and entity_id = ${row.entity_id}`);
    await m.act((call) => watchMeters(call, { entityId: row.entity_id }), silenceEvents);
  }
};

const silent = async (query: object = {}) => {
  const call = { db: m.database.read(m.orgId), orgId: m.orgId, now: m.now() } as ReadCall;
  const found = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: Awaited<ReturnType<typeof listSilentMeters>> = await listSilentMeters(call, {
      query: SilentMeterParams.parse({ ...query, cursor, limit: '1' }),
    });
    found.push(...page.silentMeters);
    cursor = page.nextCursor;
  }
  return found;
};

const eventsOf = (entitlement: Entitlement) =>
  m.select<{ name: string; payload: Record<string, unknown> }>(sql`
    select name, payload from outbox where org_id = ${m.orgId} and entity_id like ${`usageMeter.${entitlement.typeId}.%`}
    order by entity_id, version`);

beforeEach(() => m.setNow(new Date(Math.ceil(m.now().getTime() / dayMs) * dayMs + 4 * 3_600_000)));

/** Reports daily, with a check each day. */
const reportDaily = async (entitlement: Entitlement, days: number, records: object = { gb: 3 }): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    await m.report(entitlement.id, records);
    await foldUsageTotals(m.database);
    await check();
    nextDay();
  }
};

describe('a meter that stops', () => {
  it('is announced once, shown while it is silent, and announced again when it reports', async () => {
    const entitlement = await m.anEntitlement();
    await reportDaily(entitlement, 18, { gb: 3, calls: 1 });
    const last = new Date(m.now().getTime() - dayMs);
    const stopped = last.toISOString().slice(0, 10);
    for (let empty = 0; empty < 2; empty += 1) {
      await m.report(entitlement.id, { calls: 1 });
      await foldUsageTotals(m.database);
      await check();
      assert.deepEqual(await silent({ entitlementId: entitlement.typeId }), [], `${empty} whole days`);
      nextDay();
    }
    await check();
    const [shown, ...more] = await silent({ entitlementId: entitlement.typeId });
    assert.deepEqual(more, []);
    assert.deepEqual(
      [shown?.dimension, shown?.usualIntervalDays, shown?.lastUsageDate, shown?.emptyDays],
      ['gb', 1, stopped, 2],
    );
    assert.equal(shown?.lastUsageTime, `${stopped}T04:00:00.000Z`);
    assert.equal(shown?.silentSince, new Date(Date.parse(`${stopped}T00:00:00Z`) + dayMs).toISOString());
    for (let day = 0; day < 3; day += 1) {
      nextDay();
      await m.report(entitlement.id, { calls: 1 });
      await foldUsageTotals(m.database);
      await check();
    }
    assert.deepEqual(
      (await eventsOf(entitlement)).map(({ name, payload }) => [name, payload.priority]),
      [['usage_meter.silent', 'HIGH']],
    );
    await m.report(entitlement.id, { gb: 1 });
    await check();
    assert.deepEqual(await silent({ entitlementId: entitlement.typeId }), [], 'usage counts before it is folded');
    assert.deepEqual(
      (await eventsOf(entitlement)).map(({ name }) => name),
      ['usage_meter.silent', 'usage_meter.resumed'],
    );
    await foldUsageTotals(m.database);
    nextDay(30);
    await check();
    assert.equal((await eventsOf(entitlement)).filter(({ name }) => name === 'usage_meter.silent').length, 3);
  });

  it('is not announced while its entitlement is suspended, nor for that time afterwards', async () => {
    const entitlement = await m.anEntitlement();
    await reportDaily(entitlement, 18);
    await setStatus(entitlement, 'SUSPENDED');
    for (let day = 0; day < 5; day += 1) {
      await check();
      nextDay();
    }
    await setStatus(entitlement, 'ACTIVE');
    for (let day = 0; day < 2; day += 1) {
      await check();
      assert.deepEqual(await eventsOf(entitlement), []);
      nextDay();
    }
    await check();
    assert.equal((await silent({ entitlementId: entitlement.typeId })).length, 1);
    await setStatus(entitlement, 'CANCELLED');
    nextDay();
    await check();
    assert.deepEqual(await silent({ entitlementId: entitlement.typeId }), []);
    assert.deepEqual(
      (await eventsOf(entitlement)).map(({ name }) => name),
      ['usage_meter.silent'],
      'what has ended does not report again',
    );
  });

  it('is not announced after its entitlement has ended', async () => {
    const entitlement = await m.anEntitlement();
    await reportDaily(entitlement, 18);
    await setStatus(entitlement, 'CANCELLED');
    nextDay(10);
    await check();
    assert.deepEqual(await eventsOf(entitlement), []);
  });

  it('is found among many, a few at a time', async () => {
    const entitlements = [];
    for (let n = 0; n < 230; n += 1) entitlements.push(await m.anEntitlement());
    await m.write(sql`
      insert into usage_total (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension, quantity)
      select ${m.orgId}::uuid, 'GROUP', 'AWS', e.id, e.product_id, e.buyer_id, (${m.now()}::timestamptz at time zone 'UTC')::date - d.n, 'users', 1
      from entitlement e cross join generate_series(5, 40) as d (n)
      where e.org_id = ${m.orgId} and e.id = any(${entitlements.map(({ id }) => id)}::uuid[])`);
    await check();
    const found = new Set((await silent({ partner: 'AWS' })).map(({ entitlementID }) => entitlementID));
    assert.ok(entitlements.every(({ typeId }) => found.has(typeId)));
    assert.deepEqual(await silent({ partner: 'GCP' }), []);
  });

  it('is looked for daily from the first usage on', async () => {
    await m.write(sql`delete from due where org_id = ${m.orgId} and kind = ${silenceDueKind}`);
    const due = () =>
      m.select<Due>(sql`select entity_id, due_time from due where org_id = ${m.orgId} and kind = ${silenceDueKind}`);
    for (let look = 0; look < 2; look += 1) {
      await m.act((call) => startUsageReport(call, { entityId: 'AWS' }));
      assert.equal((await due()).length, 1);
    }
    const [first] = await due();
    m.setNow((first as Due).due_time.toISOString());
    await check();
    const [next, ...more] = await due();
    assert.deepEqual(more, []);
    assert.equal((next as Due).due_time.getTime() - (first as Due).due_time.getTime(), dayMs);
  });
});
