import { sendsNothing } from '../kit/deliveries.ts';
import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { controlRoutes } from './control.ts';
import { findWorkflow, invoke, refusal } from './invoke.ts';
import { renderPage } from './page.ts';
import type { TeamsTables } from './state.ts';

const partner: Partner<TeamsTables> = {
  name: 'teams',
  title: 'Microsoft Teams',
  due: {},
  control: controlRoutes,
  // Workflows send nothing back.
  messages: sendsNothing,
  operation(simulation, request, path) {
    if (request.method !== 'POST') return null;
    const workflow = findWorkflow(simulation, path, request.query);
    if (workflow === null || 'body' in workflow) return workflow;
    return { name: 'Invoke', accountId: workflow.id, run: () => invoke(simulation, workflow, request) };
  },
  throttled: () =>
    refusal(429, 'WorkflowTriggerRateLimitExceeded', 'The rate limit of the trigger is exceeded.', {
      'retry-after': '20',
    }),
  failed: () => refusal(500, 'InternalServerError', 'Encountered internal server error.'),
  page: renderPage,
};

/** Creates the simulator of Teams workflows as part of a listener. */
export const createTeamsSimulator = (options: SimulatorOptions): Simulator<TeamsTables> =>
  createSimulator(partner, options);

/** Starts the simulator on its own listener; its endpoint is `<url>/teams`. Port 0 chooses a free port. */
export const startTeamsSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createTeamsSimulator, options);
