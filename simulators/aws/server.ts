import type { HttpAnswer, HttpRequest } from '../kit/http.ts';
import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { autoApproveRequest, failRequest } from './agreement/cancellation.ts';
import { reachAgreementEnd } from './agreement/end-agreement.ts';
import { deprovisionLicense, provisionLicense } from './agreement/licenses.ts';
import { announceNotice } from './agreement/renew-agreement.ts';
import { chargeAgreement, chargeRecurring } from './billing/charge-agreement.ts';
import { reachPayout, reachPayoutFailure } from './billing/disburse.ts';
import { invoiceUsage } from './billing/invoice-usage.ts';
import { reachPayment } from './billing/pay-bill.ts';
import { beginApplying, endChangeSet } from './catalog/settle-change-set.ts';
import { renderPage } from './control/page.ts';
import { controlRoutes } from './control/routes.ts';
import { eventDelivery, readRow } from './event-delivery.ts';
import { reachDelivery } from './feeds/deliver-feeds.ts';
import { failedAnswer, findOperation, routeOf, throttledAnswer } from './find-operation.ts';
import { expireInvitation } from './partner-central/invitations.ts';
import { addContacts, endTask } from './partner-central/tasks.ts';
import { createQuotas } from './quotas.ts';
import { s3Failed, s3Throttled } from './s3/errors.ts';
import { findS3Operation, isForS3 } from './s3/find-operation.ts';
import type { Service } from './services.ts';
import type { AwsTables } from './state.ts';

const byService =
  (answer: (service: Service) => HttpAnswer, ofS3: (method: string) => HttpAnswer) =>
  (request: HttpRequest, path: string): HttpAnswer => {
    if (isForS3(request, path)) return ofS3(request.method);
    const route = routeOf(request, path);
    if (!route) throw new Error('only a call of a service is refused by one');
    return answer(route.service);
  };

const openPartner = (): Partner<AwsTables> => {
  const quotas = createQuotas();
  return {
    name: 'aws',
    title: 'AWS Marketplace',
    due: {
      'change-set-apply': beginApplying,
      'change-set-end': endChangeSet,
      'license-provision': provisionLicense,
      'license-deprovision': deprovisionLicense,
      'agreement-notice': announceNotice,
      'agreement-end': reachAgreementEnd,
      'cancellation-validate': failRequest,
      'cancellation-approve': autoApproveRequest,
      'agreement-charge': chargeAgreement,
      'agreement-recurring': chargeRecurring,
      'usage-invoices': invoiceUsage,
      'bill-payment': reachPayment,
      payout: reachPayout,
      'payout-failure': reachPayoutFailure,
      'feed-delivery': reachDelivery,
      'partner-task-end': endTask,
      'partner-contacts': addContacts,
      'partner-invitation-expiry': expireInvitation,
    },
    control: controlRoutes,
    messages: eventDelivery,
    // Clients use `<url>/aws` or the bare URL as endpoint; the signature covers the path on the wire.
    isBare: (request) => isForS3(request, request.path) || routeOf(request, request.path) !== null,
    operation: (simulation, request, path) =>
      isForS3(request, path)
        ? findS3Operation(simulation, request, path)
        : findOperation(simulation, quotas, request, path),
    throttled: byService(throttledAnswer, s3Throttled),
    failed: byService(failedAnswer, s3Failed),
    page: renderPage,
    readRow,
  };
};

/** Creates the simulator of AWS Marketplace as part of a listener. */
export const createAwsSimulator = (options: SimulatorOptions): Simulator<AwsTables> =>
  createSimulator(openPartner(), options);

/**
 * Starts the AWS Marketplace simulator on its own listener: SDK endpoint `<url>/aws` (or `<url>`), control API under
 * `<url>/control`, page at `<url>/`. `port` 0 chooses a free port. Without `clock` it opens the clock in `dataDir`.
 */
export const startAwsSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createAwsSimulator, options);
