import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { UsageSend } from '../../../adapters/marketplace/port.ts';
import { hour, type Metering, startMetering } from '../metering.test-support.ts';
import { startUsageReport } from './actions/start-usage-report.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const rowStates = async (id: string): Promise<string[]> =>
  (
    await m.select<{ state: string }>(
      sql`select state from usage_record_item where entitlement_id = ${id} order by hour, dimension`,
    )
  ).map((row) => row.state);

describe('the summary of a run of usage reports', () => {
  it('counts what was acknowledged, refused, unknown and left, each record once', async () => {
    m.setNow('2026-11-10T10:05:00Z');
    const [one, two] = [await m.anEntitlement(), await m.anEntitlement({ product: 1 })];
    await m.report(one.id, { users: 1, gb: 2, bad: 3 });
    await m.report(two.id, { users: 4 });
    m.setNow('2026-11-10T11:20:00Z');
    m.marketplace.misbehave = (rows) => (rows[0]?.product.entityId === 'prod-1' ? 'timeout-after' : null);
    const { status, code, message } = await m.runReport();
    assert.deepEqual([status, code], ['FAILED', 'Timeout']);
    assert.match(
      message,
      /^4 usage records: 2 acknowledged, 1 refused, 1 with an unknown outcome\. 1 wait; the next look is at 2026-11-10T11:21:00\.000Z\. AWS said: Timeout$/,
    );
    m.marketplace.misbehave = () => null;
    m.advance(5 * 60_000);
    assert.deepEqual(await m.runReport(), { status: 'COMPLETED', message: '1 usage records: 1 acknowledged.' });
    assert.deepEqual(await m.runReport(), { status: 'COMPLETED', message: 'No usage record was due.' });
  });

  it('is not a success while the marketplace does not respond, and the run stops after some calls', async () => {
    m.setNow('2026-11-12T10:05:00Z');
    const { id } = await m.anEntitlement();
    for (let minutes = 0; minutes < 100; minutes += 1)
      await m.report(
        id,
        { users: 1 },
        { timestamp: new Date(m.now().getTime() - minutes * hour * 0.05).toISOString() },
      );
    const others = [];
    for (let count = 0; count < 90; count += 1) {
      const entitlement = await m.anEntitlement();
      await m.report(entitlement.id, { users: 1 });
      others.push(entitlement);
    }
    m.setNow('2026-11-12T11:20:00Z');
    m.marketplace.misbehave = () => 'timeout-before';
    const { calls } = m.marketplace;
    const end = await m.runReport();
    assert.equal(end.status, 'FAILED');
    assert.match(end.message, /^75 usage records: 75 with an unknown outcome\. \d+ wait; .* AWS said: Timeout$/);
    assert.equal(m.marketplace.calls - calls, 3, 'the rest of the batches would hear the same');
    const shown = await m.select(sql`select status, last_error from connection where org_id = ${m.orgId}`);
    const error = { code: 'Timeout', message: 'It failed: Timeout', partnerMessage: 'Timeout' };
    assert.deepEqual(shown, [{ status: 'ERROR', last_error: error }], 'the connection shows it, in its words');
    m.marketplace.misbehave = () => null;
    for (let runs = 0; runs < 3; runs += 1) {
      m.advance(5 * 60_000);
      assert.equal((await m.runReport()).status, 'COMPLETED');
    }
    assert.deepEqual([...new Set(await rowStates(id))], ['REPORTED']);
    for (const other of others) assert.deepEqual(await rowStates(other.id), ['REPORTED']);
    const mended = await m.select(sql`select status, last_error from connection where org_id = ${m.orgId}`);
    assert.deepEqual(mended, [{ status: 'CONNECTED', last_error: null }]);
  });

  it('reports what was abandoned because its window closed', async () => {
    m.setNow('2026-11-14T10:05:00Z');
    await m.report((await m.anEntitlement()).id, { users: 1 });
    m.setNow('2026-11-14T11:20:00Z');
    m.marketplace.misbehave = () => 'throttle';
    assert.equal((await m.runReport()).code, 'ThrottlingException');
    m.setNow('2026-11-15T10:00:00Z');
    m.marketplace.misbehave = () => null;
    const end = await m.runReport();
    assert.deepEqual(end, { status: 'COMPLETED', message: '1 usage records: 1 too late to be sent.' });
  });
});

const lookTime = async (): Promise<Date> => {
  const [due] = await m.select<{ due_time: Date }>(
    sql`select due_time from due where org_id = ${m.orgId} and kind = 'usage.report' and entity_id = 'AWS'`,
  );
  return due?.due_time as Date;
};

