import { runStandalone } from '../kit/standalone.ts';
import { startAdyenSimulator } from './server.ts';

/** Runs the Adyen simulator alone: `node simulators/adyen/main.ts --port 4051 --data-dir ./data`. */
await runStandalone({ title: 'Adyen', port: 4051, start: startAdyenSimulator });
