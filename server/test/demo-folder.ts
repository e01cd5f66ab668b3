import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The data folder of a service that has created its demo, imported its products and stopped, prepared by a run of many tests
 * (`tools/prepared-demo.ts`). Absent if a test file is run by hand: its services then create their own demo, which takes twice as long.
 */
const prepared = process.env.TEST_DEMO;

/**
 * Copies the prepared demo into the data folder of a service that is about to start, for tests that need a demo but do not test its
 * creation. The service starts at other addresses, like any demo that was moved.
 */
export const copyDemo = (dataDir: string): void => {
  if (prepared === undefined) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(prepared, dataDir, { recursive: true });
  // The copied folders have the process's default permissions.
  chmodSync(join(dataDir, 'database'), 0o700);
};
