import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Read } from '../../tools/demo/strict-reader.ts';
import { createReferenceCheck, readReferenceSchemas, referenceIsMissing } from './reference-schemas.ts';

/** An operation of the reference API. `shape` is `decided` if the reference does not say what is sent and answered. */
export type Operation = {
  operationId: string;
  method: string;
  path: string;
  query: { name: string; type: string; required?: boolean }[];
  request: string | null;
  response: string;
  shape: 'reference' | 'decided';
};

const operationsFile = resolve(import.meta.dirname, '../../../shared/contract/operations.json');

export const readOperations = (): Operation[] =>
  existsSync(operationsFile) ? JSON.parse(readFileSync(operationsFile, 'utf8')) : [];

/** A type as the operations write it: `array<WorkloadOffer>`, `Paged<IdentityBuyer>`, `string`. */
export const readType = (type: string): { kind: 'array' | 'Paged' | null; name: string } => {
  const [, kind, inner = type] = /^(array|Paged)<(.+)>$/.exec(type) ?? [];
  return {
    kind: (kind as 'array' | 'Paged' | undefined) ?? null,
    name: inner === 'Product' ? 'WorkloadProduct' : inner,
  };
};

/**
 * Returns what a strict client of the reference could not read in a response: types, words, formats, nulls. `ACTIVITY` is
 * our own word, for our own actions, and three further ones are for partners that the reference does not audit.
 */
export const createReferenceJudge = (): ((type: string, body: unknown) => string[]) => {
  const schemas = readReferenceSchemas();
  const check = createReferenceCheck();
  const faultsIn = (type: string, body: unknown): string[] => {
    const { kind, name } = readType(type);
    if (kind) {
      const items = kind === 'array' ? body : (body as { data: unknown }).data;
      return Array.isArray(items) ? items.flatMap((item) => faultsIn(name, item)) : ['no list'];
    }
    if (name === 'string') return typeof body === 'string' ? [] : ['no text'];
    if (!(name in schemas)) return [];
    const validate = check(name);
    if (validate(body)) return [];
    return (validate.errors ?? [])
      .filter(({ instancePath }) => instancePath !== '/eventType')
      .map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return faultsIn;
};

export type ReferenceReading = { read: Read; faults: string[]; operations: Set<string> };

/** Reads through `read`, and judges each response to an operation of the reference; without the reference, none. */
export const readAsReference = (read: Read): ReferenceReading => {
  const faults: string[] = [];
  const read200 = new Set<string>();
  if (referenceIsMissing) return { read, faults, operations: read200 };
  const judge = createReferenceJudge();
  const known = readOperations()
    .map((operation) => ({
      operation,
      // A path without parameters is found before one with: /offer/query before /offer/{offerId}.
      parameters: operation.path.split('{').length,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .sort((left, right) => left.parameters - right.parameters);
  return {
    faults,
    operations: read200,
    read: async (method, address) => {
      const answered = await read(method, address);
      const path = address.replace(/\?.*/, '');
      const found = known.find(
        ({ operation, pattern }) => operation.method.toLowerCase() === method && pattern.test(path),
      );
      if (!found || answered.status !== 200) return answered;
      const { operationId, response } = found.operation;
      read200.add(operationId);
      faults.push(...judge(response, answered.body).map((fault) => `${operationId} (${address}): ${fault}`));
      return answered;
    },
  };
};
