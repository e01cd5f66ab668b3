import { faultRoutes, messageRoutes } from '../kit/control.ts';
import { jsonAnswer } from '../kit/http.ts';
import { keyFaults } from '../kit/key-in-use.ts';
import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { answerCall, findRoute } from './answer-call.ts';
import { settleDebit } from './checkout/make-payment.ts';
import { settleModification } from './checkout/modifications.ts';
import { refusals } from './checkout/refusals.ts';
import { accountRoutes } from './control/account-routes.ts';
import { settlementRoutes } from './control/settlement-routes.ts';
import { shopperRoutes } from './control/shopper-routes.ts';
import { renderPage } from './page.ts';
import { closeBatch } from './settlement/close-batch.ts';
import { downloadReport, reportIn } from './settlement/download.ts';
import { publishReport } from './settlement/report.ts';
import { reportFaults } from './settlement/report-faults.ts';
import type { AdyenTables } from './state.ts';
import { messages } from './webhooks/deliver.ts';

const partner: Partner<AdyenTables> = {
  name: 'adyen',
  title: 'Adyen',
  due: {
    'debit-settle': (tx, { refId }) => {
      const token = tx.get('tokens', tx.get('payments', refId)?.tokenId ?? '');
      const refusal = token?.refusal ? refusals[token.refusal] : undefined;
      settleDebit(tx, refId, refusal?.reason ?? null);
    },
    modification: settleModification,
    'batch-close': (tx, { refId }) => {
      const merchant = tx.get('merchants', refId);
      if (merchant) closeBatch(tx, merchant);
    },
    'report-ready': (tx, { refId }) => {
      const batch = tx.get('batches', refId);
      if (batch?.report === null) publishReport(tx, batch);
    },
  },
  control: {
    ...accountRoutes,
    ...settlementRoutes,
    ...shopperRoutes,
    ...messageRoutes<AdyenTables>(),
    ...faultRoutes<AdyenTables>({ ...keyFaults, ...reportFaults }),
  },
  messages,
  operation(simulation, request, path) {
    const report = reportIn(path);
    if (report) {
      const run = () => downloadReport(simulation, request, report);
      return { name: 'downloadReport', accountId: report.merchantId, run };
    }
    const route = findRoute(request.method, path);
    return { name: route.name, run: () => answerCall(simulation, request, route) };
  },
  throttled: () =>
    jsonAnswer(429, {
      status: 429,
      errorCode: '000',
      message: 'HTTP Status Response - Too Many Requests',
      errorType: 'security',
    }),
  failed: () => jsonAnswer(500, { status: 500, errorCode: '000', message: 'Internal error', errorType: 'internal' }),
  page: renderPage,
};

/** Creates the simulator of Adyen as part of a listener. */
export const createAdyenSimulator = (options: SimulatorOptions): Simulator<AdyenTables> =>
  createSimulator(partner, options);

/**
 * Starts the Adyen simulator on its own listener: Checkout at `<url>/adyen/checkout/v72`, Management at
 * `<url>/adyen/management/v3`, control API under `<url>/control/adyen`. `port` 0 chooses a free port.
 */
export const startAdyenSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createAdyenSimulator, options);
