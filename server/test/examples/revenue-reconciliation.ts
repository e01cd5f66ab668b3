import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { saveDifferences } from '../../src/domain/revenue/reconciliation/store.ts';
import { decodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { actIn, aDeal } from './deal.ts';
import type { Examples } from './example.ts';

const aDifference = async (app: TestApp, organization: TestOrganization): Promise<void> => {
  const { entitlementId } = await aDeal(app, organization);
  const now = app.clock.now();
  await actIn(app, organization, (call) =>
    saveDifferences(call.db, [
      {
        id: randomUUID(),
        channel: 'AWS',
        entitlement_id: decodeId('ent', entitlementId) as string,
        place: `INSTALLMENT ${randomUUID()} 1`,
        kind: 'AMOUNT_DIFFERS',
        cause: 'REFUNDED',
        period: now.toISOString().slice(0, 7),
        currency: 'USD',
        expected: '1250.5',
        billed: '1200',
        billed_currency: 'USD',
        records: [randomUUID()],
        record_count: 1,
        first_seen_time: now,
        last_seen_time: now,
        resolved_time: null,
        version: 1,
      },
    ]),
  );
};

/** A payout of 97 USD that paid one record. */
const aPayout = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const payout = `payout/${randomUUID()}`;
  const time = app.clock.now().toISOString();
  await app.database.write(organization.uuid, ({ raw, orgId }) =>
    sql`
      with lines as (
        insert into revenue_line (org_id, channel, dataset, key, position, record_id, currency, stage, kind, nature, amount, time, day, payout, trace)
        select ${orgId}::uuid, 'AWS', 'billing_event', key, 0, record_id, 'USD', 'DISBURSED', kind, 'PLAIN', amount, ${time}::timestamptz,
          ${time.slice(0, 10)}::date, ${payout}, trace
        from (values (${payout}, null, 'PAYOUT', 97, 'trace-7'), (${`${payout}/line`}, ${`sale ${payout}`}, 'REVENUE', 97, null))
          as v (key, record_id, kind, amount, trace)
      )
      insert into revenue_record (org_id, id, channel, record_id, currency, type, billed, refunded, tax, partner_tax, fee, cost, adjusted,
        forgiven, collected, disbursed, refund_disbursed, first_day, last_day, payout, creation_time, last_update_time)
      values (${orgId}, ${randomUUID()}, 'AWS', ${`sale ${payout}`}, 'USD', 'CHARGE', 97, 0, 0, 0, 0, 0, 0, 0, 97, 97, 0,
        ${time.slice(0, 10)}, ${time.slice(0, 10)}, ${payout}, ${time}, ${time})`.execute(raw),
  );
  return payout;
};

export const revenueReconciliationExamples: Examples = {
  listRevenueDifferences: async (app, organization) => {
    await aDifference(app, organization);
    return { query: 'status=OPEN&kind=AMOUNT_DIFFERS' };
  },
  listRevenuePayouts: async (app, organization) => {
    await aPayout(app, organization);
    return { query: 'traceId=trace-7' };
  },
  listRevenuePayoutRecords: async (app, organization) => ({
    params: { partner: 'AWS', payout: await aPayout(app, organization) },
  }),
};
