import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { isRefusal, type Refusal } from '../../../kit/errors.ts';
import { type Metering, startMetering } from '../metering.test-support.ts';

let m: Metering;
let day = 1;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

type Fault = ReturnType<Metering['marketplace']['misbehave']>;

/** A report whose response was lost, `before` or `after` the marketplace counted it, and whose retry was refused. */
const anUnknownReport = async (lost: 'timeout-before' | 'timeout-after', records: object = { users: 7 }) => {
  day += 1;
  m.setNow(new Date(Date.UTC(2026, 10, day, 10, 5)));
  const entitlement = await m.anEntitlement();
  const group = await m.report(entitlement.id, records);
  m.advance(75 * 60_000);
  const answers: Fault[] = [lost];
  m.marketplace.misbehave = () => answers.shift() ?? 'refuse';
  await m.runReport();
  m.advance(5 * 60_000);
  await m.runReport();
  m.marketplace.misbehave = () => null;
  const [row] = await m.select<{ report_id: string; message: string }>(
    sql`select report_id, message from usage_report_row where entitlement_id = ${entitlement.id}`,
  );
  assert.equal(row?.message, 'OUTCOME_UNKNOWN');
  const place = `${entitlement.license} users ${new Date(Date.UTC(2026, 10, day, 10)).toISOString()}`;
  return { entitlement, group, place, reportId: row?.report_id ?? '' };
};

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  assert.ok(isRefusal(error), String(error));
  return error;
};

const answersKept = async (reportId: string) =>
  m.select<{ outcome: string; partner_answer: { outcome: string; code: string } | null }>(sql`
    select s.outcome, s.partner_answer from usage_settlement s join usage_report_row r on r.id = s.row_id
    where r.report_id = ${reportId}`);

