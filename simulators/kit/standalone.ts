import { parseArgs } from 'node:util';
import { createSimulatedClock, type SimulatedClock } from './clock.ts';
import { type Listener, startListener } from './listener.ts';
import type { Tables } from './simulation.ts';
import type { Simulator, SimulatorOptions } from './simulator.ts';

/**
 * Where a standalone simulator listens. Without `clock` it opens the clock in `dataDir`; `port` 0 chooses a free port.
 */
export type StandaloneOptions = Omit<SimulatorOptions, 'clock'> & {
  host: string;
  port: number;
  clock?: SimulatedClock | undefined;
};

export type Standalone = Listener & { clock: SimulatedClock; snapshot(): Record<string, unknown[]> };

/** Starts a simulator on its own listener, with its control API below `<url>/control` and its page at `<url>/`. */
export const startStandalone = async <T extends Tables>(
  create: (options: SimulatorOptions) => Simulator<T>,
  options: StandaloneOptions,
): Promise<Standalone> => {
  const clock = options.clock ?? createSimulatedClock({ dataDir: options.dataDir });
  const simulator = create({ ...options, clock });
  const { host, port, log } = options;
  const listener = await startListener({ host, port, clock, mounts: [simulator], log }).catch(async (error: Error) => {
    await simulator.close();
    throw error;
  });
  return { ...listener, clock, snapshot: simulator.snapshot };
};

/** Runs a simulator as a program: `--host`, `--port`, `--data-dir`. */
export const runStandalone = async (program: {
  title: string;
  port: number;
  /** The path of its endpoint. */
  path?: string;
  start(options: StandaloneOptions): Promise<Standalone>;
}): Promise<void> => {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: String(program.port) },
      'data-dir': { type: 'string', default: './data' },
    },
  });
  const simulator = await program.start({
    host: values.host,
    port: Number(values.port),
    dataDir: values['data-dir'],
    log: (message, fields) => process.stderr.write(`${JSON.stringify({ message, ...fields })}\n`),
  });
  process.stdout.write(
    `${program.title} is simulated at ${simulator.url}${program.path ?? ''}, its page at ${simulator.url}/?token=${simulator.token}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => simulator.close().then(() => process.exit(0)));
  }
};
