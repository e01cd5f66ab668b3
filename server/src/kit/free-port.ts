import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range of ports that the system uses for outgoing connections (32768 and up on Linux, 49152 and up
 * elsewhere): one of those may be taken between the choice and its use.
 */
const [lowest, highest] = [15_000, 32_000];
const attempts = 100;

/** Errors that mean that the port is taken; any other error is a problem with the host. */
const takenCodes: ReadonlySet<string> = new Set(['EADDRINUSE', 'EACCES']);

const isFree = async (port: number, host: string): Promise<boolean> => {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (takenCodes.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

/** Finds a free port, for addresses that must be known before anything listens. */
export const chooseFreePort = async (host = '127.0.0.1'): Promise<number> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(lowest, highest);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port was found on ${host} between ${lowest} and ${highest}.`);
};
