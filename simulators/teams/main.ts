import { runStandalone } from '../kit/standalone.ts';
import { startTeamsSimulator } from './server.ts';

/** Runs the Teams simulator alone: `node simulators/teams/main.ts --port 4064 --data-dir ./data`. */
await runStandalone({ title: 'Microsoft Teams', port: 4064, path: '/teams', start: startTeamsSimulator });
