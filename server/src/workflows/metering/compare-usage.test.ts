import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { partnerError } from '../../adapters/partner-error.ts';
import type { ReadCall } from '../../contract/call.ts';
import { recordComparison } from '../../domain/metering/usage-comparison/actions/record-comparison.ts';
import { compareUsageDay } from '../../domain/metering/usage-comparison/compare-day.ts';
import { addDays, dayOf } from '../../domain/metering/usage-comparison/usage-comparison.ts';
import { listUsageDrifts } from '../../domain/metering/usage-proof/reads.ts';
import { UsageDriftParams } from '../../domain/metering/usage-proof/schema.ts';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { loadMarketplaceConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import { encodeId } from '../../kit/ids.ts';
import { type AzureDeal, type Bought, type Row, startAzureDeal } from '../deal/azure-deal.test-support.ts';

let deal: AzureDeal;
before(async () => {
  deal = await startAzureDeal();
});
after(() => deal.close());
beforeEach(() => deal.simulator.control('DELETE', '/fault'));

const hour = 3_600_000;
const today = () => dayOf(deal.simulator.now());

const active = async (): Promise<Bought> => {
  const bought = await deal.buy();
  await deal.reconcile();
  await deal.approve(bought.id);
  await deal.reconcile();
  return bought;
};

const passes = async (duration: string): Promise<void> => {
  await deal.simulator.advance(duration);
  await deal.settle();
};

/** To 01:00 of the next day. */
const dayBegins = async (): Promise<void> => {
  const now = deal.simulator.now().getTime();
  const next = Math.ceil(now / (24 * hour)) * 24 * hour + hour;
  await passes(`PT${Math.ceil((next - now) / 60_000)}M`);
};

/** To 06:00 of the day on which the given one is first compared. */
const compared = async (day: string): Promise<void> => {
  const until = Date.parse(`${addDays(day, 2)}T06:00:00Z`);
  await passes(`PT${Math.ceil((until - deal.simulator.now().getTime()) / 60_000)}M`);
};

const use = async ({ id }: Bought, quantity: number): Promise<void> => {
  const entitlementId = (await deal.entitlement(id))?.id as string;
  await deal.act('reportUsage', (call) =>
    reportUsage(call, { params: { entitlementId }, body: { records: { requests: quantity } } }),
  );
};

const hourPasses = (): Promise<void> => passes('PT1H20M');

/** Usage of the running hour, by another tool. */
const useElsewhere = async ({ id }: { id: string }, quantity: number): Promise<void> => {
  const { outcomes } = await deal.marketplace.reportUsage(deal.simulator.access, [
    {
      reportId: 'foreign',
      product: { entityId: '', externalId: '', meteringKey: 'LICENSE' },
      buyerAccountId: '',
      customerIdentifier: null,
      usageResourceId: id,
      planId: 'silver',
      dimension: 'requests',
      quantity: String(quantity),
      timestamp: deal.simulator.now(),
      allocations: [],
    },
  ]);
  assert.equal(outcomes.get('foreign')?.state, 'ACCEPTED');
};

const verdict = (bought: { id: string }, day: string, reconStatus: string | null, processedQuantity?: number) =>
  deal.simulator.control('POST', '/usage/verdict', {
    subscriptionId: bought.id,
    dimension: 'requests',
    day,
    reconStatus,
    ...(processedQuantity === undefined ? {} : { processedQuantity }),
  });

const lose = (bought: { id: string }, day: string, atHour?: number) =>
  deal.simulator.control('POST', '/usage/lose', {
    subscriptionId: bought.id,
    dimension: 'requests',
    day,
    ...(atHour === undefined ? {} : { hour: atHour }),
  });

const driftPage = async (query: object = {}) => {
  const call = { db: deal.database.read(deal.orgId), orgId: deal.orgId, now: deal.simulator.now() } as ReadCall;
  return listUsageDrifts(call, { query: UsageDriftParams.parse({ partner: 'AZURE', ...query }) });
};

const drifts = async (...bought: readonly { id: string }[]) => {
  const { usageDrifts } = await driftPage();
  const wanted = new Set(bought.map(({ id }) => id));
  return usageDrifts.filter(({ usageResourceID: id }) => id !== undefined && wanted.has(id));
};

const events = async (): Promise<Row[]> =>
  (await deal.rows('outbox'))
    .filter(({ name }) => name === 'usage_comparison.differed')
    .map(({ payload }) => payload as Row);

const comparisons = async (): Promise<Row[]> => {
  const rows = await deal.rows('usage_comparison');
  return rows.sort((left, right) => (String(left.day) < String(right.day) ? -1 : 1));
};

const lastRun = async (): Promise<Row> =>
  (await deal.rows('operation'))
    .filter(({ name }) => name === 'usage.compare')
    .sort((left, right) => (left.start_time as Date).getTime() - (right.start_time as Date).getTime())
    .at(-1) as Row;

/** What happens to a subscription's usage of a day. */
const fates = [
  'nothing',
  'lost',
  'partly lost',
  'foreign only',
  'foreign too',
  'rejected',
  'mismatch',
  'dry run',
] as const;
type Fate = (typeof fates)[number];
type Expected = { cause: string; quantity: number; ours: number; theirs: number } | null;

describe('the daily comparison with the usage that Microsoft shows', () => {
  it('finds every difference of a generated history, and nothing else, once', async () => {
    const seed = Date.now() % 100_000;
    const days = fc.sample(
      fc.array(fc.shuffledSubarray([...fates], { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 2 }),
      {
        seed,
        numRuns: 1,
      },
    )[0] as Fate[][];
    const bought = await Promise.all([0, 1, 2, 3].map(() => deal.buy()));
    await deal.reconcile();
    for (const { id } of bought) await deal.approve(id);
    await deal.reconcile();
    const expected = new Map<string, Expected>();
    for (const [n, fateOf] of days.entries()) {
      await dayBegins();
      const day = today();
      const first = deal.simulator.now().getUTCHours();
      const uses = (index: number): boolean => fateOf[index] !== 'foreign only' && fateOf[index] !== 'dry run';
      const amounts = bought.map((_, index) => [2 + index + n, 11 + 2 * index + n] as const);
      for (const slot of [0, 1] as const) {
        for (const [index, one] of bought.entries()) if (uses(index)) await use(one, amounts[index]?.[slot] ?? 0);
        await hourPasses();
      }
      for (const [index, one] of bought.entries()) {
        const [early, late] = amounts[index] as readonly [number, number];
        const ours = early + late;
        const at = `${day} ${one.id}`;
        const say = (cause: string, of: number, theirs: number, by = ours): void =>
          void expected.set(at, { cause, quantity: of, ours: by, theirs });
        switch (fateOf[index]) {
          case 'lost':
            await lose(one, day);
            say('NOT_SHOWN', ours, 0);
            break;
          case 'partly lost':
            await lose(one, day, first);
            say('QUANTITY_DIFFERS', early, late);
            break;
          case 'foreign only':
            await useElsewhere(one, 5);
            say('FOREIGN', 5, 5, 0);
            break;
          case 'foreign too':
            await useElsewhere(one, 5);
            say('QUANTITY_DIFFERS', 5, ours + 5);
            break;
          case 'rejected':
            await verdict(one, day, 'Rejected');
            say('REJECTED', ours, ours);
            break;
          case 'mismatch':
            await verdict(one, day, 'Mismatch', ours - 1);
            say('QUANTITY_DIFFERS', 1, ours);
            break;
          case 'dry run':
            await useElsewhere(one, 5);
            await verdict(one, day, 'DryRun');
            break;
          default:
            break;
        }
      }
    }
    const before = (await events()).length;
    await compared(today());
    const found = (await drifts(...bought)).map((drift) => [
      `${drift.startTime.slice(0, 10)} ${drift.usageResourceID}`,
      {
        cause: drift.cause,
        quantity: Number(drift.quantity),
        ours: Number(drift.submittedQuantity),
        theirs: Number(drift.shownQuantity),
      },
    ]);
    const sorted = (list: unknown[][]) => list.sort((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1));
    assert.deepEqual(sorted(found), sorted([...expected]), `seed ${seed}: ${JSON.stringify(days)}`);
    const announced = (await events()).slice(before);
    const named = announced.flatMap(({ differences }) => differences as Row[]);
    assert.equal(named.length, expected.size, 'each is announced');
    assert.ok(announced.every(({ priority }) => priority === 'HIGH'));
    assert.ok((await drifts(...bought)).every(({ entitlementID, remedy }) => entitlementID && remedy));
    assert.equal((await lastRun()).status, 'COMPLETED');

    await passes('PT24H');
    assert.equal((await events()).length, before + announced.length, 'and is not announced again');
    assert.equal((await drifts(...bought)).length, expected.size);
  });

  it('finds usage that is rejected days after it was accepted, and resolves what is corrected', async () => {
    const bought = await active();
    await dayBegins();
    const day = today();
    await use(bought, 7);
    await hourPasses();
    await compared(day);
    assert.deepEqual(await drifts(bought), []);
    const before = (await events()).length;
    await verdict(bought, day, 'Rejected');
    await passes('PT24H');
    const [drift, ...more] = await drifts(bought);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [drift?.cause, Number(drift?.quantity), drift?.partnerStatus, Number(drift?.billedQuantity)],
      ['REJECTED', 7, 'Rejected', 0],
    );
    assert.equal((await events()).length, before + 1);
    await verdict(bought, day, null);
    await passes('PT24H');
    assert.deepEqual(await drifts(bought), []);
    const [stored] = (await deal.rows('usage_difference')).filter(({ resource }) => resource === bought.id);
    assert.notEqual(stored?.resolved_time, null, 'what was found is kept');
    await verdict(bought, day, 'Rejected');
    await passes('PT24H');
    assert.equal((await events()).length, before + 2, 'what comes back is news');
    await verdict(bought, day, null);
    await passes('PT192H');
    const row = (await comparisons()).find((one) => one.day === day);
    assert.deepEqual([row?.final, row?.open_differences], [true, 0], 'nothing is read forever');
  });

  it('reports that a day was not compared while Microsoft does not respond, and invents no difference', async () => {
    const bought = await active();
    await dayBegins();
    const day = today();
    await use(bought, 4);
    await hourPasses();
    for (const fault of ['throttle', 'half-answer', 'rubbish']) {
      await deal.simulator.fault(fault, { operation: 'GetUsageEvents', count: null });
      if (fault === 'throttle') await compared(day);
      else await passes('PT24H');
      await deal.simulator.control('DELETE', '/fault');
      assert.deepEqual(await drifts(bought), [], fault);
      assert.equal((await lastRun()).status, 'FAILED', fault);
      const [shown] = (await driftPage()).usageComparisons;
      assert.ok(shown?.daysNotCompared.includes(day), fault);
      assert.ok((shown?.comparedThrough ?? '') < day, fault);
    }
    await passes('PT1H10M');
    const run = await lastRun();
    assert.equal(run.status, 'COMPLETED', String(run.message));
    const [shown] = (await driftPage()).usageComparisons;
    assert.deepEqual(shown?.daysNotCompared, []);
    assert.equal(shown?.comparedThrough, addDays(today(), -2));
    assert.deepEqual(await drifts(bought), []);
  });

  it('settles an unknown outcome by what the day shows, and submits nothing', async () => {
    const bought = await active();
    await dayBegins();
    const day = today();
    await use(bought, 3);
    await hourPasses();
    await deal.simulator.fault('timeout-after', { operation: 'BatchUsageEvent', count: 1 });
    await use(bought, 5);
    await hourPasses();
    await deal.happens(bought.id, 'suspend');
    await passes('PT3H');
    const rowsOf = async () => {
      const id = (await deal.entitlement(bought.id))?.id;
      return (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === id);
    };
    assert.ok((await rowsOf()).some(({ message }) => message === 'OUTCOME_UNKNOWN'));
    await compared(day);
    const settled = (await rowsOf()).find(({ quantity }) => quantity === '5');
    assert.equal(settled?.state, 'SUCCESS');
    assert.match(String(settled?.message), /SETTLED as COUNTED by .*AZURE shows it so in its usage of/);
    assert.deepEqual(await drifts(bought), []);
    assert.deepEqual((await driftPage({ cause: 'OUTCOME_UNKNOWN' })).usageDrifts, []);
    const { records } = await deal.simulator.control<{ records: Row[] }>(
      'GET',
      `/journal/metering?subscriptionId=${bought.id}`,
    );
    assert.deepEqual(
      records.map(({ quantity }) => quantity),
      [3, 5],
    );
  });

  it('settles nothing for a day on which another tool also submitted usage', async () => {
    const bought = await active();
    await dayBegins();
    const day = today();
    await useElsewhere(bought, 5);
    await hourPasses();
    const reportFrom = (report_from: Date | null) =>
      deal.act('from', (call) =>
        call.db.updateTable('connection').set({ report_from }).where('connection.partner', '=', 'AZURE').execute(),
      );
    await reportFrom(new Date(Math.floor(deal.simulator.now().getTime() / hour) * hour));
    await deal.simulator.fault('timeout-before', { operation: 'BatchUsageEvent', count: 1 });
    await use(bought, 5);
    await hourPasses();
    await deal.happens(bought.id, 'suspend');
    await passes('PT3H');
    const unknown = async () => {
      const id = (await deal.entitlement(bought.id))?.id;
      return (await deal.rows('usage_report_row')).filter((row) => row.entitlement_id === id);
    };
    assert.deepEqual(
      (await unknown()).map(({ state, message }) => [state, message]),
      [['REPORT_PENDING', 'OUTCOME_UNKNOWN']],
    );
    // The day shows 5 in one record: that of the other tool.
    await compared(day);
    assert.ok((await comparisons()).some((one) => String(one.day) === day));
    assert.deepEqual(
      (await unknown()).map(({ state, message }) => [state, message]),
      [['REPORT_PENDING', 'OUTCOME_UNKNOWN']],
    );
    await reportFrom(null);
  });

  it('names usage of a subscription that is unknown here', async () => {
    await dayBegins();
    const bought = await deal.buy();
    const { approveAgreement } = deal.marketplace;
    await approveAgreement?.(deal.simulator.access, bought.id);
    const day = today();
    await useElsewhere(bought, 6);
    const db = deal.database.read(deal.orgId);
    const account = await loadMarketplaceConnection(db, { connectionId: deal.connectionId });
    await deal.simulator.advance('PT72H');
    const read = deal.marketplace.listUsage?.bind(deal.marketplace);
    assert.ok(read);
    const now = deal.simulator.now();
    const found = await compareUsageDay(db, (question) => read(deal.simulator.access, question), { account, day, now });
    assert.equal(found.differences.length, 1);
    await deal.act('record', (call) =>
      recordComparison(call, { connectionId: deal.connectionId, day, compared: found }),
    );
    const [drift] = await drifts(bought);
    assert.deepEqual([drift?.cause, Number(drift?.quantity), drift?.entitlementID], ['FOREIGN', 6, undefined]);
    const late = { ...found, differences: [], askedAt: new Date(now.getTime() - 1) };
    await deal.act('record', (call) =>
      recordComparison(call, { connectionId: deal.connectionId, day, compared: late }),
    );
    assert.equal((await drifts(bought)).length, 1, 'an older answer changes nothing');
    await deal.settle();
  });

  it('reads a day offer by offer when one response cannot hold it', async () => {
    const bought = await active();
    await dayBegins();
    const day = today();
    await use(bought, 9);
    await hourPasses();
    await deal.simulator.advance('PT72H');
    const db = deal.database.read(deal.orgId);
    const account = await loadMarketplaceConnection(db, { connectionId: deal.connectionId });
    const asked: (string | undefined)[] = [];
    const found = await compareUsageDay(
      db,
      async (question) => {
        asked.push(question.offer);
        if (question.offer === undefined)
          throw partnerError('more than 4 MiB', {
            partner: 'AZURE',
            outcome: 'UNKNOWN',
            partnerCode: 'ANSWER_TOO_LARGE',
            httpStatus: undefined,
            requestId: undefined,
            retryable: true,
          });
        return (await deal.marketplace.listUsage?.(deal.simulator.access, question)) ?? [];
      },
      { account, day, now: deal.simulator.now() },
    );
    assert.deepEqual(asked, [undefined, deal.simulator.product.offerId]);
    assert.deepEqual([found.differences, found.lines], [[], 1]);
    await deal.settle();
  });

  it('compares what was computed here with what another tool submits (SHADOW)', async () => {
    await deal.act('shadow', async (call) => {
      await call.db
        .updateTable('connection')
        .set({ mode: 'SHADOW' })
        .where('connection.partner', '=', 'AZURE')
        .execute();
    });
    const before = (await events()).length;
    const same = await active();
    const other = await active();
    const forgotten = await active();
    await dayBegins();
    const day = today();
    for (const [bought, ours, theirs] of [
      [same, 4, 4],
      [other, 6, 5],
      [forgotten, 0, 3],
    ] as const) {
      if (ours > 0) await use(bought, ours);
      await useElsewhere(bought, theirs);
    }
    await hourPasses();
    await compared(day);
    const found = (await drifts(same, other, forgotten)).map((drift) => [
      drift.usageResourceID,
      drift.cause,
      Number(drift.submittedQuantity),
      Number(drift.shownQuantity),
    ]);
    assert.deepEqual(
      found.sort(),
      [
        [other.id, 'SHADOW_DIFFERS', 6, 5],
        [forgotten.id, 'SHADOW_DIFFERS', 0, 3],
      ].sort(),
    );
    // Earlier purchases may differ on these days, too: those were LIVE.
    const event = (await events()).slice(before).find(({ priority }) => priority === undefined);
    assert.equal(event?.newDifferences, 2);
    assert.equal(
      encodeId('ent', (await deal.entitlement(other.id))?.id as string),
      (await drifts(other))[0]?.entitlementID,
    );
  });
});
