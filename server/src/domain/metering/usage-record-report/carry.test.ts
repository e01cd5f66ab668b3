import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Big } from '../../../kit/decimal.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const report = fc.record({
  does: fc.constant('report' as const),
  dimension: fc.constantFrom('users', 'gb'),
  cents: fc.integer({ min: 1, max: 250 }),
  hoursAgo: fc.nat(2),
});
/** An hour passes, and is submitted to a marketplace with this behavior. */
const submit = fc.record({
  does: fc.constant('submit' as const),
  fault: fc.constantFrom('refuse', 'refuse', 'timeout-before', 'timeout-after', 'throttle', 'unprocessed', null, null),
});
const retry = fc.record({ does: fc.constant('retry' as const), nth: fc.nat(20) });
const renew = fc.record({ does: fc.constant('renew' as const) });
const settle = fc.record({ does: fc.constant('settle' as const) });

const rowsOf = (id: string) =>
  m.select<{ quantity: string; state: string; message: string; report_id: string; dimension: string; key: string }>(sql`
    select quantity, state, message, report_id, dimension, address ->> 'licenseArn' || ' ' || dimension || ' '
      || to_char(told_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as key
    from usage_report_row where entitlement_id = ${id}`);

/** Carries that are not a fraction of one unit: a whole unit waits, or one too many was submitted. */
const wrongCarries = (id: string) =>
  m.select<object>(sql`
    select dimension, fraction::text as carry from usage_cursor
    where entitlement_id = ${id} and (fraction < 0 or fraction >= 1 or owed <> 0)
    union all
    select dimension, carried_in || ' → ' || carried_out from usage_report_row
    where entitlement_id = ${id} and (carried_in < 0 or carried_in >= 1 or carried_out < 0 or carried_out >= 1)
    union all
    select dimension, 'standing ' || standing from usage_report_row where entitlement_id = ${id} and standing < 0`);

const failedGroups = (id: string) =>
  m.select<{ id: string }>(
    sql`select id from usage_record_group where entitlement_id = ${id} and status = 'REPORT_FAILED' order by id`,
  );

/** The agreement is renewed: a new term with its own license, from now on. */
const renewTerm = async (id: string, license: string): Promise<void> => {
  const termId = m.environment.ids.next();
  await m.write(
    sql`update entitlement_term set end_time = ${m.now()} where org_id = ${m.orgId} and entitlement_id = ${id} and end_time is null`,
  );
  await m.write(sql`
    insert into entitlement_term (org_id, id, entitlement_id, type, partner, external_entitlement_id, start_time, entitlement_info, creation_time, last_update_time)
    values (${m.orgId}, ${termId}, ${id}, 'AutoRenew', 'AWS', ${license}, ${m.now()}, ${JSON.stringify({ awsLicenseArn: license })}::jsonb, ${m.now()}, ${m.now()})`);
  await m.write(sql`update entitlement set entitlement_term_id = ${termId} where org_id = ${m.orgId} and id = ${id}`);
};

const settleUnknown = async (id: string): Promise<void> => {
  for (const row of (await rowsOf(id)).filter((one) => one.message === 'OUTCOME_UNKNOWN')) {
    const outcome = m.marketplace.journal.get(row.key) === row.quantity ? 'COUNTED' : 'NOT_COUNTED';
    await m
      .settle(row.report_id, outcome, { dimensions: [row.dimension] })
      .catch((error: Error) => assert.match(error.message, /may still answer|Nothing was settled/));
  }
};

