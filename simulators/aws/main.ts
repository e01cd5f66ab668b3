import { runStandalone } from '../kit/standalone.ts';
import { startAwsSimulator } from './server.ts';

/** Runs the AWS Marketplace simulator alone: `node simulators/aws/main.ts --port 4010 --data-dir ./data`. */
await runStandalone({ title: 'AWS Marketplace', port: 4010, start: startAwsSimulator });
