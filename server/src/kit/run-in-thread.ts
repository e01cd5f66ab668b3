import { Worker } from 'node:worker_threads';

const memoryMb = 512;
/** Memory of unpacked bytes is outside the limit of a thread's own memory. */
const growthBytes = 1024 * 1024 * 1024;
const lookEveryMs = 100;

/**
 * Runs a module in a separate thread with limits on time and memory, and returns what it posts. For foreign content: reading it must not
 * delay other requests.
 */
export const runInThread = <T>(module: URL, data: unknown, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stderr: true,
    });
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > growthBytes) give(new Error('the work needs too much memory'));
    }, lookEveryMs);
    const end = (): void => {
      clearInterval(watch);
      void worker.terminate();
    };
    const give = (error: Error): void => {
      end();
      reject(error);
    };
    signal.addEventListener('abort', () => give(new Error('the work took too long')), { once: true });
    worker.once('message', (result: T) => {
      end();
      resolve(result);
    });
    worker.once('error', (error) => give(error as Error));
  });
