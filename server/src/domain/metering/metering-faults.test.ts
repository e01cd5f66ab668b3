import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { hour, type Metering, startMetering } from './metering.test-support.ts';

const priced = [
  { key: 'users', rate: 0.3, name: 'Number of users' },
  { key: 'gb', rate: 1, name: 'Number of gb' },
];

/** Terms of a plan that includes a little each month; only AZURE leaves it to us to deduct it. */
const agreed = (start: Date) => ({
  azureSubscriptions: [{ planId: 'gold', term: { termUnit: 'P1M' } }],
  dimensions: [
    { key: 'users', planId: 'gold', includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: 1.25 }] },
    {
      key: 'gb',
      planId: 'gold',
      includedBaseQuantities: [{ recurringUnit: 'Monthly', quantity: start.getTime() % 7 }],
    },
  ],
});

const quantityPath = '{dimensions,0,includedBaseQuantities,0,quantity}';

let m: Metering;

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
  /** Hundredths of the quantity by team; anything above the quantity is cut off. */
  teams: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 300 })),
});
const pass = fc.record({ does: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 90 }) });
const run = fc.record({
  does: fc.constant('run' as const),
  faults: fc.array(fc.constantFrom(...faults), { maxLength: 6 }),
  /** The process is killed after this many steps. */
  killAfter: fc.option(fc.nat(8), { nil: null }),
  twice: fc.boolean(),
});
const retry = fc.record({ does: fc.constant('retry' as const), nth: fc.nat(20) });
/** The seller grants a little credit, and includes a little more: it covers part of the next usage. */
const grant = fc.record({ does: fc.constant('grant' as const), cents: fc.integer({ min: 1, max: 80 }) });
/** A user checks what the marketplace has counted, and settles. */
const settle = fc.record({ does: fc.constant('settle' as const) });

/** A row as the marketplace's journal names it. */
const rowAndKey = sql`report_id, dimension, quantity, state, message,
  address ->> 'licenseArn' || ' ' || dimension || ' ' || to_char(told_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as key`;
type SubmittedRow = { key: string; quantity: string; state: string; message: string };

const killed = new Error('killed');

/** Allocations to teams, no more than the quantity. */
const allocate = (dimension: string, teams: Record<string, number>, cents: number): object => {
  let left = cents;
  const parts = Object.entries(teams).map(([team, wanted]) => {
    const part = Math.min(wanted, left);
    left -= part;
    return { quantity: part / 100, tags: [{ key: 'team', value: team }] };
  });
  return parts.length === 0 ? {} : { usageAllocations: { [dimension]: parts } };
};

/** Terms whose used amount differs from their rows, or exceeds the total. */
const wrongTerms = (ids: readonly string[]): Promise<object[]> =>
  m.select(sql`
    select t.id, t.used_credit_amount, r.credit from entitlement_term t
    cross join lateral (
      select coalesce(sum(r.credit_amount), 0) as credit from usage_report_row r where r.entitlement_id = t.entitlement_id
    ) as r
    where t.entitlement_id = any(${ids as string[]}::uuid[])
      and (t.used_credit_amount <> r.credit or t.used_credit_amount > t.credit_amount)`);

/** Tag sets whose fraction is not what their rows carried out and did not carry in again. */
const wrongFractions = (ids: readonly string[]): Promise<object[]> =>
  m.select(sql`
    with moved as (
      select r.entitlement_id, r.dimension, r.kind, a -> 0 as tags, sum((a ->> 3)::numeric - (a ->> 2)::numeric) as fraction
      from usage_report_row r cross join lateral jsonb_array_elements(r.allocations) as a
      where r.entitlement_id = any(${ids as string[]}::uuid[]) group by 1, 2, 3, 4
    ), kept as (
      select c.entitlement_id, c.dimension, c.kind, a -> 0 as tags, (a ->> 1)::numeric as fraction
      from usage_cursor c cross join lateral jsonb_array_elements(c.allocations) as a
      where c.entitlement_id = any(${ids as string[]}::uuid[])
    )
    select * from moved full join kept using (entitlement_id, dimension, kind, tags)
    where coalesce(moved.fraction, 0) <> coalesce(kept.fraction, 0)`);

/** Carries that are not a fraction of one unit: a whole unit waits, or one too many was submitted. */
const wrongCarries = (ids: readonly string[]): Promise<object[]> =>
  m.select(sql`
    select 'cursor' as place, entitlement_id, dimension, kind, fraction::text as carry from usage_cursor
    where entitlement_id = any(${ids as string[]}::uuid[]) and (fraction < 0 or fraction >= 1)
    union all
    select 'row', entitlement_id, dimension, kind, carried_in || ' → ' || carried_out from usage_report_row
    where entitlement_id = any(${ids as string[]}::uuid[])
      and (carried_in < 0 or carried_in >= 1 or carried_out < 0 or carried_out >= 1)`);

/**
 * Usage that was not counted may be counted by the query: AWS counts the record that queries it. Faults left over by a
 * run hit the query.
 */
const refusedToSettle = {
  COUNTED: /may still answer|Nothing was settled/,
  NOT_COUNTED: /may still answer|Nothing was settled|has .* as COUNTED/,
};

