import { parseArgs } from 'node:util';
import { startAdyenSimulator } from './server.ts';

/** Runs the Adyen simulator by itself: `node simulators/adyen/main.ts --port 4051 --data-dir ./data`. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '4051' },
    'data-dir': { type: 'string', default: './data' },
  },
});

const simulator = await startAdyenSimulator({
  host: values.host,
  port: Number(values.port),
  dataDir: values['data-dir'],
  log: (message, fields) => process.stderr.write(`${JSON.stringify({ message, ...fields })}\n`),
});
process.stdout.write(
  `Adyen is simulated at ${simulator.url}, its page at ${simulator.url}/?token=${simulator.token}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => simulator.close().then(() => process.exit(0)));
}
