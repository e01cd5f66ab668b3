import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import { createSimulator, type Operation, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { findMarketplaceOperation } from './api/marketplace.ts';
import { controlRoutes } from './control/routes.ts';
import { findEntraOperation } from './entra/routes.ts';
import { endOperation } from './fulfilment/operation-life.ts';
import { reachGraceEnd, reachTermEnd } from './fulfilment/subscription-life.ts';
import { findIngestionOperation, unknownGraphPath } from './ingestion/find-operation.ts';
import { publishJob, startJob, workOnJob } from './ingestion/run-job.ts';
import { renderPage } from './page.ts';
import type { AzureSimulation, AzureTables } from './state.ts';
import { webhookRules } from './webhook.ts';

const marketplace = '/api';
const ingestion = '/graph/rp/product-ingestion';

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
      },
      control: controlRoutes,
      messages: webhookRules,
      operation: findOperation,
      throttled: () => ({
        ...jsonAnswer(429, { error: { code: 'TooManyRequests', message: 'Too many requests.' } }),
        headers: { 'content-type': 'application/json', 'retry-after': '1' },
      }),
      failed: () => jsonAnswer(500, { error: { code: 'InternalServerError', message: 'An error has occurred.' } }),
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
  const unknown = (): HttpAnswer => unknownGraphPath;
  return findEntraOperation(simulation, request, path) ?? { name: 'Unknown', run: unknown };
};

/**
 * Starts the simulator on its own listener: APIs below `<url>/azure`, control API below `<url>/control/azure`, page at
 * `<url>/`. `port` 0 chooses a free port. Without `clock` it opens the clock in `dataDir`.
 */
export const startAzureSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createAzureSimulator, options);