it('the carried fraction stays in [0, 1), and no unit waits or is submitted twice, whatever the order of retry, settlement and renewal', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          { arbitrary: report, weight: 4 },
          { arbitrary: submit, weight: 4 },
          { arbitrary: retry, weight: 3 },
          renew,
          settle,
        ),
        { minLength: 8, maxLength: 30, size: 'max' },
      ),
      async (steps) => {
        round += 1;
        m.setNow(new Date(Date.parse('2027-02-02T08:05:00Z') + round * 100 * hour));
        const { id, license } = await m.anEntitlement({ start: new Date(m.now().getTime() - 100 * hour) });
        const check = async (): Promise<void> => {
          assert.deepEqual(await m.imbalances(), []);
          assert.deepEqual(await wrongCarries(id), []);
        };
        for (const [index, step] of steps.entries()) {
          if (step.does === 'report') {
            const timestamp = new Date(m.now().getTime() - step.hoursAgo * hour).toISOString();
            await m.report(id, { [step.dimension]: step.cents / 100 }, { timestamp });
          }
          if (step.does === 'submit') {
            m.advance(hour + 20 * 60_000);
            m.marketplace.misbehave = () => step.fault;
            await m.runReport();
            m.marketplace.misbehave = () => null;
          }
          if (step.does === 'retry') {
            const failed = await failedGroups(id);
            const chosen = failed[step.nth % Math.max(1, failed.length)];
            if (chosen) await m.retry(chosen.id);
          }
          if (step.does === 'renew') await renewTerm(id, `${license}-${index}`);
          if (step.does === 'settle') await settleUnknown(id);
          await check();
        }
        for (let hours = 0; hours < 30; hours += 1) {
          m.advance(hour);
          for (const { id: group } of await failedGroups(id)) await m.retry(group);
          await m.runReport();
          await settleUnknown(id);
          await check();
        }
        const rows = (await rowsOf(id)).filter((row) => row.state === 'SUCCESS' && row.quantity !== '0');
        const billed = [...m.marketplace.journal].filter(([key]) => key.startsWith(license ?? ''));
        assert.deepEqual(
          billed.map(([key, quantity]) => `${key}=${quantity}`).sort(),
          rows.map((row) => `${row.key}=${row.quantity}`).sort(),
          'the marketplace counts what we say, and nothing else',
        );
        const sums = await m.select<{ dimension: string; accepted: string; invalid: string; fraction: string }>(sql`
          select i.dimension, sum(i.quantity)::text as accepted,
            coalesce(sum(i.quantity + i.carried_back) filter (where i.state = 'INVALID'), 0)::text as invalid,
            coalesce((select c.fraction from usage_cursor c
              where c.org_id = i.org_id and c.entitlement_id = i.entitlement_id and c.dimension = i.dimension), 0)::text as fraction
          from usage_record_item i where i.entitlement_id = ${id} group by i.org_id, i.entitlement_id, i.dimension`);
        for (const { dimension, accepted, invalid, fraction } of sums) {
          const submitted = rows
            .filter((row) => row.dimension === dimension)
            .reduce((sum, row) => sum.plus(row.quantity), new Big(0));
          const found = submitted.plus(invalid).plus(fraction);
          assert.ok(found.eq(accepted), `${accepted} of ${dimension} were accepted, ${found.toFixed()} are found`);
        }
      },
    ),
    { numRuns: Number(process.env.METERING_RUNS ?? 6), endOnFailure: true },
  );
});

it('whole units that an earlier release left in a carried fraction are submitted with the next hour, or deducted from it', async () => {
  for (const [owed, fraction, submitted, left] of [
    ['1', '0.26', '3', '0.76'],
    ['-1', '0.79', '2', '0.29'],
    ['-3', '0', '0', '0.5'],
  ] as const) {
    m.setNow(new Date(m.now().getTime() + 48 * hour));
    const { id } = await m.anEntitlement();
    await m.write(sql`
      insert into usage_cursor (org_id, entitlement_id, dimension, kind, fraction, owed)
      values (${m.orgId}, ${id}, 'users', 'LIVE', ${fraction}, ${owed})`);
    await m.report(id, { users: 2.5 });
    m.advance(2 * hour);
    await m.runReport();
    const [row] = await rowsOf(id);
    const [cursor] = await m.select<{ fraction: string; owed: string }>(
      sql`select fraction, owed from usage_cursor where entitlement_id = ${id}`,
    );
    assert.deepEqual([row?.quantity, row?.state], [submitted, 'SUCCESS'], owed);
    assert.equal(cursor?.fraction, left, owed);
    assert.equal(cursor?.owed, owed === '-3' ? '-1' : '0', owed);
  }
});
