import type { Marketplace } from '../../adapters/marketplace/port.ts';
import { createPartnerGateway } from '../../adapters/partner-gateway.ts';
import type { AskFirstCall } from '../../contract/call.ts';
import { askUsageOutcome } from '../../domain/metering/usage-record-report/actions/ask-usage-outcome.ts';
import { settleUsageReport } from '../../domain/metering/usage-record-report/actions/settle-usage-report.ts';
import { isRefusal, type Refusal } from '../../kit/errors.ts';
import type { Connected } from '../deal/connected.test-support.ts';

type Aim = { outcome: 'COUNTED' | 'NOT_COUNTED'; dimensions?: string[] };

/** As the endpoint does it: queries the marketplace, then settles the report. */
export const settleUsage = async (deal: Connected, marketplace: Marketplace, reportId: string, aim: Aim) => {
  const input = { params: { usageRecordReportId: reportId }, body: { ...aim, note: 'seen on the invoice' } };
  const question = {
    db: deal.database.read(deal.orgId),
    orgId: deal.orgId,
    now: deal.environment.clock.now(),
    gateway: createPartnerGateway({}, { marketplaces: { [marketplace.code]: marketplace } }),
    secretKeys: deal.secretKeys,
    signal: AbortSignal.timeout(10_000),
    noteCalls: async () => {},
    actFirst: (work: Parameters<AskFirstCall['actFirst']>[0]) => deal.act('settleUsageRecordReport', work),
  };
  const answer = await askUsageOutcome(question as unknown as AskFirstCall, input);
  return deal.act('settleUsageRecordReport', (call) => settleUsageReport(call, { ...input, answer }));
};

/** The refusal that a settlement ends with; fails if there is none. */
export const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (isRefusal(error)) return error;
  throw error;
};