describe('usage near its cut-off', () => {
  it('is sent first, however long other usage has waited, and no recent usage becomes INVALID while the marketplace is busy', async () => {
    m.setNow('2026-11-17T09:00:00Z');
    const fresh = [];
    for (let count = 0; count < 60; count += 1) fresh.push(await m.anEntitlement());
    for (const { id } of fresh) await m.report(id, { users: 1 }, { timestamp: '2026-11-17T08:10:00Z' });
    m.setNow('2026-11-17T09:20:00Z');
    m.marketplace.misbehave = () => 'throttle';
    await m.runReport();
    m.setNow('2026-11-17T09:50:00Z');
    const old = await m.anEntitlement();
    await m.report(old.id, { users: 7 }, { timestamp: '2026-11-16T10:15:00Z' });
    const sent: UsageSend[] = [];
    m.marketplace.misbehave = (rows) => {
      sent.push(...rows);
      return sent.length > 25 ? 'throttle' : null;
    };
    await m.runReport();
    assert.ok(
      sent.slice(0, 25).some((row) => row.quantity === '7'),
      'in the first call',
    );
    assert.deepEqual(await rowStates(old.id), ['REPORTED']);
    m.marketplace.misbehave = () => null;
    m.advance(20 * 60_000);
    await m.runReport();
    for (const { id } of fresh) assert.deepEqual(await rowStates(id), ['REPORTED']);
  });

  it('is closed and sent by a run that is in progress when it arrives', async () => {
    m.setNow('2026-11-19T09:05:00Z');
    const many = [];
    for (let count = 0; count < 8; count += 1) many.push(await m.anEntitlement());
    for (const { id } of many)
      for (let hours = 1; hours <= 20; hours += 1)
        await m.report(id, { users: 1 }, { timestamp: new Date(m.now().getTime() - hours * hour).toISOString() });
    m.setNow('2026-11-19T09:40:00Z');
    const late = await m.anEntitlement();
    let asked = 0;
    m.marketplace.misbehave = () => null;
    await m.runReport(async (step) => {
      if (!step.startsWith('send')) return;
      asked += 1;
      // During a slow run, usage arrives with a window that is about to close.
      if (asked === 1) await m.report(late.id, { users: 3 }, { timestamp: '2026-11-18T10:10:00Z' });
      m.advance(3 * 60_000);
    });
    assert.ok(m.now() < new Date('2026-11-19T10:10:00Z'));
    assert.deepEqual(await rowStates(late.id), ['REPORTED']);
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is closed and sent by a short run, too', async () => {
    m.setNow('2026-11-19T11:05:00Z');
    await m.report((await m.anEntitlement()).id, { users: 1 });
    m.setNow('2026-11-19T12:40:00Z');
    const late = await m.anEntitlement();
    const steps: string[] = [];
    await m.runReport(async (step) => {
      steps.push(step);
      if (step === 'send 1') await m.report(late.id, { users: 3 }, { timestamp: '2026-11-18T13:10:00Z' });
    });
    assert.ok(steps.includes('send 3'), steps.join());
    assert.deepEqual(await rowStates(late.id), ['REPORTED']);
  });

  it('is looked at again before its deadline if it arrives when a run has sent the last', async () => {
    m.setNow('2026-11-19T15:05:00Z');
    await m.report((await m.anEntitlement()).id, { users: 1 });
    m.setNow('2026-11-19T16:40:00Z');
    const late = await m.anEntitlement();
    await m.runReport(async (step) => {
      if (step === 'claim 2') await m.report(late.id, { users: 3 }, { timestamp: '2026-11-18T17:10:00Z' });
    });
    assert.deepEqual(await rowStates(late.id), ['CREATED']);
    const look = await lookTime();
    assert.equal(look.toISOString(), '2026-11-19T16:41:00.000Z', 'the hourly one would be after the deadline');
    m.setNow(look);
    await m.runReport();
    assert.deepEqual(await rowStates(late.id), ['REPORTED']);
  });

  it('is found by a second look if it is committed while an hourly look finds nothing', async () => {
    const look = async (time: string) => {
      m.setNow(time);
      await m.act((call) => startUsageReport(call, { entityId: 'AWS' }));
      return (await lookTime()).toISOString().slice(11, 19);
    };
    assert.equal(await look('2026-11-19T18:15:01Z'), '18:16:00');
    assert.equal(await look('2026-11-19T18:16:00Z'), '19:15:00');
  });

  it('is looked at once more, ten minutes before, if it is held', async () => {
    m.setNow('2026-11-19T19:05:00Z');
    const { id } = await m.anEntitlement({ status: 'SUSPENDED' });
    await m.report(id, { users: 2 }, { timestamp: '2026-11-18T20:10:00Z' });
    await m.runReport();
    const held = sql`select cause from usage_record_item where entitlement_id = ${id}`;
    assert.deepEqual(await m.select(held), [{ cause: 'SUSPENDED' }]);
    const times: string[] = [];
    while (m.now() < new Date('2026-11-19T20:00:00Z')) {
      const look = await lookTime();
      times.push(look.toISOString().slice(11, 16));
      m.setNow(look);
      await m.runReport();
    }
    assert.deepEqual(times, ['19:15', '19:50', '20:15'], 'held usage starts no run each minute');
    assert.deepEqual(await rowStates(id), ['INVALID']);
  });
});

