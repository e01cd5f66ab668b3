import { parentPort, workerData } from 'node:worker_threads';
import { mergePdfs } from './merge-pdfs.ts';

// A file of somebody else's is taken apart in a thread of its own: one that never ends, or needs more memory than there is,
// ends this thread only.
parentPort?.postMessage(await mergePdfs(workerData as Uint8Array[]));
