import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { WrittenDocument } from './written.ts';

// Laying out and drawing a long document takes longer than other requests should wait.
parentPort?.postMessage(await drawPdf(workerData as WrittenDocument));
