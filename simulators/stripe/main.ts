import { runStandalone } from '../kit/standalone.ts';
import { startStripeSimulator } from './server.ts';

/** Runs the Stripe simulator alone: `node simulators/stripe/main.ts --port 4050 --data-dir ./data`. */
await runStandalone({ title: 'Stripe', port: 4050, start: startStripeSimulator });
