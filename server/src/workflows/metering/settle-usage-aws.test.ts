import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Marketplace } from '../../adapters/marketplace/port.ts';
import { partnerError } from '../../adapters/partner-error.ts';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { balanceOf } from '../../domain/metering/usage-record-report/balance/store.ts';
import { findImbalances } from '../../domain/metering/usage-record-report/identity.ts';
import { type Deal, startDeal } from '../deal/deal.test-support.ts';
import { refusalOf, settleUsage } from './settle-usage.test-support.ts';

let deal: Deal;
let marketplace: Marketplace;
let entitlementId: string;
let isRefusing = false;

/**
 * Over the simulated AWS; can refuse a whole request, as AWS does while the API is disabled for the account's product.
 */
const over = (aws: Marketplace): Marketplace => {
  marketplace = {
    ...aws,
    reportUsage: async (access, rows) => {
      if (!isRefusing) return aws.reportUsage(access, rows);
      throw partnerError('The dimension is not known.', {
        partner: 'AWS',
        outcome: 'REFUSED',
        partnerCode: 'InvalidUsageDimensionException',
        httpStatus: 400,
        requestId: undefined,
        retryable: false,
      });
    },
  };
  return marketplace;
};

before(async () => {
  deal = await startDeal({ over });
  await deal.hearEvents(true);
  const offerId = await deal.submit();
  await deal.until('the offer is released', async () => (await deal.offer(offerId)).status === 'PENDING_ACCEPTANCE');
  await deal.accept((await deal.offer(offerId)).external_id ?? '');
  await deal.until('the license is known', async () => {
    await deal.settle();
    return (await deal.rows('entitlement_term')).some((term) => term.aws_license_arn !== null);
  });
  entitlementId = (await deal.rows('entitlement'))[0]?.id as string;
});
after(() => deal.close());
beforeEach(() => deal.simulator.control('DELETE', '/fault'));

type SubmittedRecord = { quantity: number; identicalResends: number; differentResends: number };
const journal = async (): Promise<SubmittedRecord[]> =>
  (await deal.simulator.control<{ records: SubmittedRecord[] }>('GET', '/journal/metering')).records;

/** A row whose response was lost, and which was refused when it was sent again; returns its report. */
const lose = async (fault: string, requests: number): Promise<string> => {
  await deal.act('report', (call) => reportUsage(call, { params: { entitlementId }, body: { records: { requests } } }));
  await deal.simulator.fault(fault, { operation: 'BatchMeterUsage' });
  await deal.simulator.advance('PT1H30M');
  await deal.settle();
  isRefusing = true;
  const { rows } = await sql<{ report_id: string; message: string }>`
    select report_id, message from usage_report_row where quantity = ${requests}
  `.execute(deal.database.read(deal.orgId).raw);
  const reportId = rows[0]?.report_id ?? '';
  await deal.until('its outcome is unknown', async () => {
    await deal.simulator.advance('PT2M');
    await deal.settle();
    return (await deal.rows('usage_report_row')).some(
      (row) => row.report_id === reportId && row.message === 'OUTCOME_UNKNOWN',
    );
  });
  isRefusing = false;
  return reportId;
};

const stateOf = async (reportId: string): Promise<unknown> =>
  (await deal.rows('usage_report_row')).find((row) => row.report_id === reportId)?.state;

const settle = (reportId: string, outcome: 'COUNTED' | 'NOT_COUNTED') =>
  settleUsage(deal, marketplace, reportId, { outcome });

describe('AWS is asked by an identical resend before a person settles usage', () => {
  let requests = 10;
  for (const fault of ['timeout-before', 'timeout-after', 'half-answer']) {
    it(`which it counts once (${fault})`, async () => {
      for (const outcome of ['NOT_COUNTED', 'COUNTED'] as const) {
        requests += 1;
        const reportId = await lose(fault, requests);
        if (outcome === 'COUNTED') assert.equal((await settle(reportId, outcome)).info.status, 'SUCCESS');
        else {
          const refusal = await refusalOf(settle(reportId, outcome));
          assert.equal(refusal.code, 'Conflict');
          assert.match(refusal.message, new RegExp(`AWS was queried and has ${requests} of requests as COUNTED`));
        }
        assert.equal(await stateOf(reportId), 'SUCCESS');
        const submitted = (await journal()).filter((one) => one.quantity === requests);
        assert.deepEqual(
          submitted.map((one) => [one.identicalResends, one.differentResends]),
          [[fault === 'timeout-before' ? 0 : 1, 0]],
        );
        const asked = (await deal.rows('operation')).filter((row) => row.name === 'usage.ask').at(-1);
        assert.equal(asked?.status, 'COMPLETED');
        assert.deepEqual(findImbalances(await balanceOf(deal.database.read(deal.orgId))), []);
      }
    });
  }

  it('which changes nothing while AWS does not respond', async () => {
    requests += 1;
    const reportId = await lose('timeout-after', requests);
    await deal.simulator.fault('internal-error', { operation: 'BatchMeterUsage', times: 20 });
    const refusal = await refusalOf(settle(reportId, 'NOT_COUNTED'));
    assert.equal(refusal.code, '3rdPartyError');
    assert.equal(await stateOf(reportId), 'REPORT_PENDING');
    assert.deepEqual(await deal.rows('usage_settlement'), []);
    await deal.simulator.control('DELETE', '/fault');
    assert.equal((await settle(reportId, 'COUNTED')).info.status, 'SUCCESS');
  });

  it('which decides nothing if AWS calls an identical record a duplicate: usage that it counted is not submitted twice', async () => {
    requests += 1;
    await deal.act('report', (call) =>
      reportUsage(call, { params: { entitlementId }, body: { records: { requests } } }),
    );
    await deal.simulator.fault('timeout-after', { operation: 'BatchMeterUsage' });
    await deal.simulator.fault('identical-is-duplicate', { operation: 'BatchMeterUsage', times: 20 });
    await deal.simulator.advance('PT1H30M');
    await deal.settle();
    const row = async () => (await deal.rows('usage_report_row')).find((one) => Number(one.quantity) === requests);
    await deal.until('it was sent again', async () => {
      await deal.simulator.advance('PT2M');
      await deal.settle();
      return (await row())?.next_attempt_time === null;
    });
    assert.deepEqual([(await row())?.state, (await row())?.message], ['REPORT_PENDING', 'OUTCOME_UNKNOWN']);
    assert.equal((await settle((await row())?.report_id as string, 'COUNTED')).info.status, 'SUCCESS');
    await deal.simulator.control('DELETE', '/fault');
  });

  it('but not after its window has closed: then the decision of a person counts', async () => {
    requests += 1;
    const reportId = await lose('timeout-after', requests);
    await deal.simulator.advance('PT24H');
    const before = (await journal()).find((one) => one.quantity === requests);
    assert.equal((await settle(reportId, 'NOT_COUNTED')).info.status, 'FAILED');
    assert.deepEqual(
      (await journal()).find((one) => one.quantity === requests),
      before,
    );
  });
});