describe('a settlement while the marketplace still accepts the hour', () => {
  for (const lost of ['timeout-before', 'timeout-after'] as const) {
    it(`asks by resending the same usage, which counts once (${lost})`, async () => {
      const { group, place, reportId } = await anUnknownReport(lost);
      const refusal = await refusalOf(m.settle(reportId, 'NOT_COUNTED'));
      assert.equal(refusal.code, 'Conflict');
      assert.match(refusal.message, /AWS was queried and has 7 of users as COUNTED.*Nothing was settled/);
      const { contradictions } = refusal.info as { contradictions: object[] };
      const answer = { outcome: 'ACCEPTED', code: null, message: null };
      assert.deepEqual(contradictions, [{ dimension: 'users', quantity: '7', says: 'COUNTED', answer }]);
      assert.equal(m.marketplace.journal.get(place), '7', 'once');
      assert.equal(await m.statusOf(group.id), 'REPORTED');
      assert.deepEqual(await answersKept(reportId), [], 'it was the marketplace that said it');
      assert.deepEqual(await m.imbalances(), []);
      await assert.rejects(m.settle(reportId, 'NOT_COUNTED'), /SUCCESS does not allow settle/);
    });

    it(`is confirmed by the marketplace’s response (${lost})`, async () => {
      const { group, place, reportId } = await anUnknownReport(lost);
      assert.equal((await m.settle(reportId, 'COUNTED')).info.status, 'SUCCESS');
      assert.equal(m.marketplace.journal.get(place), '7');
      assert.equal(await m.statusOf(group.id), 'REPORTED');
      assert.deepEqual(await m.imbalances(), []);
    });
  }

  it('follows the decision of a person where the marketplace refuses the resend, which proves nothing about the first attempt', async () => {
    for (const outcome of ['COUNTED', 'NOT_COUNTED'] as const) {
      const { reportId } = await anUnknownReport('timeout-before');
      m.marketplace.misbehave = () => 'refuse';
      const view = await m.settle(reportId, outcome);
      m.marketplace.misbehave = () => null;
      assert.equal(view.info.status, outcome === 'COUNTED' ? 'SUCCESS' : 'FAILED');
      assert.match(view.info.message ?? '', /^SETTLED as/);
      const [kept] = await answersKept(reportId);
      assert.deepEqual(
        [kept?.outcome, kept?.partner_answer?.outcome, kept?.partner_answer?.code],
        [outcome, 'REFUSED', 'InvalidUsageDimensionException'],
      );
      assert.deepEqual(await m.imbalances(), []);
    }
  });

  it('follows the decision of a person where the marketplace has a record for the hour and does not state its quantity', async () => {
    for (const outcome of ['COUNTED', 'NOT_COUNTED'] as const) {
      const { group, place, reportId } = await anUnknownReport('timeout-before');
      m.marketplace.journal.set(place, '9');
      const view = await m.settle(reportId, outcome);
      assert.equal(view.info.status, outcome === 'COUNTED' ? 'SUCCESS' : 'FAILED');
      const [kept] = await answersKept(reportId);
      assert.deepEqual(
        [kept?.outcome, kept?.partner_answer?.outcome, kept?.partner_answer?.code],
        [outcome, 'DUPLICATE', 'UNCLEAR_QUANTITY'],
      );
      assert.equal(await m.statusOf(group.id), outcome === 'COUNTED' ? 'REPORTED' : 'REPORT_FAILED');
      assert.deepEqual(await m.imbalances(), []);
    }
  });

  for (const [fault, code] of [
    ['timeout-before', 'Timeout'],
    ['throttle', 'ThrottlingException'],
  ] as const) {
    it(`changes nothing where the marketplace does not respond (${fault})`, async () => {
      const { group, reportId } = await anUnknownReport('timeout-after');
      m.marketplace.misbehave = () => fault;
      for (const outcome of ['COUNTED', 'NOT_COUNTED'] as const) {
        const refusal = await refusalOf(m.settle(reportId, outcome));
        assert.equal(refusal.code, '3rdPartyError');
        assert.deepEqual((refusal.info as { code: string }).code, code);
        assert.match(refusal.message, /Nothing was settled; send this again/);
      }
      m.marketplace.misbehave = () => null;
      assert.equal(await m.statusOf(group.id), 'REPORT_PENDING');
      assert.deepEqual(await m.imbalances(), []);
      assert.equal((await m.settle(reportId, 'COUNTED')).info.status, 'SUCCESS', 'it is asked again');
    });
  }

  it('says so while the response is still to come, and nobody settles it meanwhile', async () => {
    const { reportId } = await anUnknownReport('timeout-after');
    const refusal = await refusalOf(m.settle(reportId, 'NOT_COUNTED', { asks: false }));
    assert.equal(refusal.code, 'ServiceUnavailable');
    assert.equal(refusal.headers['retry-after'], '60');
    await assert.rejects(m.settle(reportId, 'NOT_COUNTED'), /may still answer/);
    m.advance(16 * 60_000);
    assert.equal((await m.settle(reportId, 'COUNTED')).info.status, 'SUCCESS', 'the run was lost; it is asked again');
    assert.deepEqual(await m.imbalances(), []);
  });

  it('is refused as a whole where one dimension contradicts it; the others can be named', async () => {
    const { reportId } = await anUnknownReport('timeout-before', { users: 7, bad: 3 });
    const refusal = await refusalOf(m.settle(reportId, 'NOT_COUNTED'));
    assert.match(refusal.message, /7 of users as COUNTED/);
    assert.equal((await m.settle(reportId, 'NOT_COUNTED', { dimensions: ['bad'] })).info.status, 'FAILED');
    const states = await m.select<{ dimension: string; state: string }>(
      sql`select dimension, state from usage_report_row where report_id = ${reportId} order by dimension`,
    );
    assert.deepEqual(
      states.map((row) => [row.dimension, row.state]),
      [
        ['bad', 'FAILED'],
        ['users', 'SUCCESS'],
      ],
    );
    assert.deepEqual(await m.imbalances(), []);
  });

  it('does not ask for a SHADOW account, or after the window has closed', async () => {
    for (const close of [() => m.setConnection('SHADOW'), async () => m.advance(24 * 3_600_000)]) {
      const { reportId } = await anUnknownReport('timeout-before');
      const { calls } = m.marketplace;
      await close();
      assert.equal((await m.settle(reportId, 'NOT_COUNTED')).info.status, 'FAILED');
      assert.equal(m.marketplace.calls, calls);
      assert.equal((await answersKept(reportId))[0]?.partner_answer, null);
      await m.setConnection('LIVE');
    }
  });
});
