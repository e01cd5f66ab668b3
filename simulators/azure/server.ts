import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import { createSimulator, type Operation, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { findMarketplaceOperation } from './api/marketplace.ts';
import { reachTermPayment } from './billing/bill-term.ts';
import { billUsage } from './billing/bill-usage.ts';
import { reachPayment } from './billing/charge.ts';
import { preparePayout, sendPayout } from './billing/pay-out.ts';
import { controlRoutes } from './control/routes.ts';
import { findEntraOperation } from './entra/routes.ts';
import { endOperation } from './fulfilment/operation-life.ts';
import { reachGraceEnd, reachTermEnd } from './fulfilment/subscription-life.ts';
import { findIngestionOperation, unknownGraphPath } from './ingestion/find-operation.ts';
import { publishJob, startJob, workOnJob } from './ingestion/run-job.ts';
import { busyBlob, failedBlob, findBlobOperation, removeBlob } from './insights/blob.ts';
import { findInsightsOperation } from './insights/find-operation.ts';
import { completeReport, runReport } from './insights/report-life.ts';
import { findNotificationOperation } from './notifications/routes.ts';
import { renderPage } from './page.ts';
import { completeExport, findPayoutOperation, runExport } from './payouts/export.ts';
import { expireReferral } from './referrals/engagement.ts';
import { referralsFailed, referralsThrottled } from './referrals/refusal.ts';
import { findReferralOperation } from './referrals/routes.ts';
import { findSolutionOperation } from './referrals/solutions.ts';
import { referralsPath } from './referrals/view.ts';
import type { AzureSimulation, AzureTables } from './state.ts';
import { webhookRules } from './webhook.ts';

const marketplace = '/api';
const ingestion = '/graph/rp/product-ingestion';
const insights = /^\/insights\/v1(\.1)?\/cmp(?=\/)/;
const payouts = '/v1.0/payouts';
const blobs = '/blob';

const tooMany = (): HttpAnswer => ({
  ...jsonAnswer(429, { error: { code: 'TooManyRequests', message: 'Too many requests.' } }),
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
});
const failed = (): HttpAnswer =>
  jsonAnswer(500, { error: { code: 'InternalServerError', message: 'An error has occurred.' } });

/** An API's responses to too many requests and to internal failures. */
const answersOf = (path: string): { throttled(): HttpAnswer; failed(): HttpAnswer } => {
  if (path.startsWith(`${blobs}/`)) return { throttled: busyBlob, failed: failedBlob };
  if (path.startsWith(referralsPath)) return { throttled: referralsThrottled, failed: referralsFailed };
  return { throttled: tooMany, failed };
};

/** Creates the simulator of Microsoft's marketplace as part of a listener. */
export const createAzureSimulator = (options: SimulatorOptions): Simulator<AzureTables> =>
  createSimulator<AzureTables>(
    {
      name: 'azure',
      title: 'Microsoft Marketplace',
      due: {
        'job-start': startJob,
        'job-work': workOnJob,
        'job-publish': publishJob,
        'operation-end': endOperation,
        'activation-end': reachGraceEnd,
        'suspension-end': reachGraceEnd,
        'term-end': reachTermEnd,
        'term-payment': reachTermPayment,
        'usage-bill': billUsage,
        'charge-payment': reachPayment,
        'payout-prepare': preparePayout,
        'payout-send': sendPayout,
        'report-run': runReport,
        'report-done': completeReport,
        'export-run': runExport,
        'export-done': completeExport,
        'blob-expiry': removeBlob,
        'referral-expiry': expireReferral,
      },
      control: controlRoutes,
      messages: webhookRules,
      operation: findOperation,
      throttled: (_, path) => answersOf(path).throttled(),
      failed: (_, path) => answersOf(path).failed(),
      page: renderPage,
    },
    options,
  );

/** The first path segment distinguishes Microsoft's hosts; Entra also works without it. */
const findOperation = (simulation: AzureSimulation, request: HttpRequest, path: string): Operation => {
  if (path.startsWith(`${marketplace}/`))
    return findMarketplaceOperation(simulation, request, path.slice(marketplace.length));
  if (path.startsWith(`${ingestion}/`))
    return findIngestionOperation(simulation, request, path.slice(ingestion.length));
  if (insights.test(path)) return findInsightsOperation(simulation, request, path.replace(insights, ''));
  if (path.startsWith(`${payouts}/`)) return findPayoutOperation(simulation, request, path.slice(payouts.length));
  if (path.startsWith(`${blobs}/`)) return findBlobOperation(simulation, request, path.slice(blobs.length + 1));
  const unknown = (): HttpAnswer => unknownGraphPath;
  for (const find of [findReferralOperation, findNotificationOperation, findSolutionOperation, findEntraOperation]) {
    const found = find(simulation, request, path);
    if (found) return found;
  }
  return { name: 'Unknown', run: unknown };
};

/**
 * Starts the simulator on its own listener: APIs below `<url>/azure`, control API below `<url>/control/azure`, page at
 * `<url>/`. `port` 0 chooses a free port. Without `clock` it opens the clock in `dataDir`.
 */
export const startAzureSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createAzureSimulator, options);
