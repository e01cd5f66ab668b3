import { sendsNothing } from '../kit/deliveries.ts';
import { createSimulator, type Partner, type Simulator, type SimulatorOptions } from '../kit/simulator.ts';
import { type Standalone, type StandaloneOptions, startStandalone } from '../kit/standalone.ts';
import { controlRoutes } from './control.ts';
import { renderPage } from './page.ts';
import { findHook, postMessage, wordAnswer } from './post.ts';
import type { SlackTables } from './state.ts';

const partner: Partner<SlackTables> = {
  name: 'slack',
  title: 'Slack',
  due: {},
  control: controlRoutes,
  // Incoming webhooks send nothing back.
  messages: sendsNothing,
  operation(simulation, request, path) {
    const [, team = '', id = '', secret = ''] = /^\/services\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (team === '' || request.method !== 'POST') return null;
    const hook = findHook(simulation, { team, id, secret });
    if ('body' in hook) return hook;
    return { name: 'Post', accountId: hook.id, run: () => postMessage(simulation, hook, request) };
  },
  throttled: () => wordAnswer(429, 'rate_limited', { 'retry-after': '30' }),
  failed: () => wordAnswer(500, 'rollup_error'),
  page: renderPage,
};

/** Creates the simulator of Slack as part of a listener. */
export const createSlackSimulator = (options: SimulatorOptions): Simulator<SlackTables> =>
  createSimulator(partner, options);

/** Starts the simulator on its own listener; its endpoint is `<url>/slack`. Port 0 chooses a free port. */
export const startSlackSimulator = (options: StandaloneOptions): Promise<Standalone> =>
  startStandalone(createSlackSimulator, options);
