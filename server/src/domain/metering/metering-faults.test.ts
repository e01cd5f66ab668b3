import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { hour, type Metering, startMetering } from './metering.test-support.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const faults = [
  'throttle',
  'timeout-before',
  'timeout-after',
  'unprocessed',
  'half',
  'refuse',
  'refuse',
  'refuse',
  null,
  null,
  null,
] as const;

const usage = fc.record({
  does: fc.constant('report' as const),
  who: fc.nat(2),
  dimension: fc.constantFrom('users', 'gb', 'Number of gb'),
  cents: fc.integer({ min: 1, max: 700 }),
  minutesAgo: fc.oneof(fc.constant(0), fc.nat(300)),
  id: fc.option(fc.nat(6), { nil: null }),
});
const pass = fc.record({ does: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 90 }) });
const run = fc.record({
  does: fc.constant('run' as const),
  faults: fc.array(fc.constantFrom(...faults), { maxLength: 6 }),
  /** The process is killed after that many steps. */
  killAfter: fc.option(fc.nat(8), { nil: null }),
  twice: fc.boolean(),
});
const retry = fc.record({ does: fc.constant('retry' as const), nth: fc.nat(20) });

type RowTold = { key: string; quantity: string; state: string; message: string };

const killed = new Error('killed');

it('tells each unit once, whatever arrives when, whatever the marketplace does, wherever the process is killed', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof({ arbitrary: usage, weight: 5 }, { arbitrary: pass, weight: 2 }, { arbitrary: run, weight: 3 }, retry),
        { minLength: 5, maxLength: 45 },
      ),
      async (steps) => {
        round += 1;
        m.setNow(new Date(Date.parse('2026-12-02T08:00:00Z') + round * 24 * 5 * hour));
        const start = new Date(m.now().getTime() - 100 * hour);
        const who = [
          await m.anEntitlement({ start }),
          await m.anEntitlement({ start, product: 1 }),
          await m.anEntitlement({ start }),
        ];
        const ids = who.map((one) => one.id);
        for (const step of steps) {
          if (step.does === 'pass') m.advance(step.minutes * 60_000);
          if (step.does === 'report') {
            const more = {
              timestamp: new Date(m.now().getTime() - step.minutesAgo * 60_000).toISOString(),
              ...(step.id === null ? {} : { id: `${round}-${step.id}` }),
            };
            await m
              .report(who[step.who]!.id, { [step.dimension]: step.cents / 100 }, more)
              .catch((error: { code?: string }) => assert.equal(error.code, 'Conflict'));
          }
          if (step.does === 'run') {
            const list = [...step.faults];
            m.marketplace.misbehave = () => list.shift() ?? null;
            let left = step.killAfter ?? Number.POSITIVE_INFINITY;
            const die = () => {
              left -= 1;
              if (left < 0) throw killed;
            };
            const one = () => m.runReport(die).catch((error: unknown) => assert.equal(error, killed));
            await Promise.all(step.twice ? [one(), one()] : [one()]);
          }
          if (step.does === 'retry') {
            const failed = await m.select<{ id: string }>(
              sql`select id from usage_record_group where entitlement_id = any(${ids}::uuid[]) and status = 'REPORT_FAILED' order by id`,
            );
            const chosen = failed[step.nth % Math.max(1, failed.length)];
            if (chosen) await m.retry(chosen.id);
          }
          assert.deepEqual(await m.imbalances(), []);
        }
        m.marketplace.misbehave = () => null;
        for (let count = 0; count < 3; count += 1) {
          m.advance(80 * 60_000);
          await m.runReport();
        }
        assert.deepEqual(await m.imbalances(), []);
        const told = await m.select<RowTold>(sql`
        select address ->> 'licenseArn' || ' ' || dimension || ' ' || to_char(told_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as key,
          quantity, state, message
        from usage_report_row where entitlement_id = any(${ids}::uuid[]) and kind = 'LIVE' and quantity > 0`);
        const mine = [...m.marketplace.journal].filter(([key]) => who.some((one) => key.startsWith(`${one.license} `)));
        const lines = new Set(mine.map(([key, quantity]) => `${key}=${quantity}`));
        const lineOf = (row: RowTold): string => `${row.key}=${row.quantity}`;
        for (const row of told.filter((one) => one.state === 'SUCCESS'))
          assert.ok(lines.has(lineOf(row)), 'what counts for us counts for the marketplace');
        const ours = told.filter((row) => row.state === 'SUCCESS' || row.message === 'OUTCOME_UNKNOWN').map(lineOf);
        assert.equal(new Set(ours).size, ours.length, 'no hour is told by two rows');
        for (const line of lines)
          assert.ok(ours.includes(line), 'the marketplace counts nothing that we do not know of');
        const [sums] = await m.select<{ accepted: string; gone: string }>(sql`
        select (select coalesce(sum(quantity), 0) from usage_record_item where entitlement_id = any(${ids}::uuid[]))::text as accepted,
          ((select coalesce(sum(fraction), 0) from usage_cursor where entitlement_id = any(${ids}::uuid[]))
          + (select coalesce(sum(quantity), 0) from usage_record_item where entitlement_id = any(${ids}::uuid[]) and state in ('INVALID', 'CREATED'))
          + (select coalesce(sum(standing), 0) from usage_report_row where entitlement_id = any(${ids}::uuid[]) and state <> 'SUCCESS'))::text as gone`);
        const units = told.reduce((sum, row) => sum + (row.state === 'SUCCESS' ? Number(row.quantity) * 100 : 0), 0);
        assert.equal(
          Math.round(Number(sums?.accepted) * 100),
          units + Math.round(Number(sums?.gone) * 100),
          'every unit is somewhere, once',
        );
      },
    ),
    { numRuns: Number(process.env.METERING_RUNS ?? 15), endOnFailure: true },
  );
});
