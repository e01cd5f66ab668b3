import { parentPort, workerData } from 'node:worker_threads';
import { mergePdfs } from './merge-pdfs.ts';

// Foreign files are parsed in a separate thread: a file that never ends or needs too much memory ends only this
// thread.
parentPort?.postMessage(await mergePdfs(workerData as Uint8Array[]));
