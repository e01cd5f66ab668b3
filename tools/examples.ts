/**
 * Writes the examples of the API document: sends every endpoint's example to a fresh service and stores the responses.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../server/src/domain/endpoints.ts';
import { startApp } from '../server/test/app.ts';
import { recordExample } from '../server/test/examples/record.ts';

const file = join(import.meta.dirname, '../server/src/contract/openapi/examples.json');
const app = await startApp({}, { idle: true });
try {
  const recorded: Record<string, unknown> = {};
  for (const endpoint of endpoints) recorded[endpoint.id] = await recordExample(app, endpoint);
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  console.log(`${Object.keys(recorded).length} examples`);
} finally {
  await app.close();
}
