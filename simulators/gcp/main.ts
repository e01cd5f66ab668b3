import { runStandalone } from '../kit/standalone.ts';
import { startGcpSimulator } from './server.ts';

/** Runs the Google Cloud Marketplace simulator alone: `node simulators/gcp/main.ts --port 4012 --data-dir ./data`. */
await runStandalone({ title: 'Google Cloud Marketplace', port: 4012, path: '/gcp', start: startGcpSimulator });
