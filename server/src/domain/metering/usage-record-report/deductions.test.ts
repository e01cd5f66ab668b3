import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Metering, startMetering } from '../metering.test-support.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

describe('allocations', () => {
  it('submits allocations by tags that add up to the quantity, and carries the fraction of each', async () => {
    m.setNow('2026-12-10T10:05:00Z');
    const { id, license } = await m.anEntitlement();
    const of = (team: string, quantity: number) => ({ quantity, tags: [{ key: 'team', value: team }] });
    await m.report(id, { users: 4.5, gb: 1 }, { usageAllocations: { users: [of('a', 1.5), of('b', 2.25)] } });
    await m.report(id, { users: 1 }, { usageAllocations: { users: [of('a', 0.25)] } });
    m.setNow('2026-12-10T11:20:00Z');
    await m.runReport();
    const submitted = (hour: number, dimension = 'users') =>
      m.marketplace.allocated
        .get(`${license} ${dimension} 2026-12-10T${hour}:00:00.000Z`)
        ?.map((one) => `${one.tags.map((tag) => tag.value).join()} ${one.quantity}`);
    assert.deepEqual(submitted(10), ['a 2', 'b 2', ' 1'], '1.75, 2.25 and 1.5 of 5.5');
    assert.deepEqual(submitted(10, 'gb'), [], 'no tags, no allocations');
    const cursor = async () =>
      (
        await m.select<{ fraction: string; allocations: unknown }>(
          sql`select fraction, allocations from usage_cursor where entitlement_id = ${id} and dimension = 'users'`,
        )
      )[0];
    assert.deepEqual(await cursor(), {
      fraction: '0.5',
      allocations: [
        [[['team', 'a']], '-0.25'],
        [[['team', 'b']], '0.25'],
      ],
    });
    await m.report(id, { users: 2.5 }, { usageAllocations: { users: [of('a', 1)] } });
    m.setNow('2026-12-10T12:20:00Z');
    await m.runReport();
    assert.deepEqual(submitted(11), ['a 1', ' 2'], '0.75, 0.25 carried, and 2 untagged');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('returns the fractions of refused usage by tags', async () => {
    m.setNow('2026-12-11T10:05:00Z');
    const { id } = await m.anEntitlement();
    const usageAllocations = { bad: [{ quantity: 1.75, tags: [{ key: 'team', value: 'a' }] }] };
    const group = await m.report(id, { bad: 2.5 }, { usageAllocations });
    m.setNow('2026-12-11T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(group.id), 'REPORT_FAILED');
    await m.retry(group.id);
    const [cursor] = await m.select(sql`select fraction, allocations from usage_cursor where entitlement_id = ${id}`);
    assert.deepEqual(cursor, { fraction: '0.5', allocations: [] }, 'the fraction stays: the item goes without it');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('fills a request no further than the marketplace accepts', async () => {
    m.setNow('2026-12-12T10:05:00Z');
    const entitlements = [await m.anEntitlement(), await m.anEntitlement(), await m.anEntitlement()];
    const users = Array.from({ length: 300 }, (_, index) => ({
      quantity: 1,
      tags: 'vwxyz'.split('').map((key) => ({ key, value: `${index}`.padEnd(256, '.') })),
    }));
    for (const { id } of entitlements) await m.report(id, { users: 300 }, { usageAllocations: { users } });
    m.setNow('2026-12-12T11:20:00Z');
    const { calls } = m.marketplace;
    await m.runReport();
    assert.equal(m.marketplace.calls - calls, 2, 'two of 430 kB, then the third');
    for (const { license } of entitlements)
      assert.equal(m.marketplace.allocated.get(`${license} users 2026-12-12T10:00:00.000Z`)?.length, 300);
  });
});

describe('credit and commit', () => {
  const funds = async (id: string) =>
    (
      await m.select<{ credit: string; commit: string; version: number }>(sql`
        select used_credit_amount as credit, used_commit_amount as commit, version from entitlement_term where entitlement_id = ${id}`)
    )[0];
  const dimensions = [
    { key: 'users', rate: 2 },
    { key: 'gb', rate: 0.5 },
    { key: 'bad', rate: 1 },
  ];
  const rowsOf = (id: string) =>
    m.select<{ line: string }>(sql`
      select to_char(hour at time zone 'UTC', 'HH24') || ' ' || dimension || ': ' || trim_scale(credited) || ' + ' || trim_scale(committed)
        || ' + ' || quantity as line from usage_report_row where entitlement_id = ${id} order by hour, dimension`);

  it('credit is used up by hour and dimension, and what it does not cover is submitted', async () => {
    m.setNow('2026-12-13T10:05:00Z');
    const { id, license } = await m.anEntitlement({ info: { dimensions }, credit: 10, commit: 100 });
    await m.report(id, { users: 3, gb: 8 });
    m.setNow('2026-12-13T11:20:00Z');
    await m.runReport();
    m.setNow('2026-12-13T11:30:00Z');
    await m.report(id, { users: 1.5 });
    m.setNow('2026-12-13T12:20:00Z');
    await m.runReport();
    assert.deepEqual(
      (await rowsOf(id)).map((row) => row.line),
      ['10 gb: 8 + 0 + 0', '10 users: 3 + 0 + 0', '11 users: 0 + 0 + 1'],
    );
    assert.deepEqual(await funds(id), { credit: '10', commit: '0', version: 2 });
    assert.equal(m.marketplace.journal.get(`${license} users 2026-12-13T11:00:00.000Z`), '1');
    assert.deepEqual(await m.imbalances(), []);
    const audits = await m.select(sql`
      select id from audit_event where org_id = ${m.orgId} and changes::text like '%usedCreditAmount%'`);
    assert.equal(audits.length, 1, 'the closing that used credit says so');
  });

  it('a commit is deducted only when the account says so, and after the credit', async () => {
    m.setNow('2026-12-14T10:05:00Z');
    const { id } = await m.anEntitlement({ info: { dimensions }, credit: 1, commit: 3 });
    const set = (on: boolean) =>
      m.write(sql`
        update connection set settings = settings || ${JSON.stringify({ enableCommitWithAdditionalUsageMetering: on })}::jsonb
        where org_id = ${m.orgId}`);
    await set(true);
    await m.report(id, { users: 5 });
    m.setNow('2026-12-14T11:20:00Z');
    await m.runReport();
    await set(false);
    assert.deepEqual(
      (await rowsOf(id)).map((row) => row.line),
      ['10 users: 0.5 + 1.5 + 3'],
    );
    assert.deepEqual(await funds(id), { credit: '1', commit: '3', version: 2 });
    assert.deepEqual(await m.imbalances(), []);
  });

  it('a dimension with an unknown price waits while something is to be deducted, and leaves no trace meanwhile', async () => {
    m.setNow('2026-12-15T10:05:00Z');
    const tiers = [
      { key: 'users', rate: 2, priceTiers: [{ upTo: 5 }] },
      { key: 'gb', rate: 1 },
    ];
    const { id, license } = await m.anEntitlement({ info: { dimensions: tiers }, credit: 4 });
    const without = await m.anEntitlement({ info: { dimensions: tiers }, commit: 4 });
    const group = await m.report(id, { users: 5 });
    await m.report(without.id, { users: 5 });
    m.setNow('2026-12-15T11:20:00Z');
    await m.runReport();
    assert.equal(m.marketplace.journal.get(`${without.license} users 2026-12-15T10:00:00.000Z`), '5', 'in full');
    const [item] = await m.select<{ state: string; cause: string }>(
      sql`select state, cause from usage_record_item where group_id = ${group.id}`,
    );
    assert.deepEqual(item, { state: 'CREATED', cause: 'NO_PRICE' });
    const marks = async () => (await m.select(sql`select id from audit_event where org_id = ${m.orgId}`)).length;
    const before = await marks();
    m.advance(3_600_000);
    await m.runReport();
    await m.runReport();
    assert.equal(await marks(), before);
    assert.deepEqual(await m.imbalances(), []);
    await m.write(sql`
      update entitlement set info = ${JSON.stringify({ dimensions })}::jsonb where org_id = ${m.orgId} and id = ${id}`);
    await m.runReport();
    assert.deepEqual(
      (await rowsOf(id)).map((row) => row.line),
      ['10 users: 2 + 0 + 3'],
    );
    assert.equal(m.marketplace.journal.get(`${license} users 2026-12-15T10:00:00.000Z`), '3');
  });

  it('refused usage that is submitted again returns what it had used', async () => {
    m.setNow('2026-12-16T10:05:00Z');
    const { id } = await m.anEntitlement({ info: { dimensions }, credit: 3 });
    const one = await m.report(id, { bad: 4 });
    await m.report(id, { bad: 2.5 });
    m.setNow('2026-12-16T11:20:00Z');
    await m.runReport();
    assert.equal(await m.statusOf(one.id), 'REPORT_FAILED');
    assert.equal((await funds(id))?.credit, '3');
    assert.deepEqual(await m.imbalances(), []);
    await m.retry(one.id);
    assert.equal(Number((await funds(id))?.credit), 0);
    assert.deepEqual(await m.imbalances(), []);
    const [row] = await m.select(sql`
      select trim_scale(standing) as standing, credited, credit_amount from usage_report_row where entitlement_id = ${id}`);
    assert.deepEqual(row, { standing: '2.5', credited: '0', credit_amount: '0' });
    m.advance(60 * 60_000);
    await m.runReport();
    assert.equal(Number((await funds(id))?.credit), 3);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('in SHADOW they are used as in LIVE, in a test period not at all', async () => {
    m.setNow('2026-12-17T10:05:00Z');
    const info = { dimensions };
    const shadow = await m.anEntitlement({ info, credit: 3 });
    const metaInfo = { enableTestUsageMetering: true, testUsageMeteringEndTime: '2026-12-17T11:00:00Z' };
    const test = await m.anEntitlement({ info, credit: 3, metaInfo });
    await m.setConnection('SHADOW');
    await m.report(shadow.id, { users: 2 });
    await m.report(test.id, { users: 2 });
    m.setNow('2026-12-17T11:20:00Z');
    await m.runReport();
    await m.setConnection('LIVE');
    assert.equal(Number((await funds(shadow.id))?.credit), 3);
    assert.equal(Number((await funds(test.id))?.credit), 0);
    assert.deepEqual(await m.imbalances(), []);
  });
});
