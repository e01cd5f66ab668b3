import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request and its response, as recorded by the test over all examples. */
export type ExampleExchange = {
  /** Path and query parameters by name, as in a URL but not encoded. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly reply: unknown;
};

const file = join(import.meta.dirname, 'examples.json');

let read: Readonly<Record<string, ExampleExchange>> | undefined;

/** The examples by endpoint id. `tools/examples.ts` writes them; a test sends every one and compares. */
const all = (): Readonly<Record<string, ExampleExchange>> => {
  read ??= existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return read as Readonly<Record<string, ExampleExchange>>;
};

export const exampleOf = (endpointId: string): ExampleExchange | undefined => all()[endpointId];
