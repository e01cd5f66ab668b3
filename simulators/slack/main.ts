import { runStandalone } from '../kit/standalone.ts';
import { startSlackSimulator } from './server.ts';

/** Runs the Slack simulator alone: `node simulators/slack/main.ts --port 4063 --data-dir ./data`. */
await runStandalone({ title: 'Slack', port: 4063, path: '/slack', start: startSlackSimulator });
