import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../cover.ts';
import { createOpenApiCheck, type OpenApi } from './check-openapi.ts';

/** The part of a partner below `base`, by a document that it publishes. */
export const publishedPart = (
  dataFolder: string,
  base: RegExp,
  { name, file }: { name: string; file: string },
): Part => ({
  base,
  check: createOpenApiCheck(name, JSON.parse(readFileSync(join(dataFolder, file), 'utf8')) as OpenApi),
});

/** The part of a partner below `base`, by a table written from its published pages. */
export const writtenPart = (base: RegExp, name: string, document: OpenApi): Part => ({
  base,
  check: createOpenApiCheck(name, document),
});
