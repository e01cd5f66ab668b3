import { runStandalone } from '../kit/standalone.ts';
import { startHubspotSimulator } from './server.ts';

/** Runs the HubSpot simulator alone: `node simulators/hubspot/main.ts --port 4062 --data-dir ./data`. */
await runStandalone({ title: 'HubSpot', port: 4062, path: '/hubspot', start: startHubspotSimulator });
