import { parseArgs } from 'node:util';
import { startGcpSimulator } from './server.ts';

/** Runs the Google Cloud Marketplace simulator by itself: `node simulators/gcp/main.ts --port 4012 --data-dir ./data`. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '4012' },
    'data-dir': { type: 'string', default: './data' },
  },
});

const simulator = await startGcpSimulator({
  host: values.host,
  port: Number(values.port),
  dataDir: values['data-dir'],
  log: (message, fields) => process.stderr.write(`${JSON.stringify({ message, ...fields })}\n`),
});
process.stdout.write(
  `Google Cloud Marketplace is simulated at ${simulator.url}/gcp, its page at ${simulator.url}/?token=${simulator.token}\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => simulator.close().then(() => process.exit(0)));
}
