import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The data folder of a service that has laid out its demo, imported its products and stopped, made by a run of many tests
 * (`tools/prepared-demo.ts`). Absent if a test file is run by hand: its services then lay out their own, which takes twice as long.
 */
const prepared = process.env.TEST_DEMO;

/**
 * Lays the prepared demo into the data folder of a service that is about to start: for tests which want a demo and not the making
 * of one. The start is one at other addresses, as of any demo that was moved.
 */
export const layDemo = (dataDir: string): void => {
  if (prepared === undefined) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(prepared, dataDir, { recursive: true });
  // The copied folders are as open as the process makes any.
  chmodSync(join(dataDir, 'database'), 0o700);
};