for (const partner of ['AWS', 'AZURE'] as const)
  describe(partner, () => {
    before(async () => {
      m = await startMetering(undefined, partner);
    });
    after(() => m.close());

    it('submits each unit once, whatever arrives when, whatever the marketplace does, wherever the process is killed', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              { arbitrary: usage, weight: 5 },
              { arbitrary: pass, weight: 2 },
              { arbitrary: run, weight: 3 },
              { arbitrary: retry, weight: 2 },
              { arbitrary: grant, weight: 2 },
              settle,
            ),
            { minLength: 5, maxLength: 45, size: 'max' },
          ),
          async (steps) => {
            round += 1;
            m.setNow(new Date(Date.parse('2026-12-02T08:00:00Z') + round * 24 * 5 * hour));
            // The usage of AZURE crosses into the next month of the subscription.
            const start = new Date(m.now().getTime() - (partner === 'AWS' ? 100 : 31 * 24 - 4) * hour);
            const who = [
              await m.anEntitlement({ start, agreed: agreed(start) }),
              await m.anEntitlement({
                start,
                agreed: agreed(start),
                product: 1,
                credit: 1,
                info: { dimensions: priced },
              }),
              await m.anEntitlement({ start, agreed: agreed(start) }),
            ];
            const ids = who.map((one) => one.id);
            for (const step of steps) {
              if (step.does === 'pass') m.advance(step.minutes * 60_000);
              if (step.does === 'report') {
                const more = {
                  timestamp: new Date(m.now().getTime() - step.minutesAgo * 60_000).toISOString(),
                  ...(step.id === null ? {} : { id: `${round}-${step.id}` }),
                  ...allocate(step.dimension, step.teams, step.cents),
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
              if (step.does === 'grant') {
                await m.write(sql`
                update entitlement_term set credit_amount = credit_amount + ${step.cents / 100}
                where org_id = ${m.orgId} and entitlement_id = ${ids[1]}`);
                await m.write(sql`
                update entitlement_term set entitlement_info = jsonb_set(entitlement_info, ${quantityPath}::text[],
                  to_jsonb((entitlement_info #>> ${quantityPath}::text[])::numeric + ${step.cents / 100}))
                where org_id = ${m.orgId} and entitlement_id = any(${ids}::uuid[])`);
              }
              if (step.does === 'settle') {
                const unknown = await m.select<SubmittedRow & { report_id: string; dimension: string }>(
                  sql`select ${rowAndKey} from usage_report_row where entitlement_id = any(${ids}::uuid[]) and message = 'OUTCOME_UNKNOWN'`,
                );
                for (const row of unknown) {
                  const outcome = m.marketplace.journal.get(row.key) === row.quantity ? 'COUNTED' : 'NOT_COUNTED';
                  await m
                    .settle(row.report_id, outcome, { dimensions: [row.dimension] })
                    .catch((error: Error) => assert.match(error.message, refusedToSettle[outcome]));
                }
              }
              assert.deepEqual(await m.imbalances(), []);
              assert.deepEqual(await wrongCarries(ids), []);
              assert.deepEqual(await wrongTerms(ids), []);
              assert.deepEqual(await wrongFractions(ids), []);
              assert.deepEqual(await m.wrongIncluded(), []);
            }
            m.marketplace.misbehave = () => null;
            for (let count = 0; count < 3; count += 1) {
              m.advance(80 * 60_000);
              await m.runReport();
            }
            assert.deepEqual(await m.imbalances(), []);
            assert.deepEqual(await wrongTerms(ids), []);
            assert.deepEqual(await wrongFractions(ids), []);
            const rows = await m.select<SubmittedRow>(
              sql`select ${rowAndKey} from usage_report_row where entitlement_id = any(${ids}::uuid[]) and kind = 'LIVE' and quantity > 0`,
            );
            const mine = [...m.marketplace.journal].filter(([key]) =>
              who.some((one) => key.startsWith(`${one.license} `)),
            );
            const lines = new Set(mine.map(([key, quantity]) => `${key}=${quantity}`));
            const lineOf = (row: SubmittedRow): string => `${row.key}=${row.quantity}`;
            for (const row of rows.filter((one) => one.state === 'SUCCESS'))
              assert.ok(lines.has(lineOf(row)), 'what counts for us counts for the marketplace');
            const ours = rows.filter((row) => row.state === 'SUCCESS' || row.message === 'OUTCOME_UNKNOWN').map(lineOf);
            assert.equal(new Set(ours).size, ours.length, 'no hour is submitted by two rows');
            for (const line of lines)
              assert.ok(ours.includes(line), 'the marketplace counts nothing that we do not know of');
            const [sums] = await m.select<{ accepted: string; gone: string }>(sql`
          select (select coalesce(sum(quantity), 0) from usage_record_item where entitlement_id = any(${ids}::uuid[]))::text as accepted,
            ((select coalesce(sum(fraction), 0) from usage_cursor where entitlement_id = any(${ids}::uuid[]))
            + (select coalesce(sum(quantity + carried_back), 0) from usage_record_item where entitlement_id = any(${ids}::uuid[]) and state in ('INVALID', 'CREATED'))
            + (select coalesce(sum(credited + included), 0) from usage_report_row where entitlement_id = any(${ids}::uuid[]))
            + (select coalesce(sum(standing), 0) from usage_report_row where entitlement_id = any(${ids}::uuid[]) and state <> 'SUCCESS'))::text as gone`);
            const units = rows.reduce(
              (sum, row) => sum + (row.state === 'SUCCESS' ? Number(row.quantity) * 100 : 0),
              0,
            );
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
  });