describe('usage whose answer was lost shortly before its deadline', () => {
  for (const [index, secondsLeft] of [110, 59, 30, 11, 7].entries()) {
    it(`is sent once more, unchanged, ${secondsLeft} seconds before`, async () => {
      const deadline = new Date(`2026-11-2${index + 1}T10:00:00Z`);
      const { id } = await m.anEntitlement();
      m.setNow(new Date(deadline.getTime() - secondsLeft * 1000));
      await m.report(id, { users: 3 }, { timestamp: new Date(deadline.getTime() - 24 * hour).toISOString() });
      const sent: UsageSend[] = [];
      m.marketplace.misbehave = (rows) => {
        const mine = rows.filter((row) => row.timestamp.getTime() === deadline.getTime() - 24 * hour);
        sent.push(...mine);
        return mine.length > 0 && sent.length === 1 ? 'timeout-after' : null;
      };
      assert.equal((await m.runReport()).code, 'Timeout');
      assert.equal(sent.length, 1);
      const look = await lookTime();
      assert.ok(look < deadline, `the next look is at ${look.toISOString()}`);
      m.setNow(look);
      await m.runReport();
      assert.deepEqual(await rowStates(id), ['REPORTED']);
      assert.equal(sent.length, 2);
      assert.deepEqual(sent[1], sent[0]);
      assert.deepEqual(await m.imbalances(), []);
      m.marketplace.misbehave = () => null;
    });
  }

  it('is not sent at its deadline or after it', async () => {
    const deadline = new Date('2026-11-27T10:00:00Z');
    const { id } = await m.anEntitlement();
    m.setNow(new Date(deadline.getTime() - 50_000));
    await m.report(id, { users: 3 }, { timestamp: new Date(deadline.getTime() - 24 * hour).toISOString() });
    m.marketplace.misbehave = () => 'timeout-before';
    for (let look = m.now(); look < deadline; look = await lookTime()) {
      m.setNow(look);
      assert.equal((await m.runReport()).code, 'Timeout');
    }
    const { calls } = m.marketplace;
    m.setNow(deadline);
    await m.runReport();
    assert.equal(m.marketplace.calls, calls);
    m.marketplace.misbehave = () => null;
    const rows = await m.select(
      sql`select state, message, attempts from usage_report_row where entitlement_id = ${id}`,
    );
    assert.deepEqual(rows, [{ state: 'REPORT_PENDING', message: 'OUTCOME_UNKNOWN', attempts: 5 }]);
  });

  it('is not sent by an attempt that begins after it, and was certainly not counted', async () => {
    const deadline = new Date('2026-11-28T10:00:00Z');
    const { id } = await m.anEntitlement();
    m.setNow(new Date(deadline.getTime() - 20_000));
    await m.report(id, { users: 3 }, { timestamp: new Date(deadline.getTime() - 24 * hour).toISOString() });
    const { calls } = m.marketplace;
    await m.runReport((step) => {
      // The process stood still after the claim.
      if (step === 'claim 1') m.setNow(deadline);
    });
    assert.equal(m.marketplace.calls, calls);
    const rows = await m.select(sql`select state, message from usage_report_row where entitlement_id = ${id}`);
    assert.deepEqual(rows, [{ state: 'FAILED', message: 'LATE' }]);
    assert.deepEqual(await m.imbalances(), []);
  });
});

describe('an attempt that was aborted', () => {
  it('begins none of its remaining calls', async () => {
    m.setNow('2026-11-29T10:05:00Z');
    const { id } = await m.anEntitlement();
    await m.report(id, { users: 1, gb: 2 });
    m.setNow('2026-11-29T11:20:00Z');
    const { calls } = m.marketplace;
    m.marketplace.misbehave = () => {
      m.abortAttempt();
      return 'refuse';
    };
    await assert.rejects(m.runReport(), /no answer in time/);
    assert.equal(m.marketplace.calls - calls, 1, 'the halves are not sent');
    m.marketplace.misbehave = () => null;
    m.advance(5 * 60_000);
    await m.runReport();
    assert.deepEqual(await rowStates(id), ['REPORTED', 'REPORTED']);
  });
});
