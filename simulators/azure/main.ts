import { runStandalone } from '../kit/standalone.ts';
import { startAzureSimulator } from './server.ts';

/** Runs the Microsoft Marketplace simulator alone: `node simulators/azure/main.ts --port 4011 --data-dir ./data`. */
await runStandalone({ title: 'Microsoft Marketplace', port: 4011, start: startAzureSimulator });
