import { parseArgs } from 'node:util';
import { startStripeSimulator } from './server.ts';

/** Runs the Stripe simulator by itself: `node simulators/stripe/main.ts --port 4050 --data-dir ./data`. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '4050' },
    'data-dir': { type: 'string', default: './data' },
  },
});

const simulator = await startStripeSimulator({
  host: values.host,
  port: Number(values.port),
  dataDir: values['data-dir'],
  log: (message, fields) => process.stderr.write(`${JSON.stringify({ message, ...fields })}\n`),
});
process.stdout.write(
  `Stripe is simulated at ${simulator.url}, its page at ${simulator.url}/?token=${simulator.token}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => simulator.close().then(() => process.exit(0)));
}
