import { parentPort } from 'node:worker_threads';
import type { Asked } from './json-thread.ts';
import { packNumbers } from './json-transfer.ts';
import { readJson } from './read-json.ts';

// The thread started by `json-thread.ts`.

parentPort?.on('message', ({ bytes, longNumbers }: Asked) => {
  const read = readJson(Buffer.from(bytes.buffer), longNumbers);
  parentPort?.postMessage(longNumbers.length > 0 && 'value' in read ? { value: packNumbers(read.value) } : read);
});
