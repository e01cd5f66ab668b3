import { runStandalone } from '../kit/standalone.ts';
import { startSalesforceSimulator } from './server.ts';

/** Runs the Salesforce simulator alone: `node simulators/salesforce/main.ts --port 4061 --data-dir ./data`. */
await runStandalone({ title: 'Salesforce', port: 4061, path: '/salesforce', start: startSalesforceSimulator });
