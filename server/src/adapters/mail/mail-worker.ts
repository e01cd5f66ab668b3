import { parentPort, workerData } from 'node:worker_threads';
import { parseMail } from './received.ts';

// Reading a large mail takes longer than other requests should wait.
parentPort?.postMessage(await parseMail(workerData as Uint8Array));
