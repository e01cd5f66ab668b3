import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** Where the reference's schemas and the partners' published contracts lie, beside the repository. */
const shared = resolve(import.meta.dirname, '../../../shared');
const schemasFile = resolve(shared, 'contract/schemas.json');

export const partnerData = resolve(shared, 'partners/data');

/** Why tests against them are skipped; false where they are there. */
export const referenceIsMissing = existsSync(schemasFile) ? false : `there is no ${schemasFile}`;
export const partnerDataIsMissing = existsSync(partnerData) ? false : `there is no ${partnerData}`;

type Schema = { readonly [keyword: string]: unknown };

/** An enum behind `allOf` is said to be an object there; what is meant is what it refers to. */
const meant = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(meant);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, allOf } = schema as { type?: unknown; allOf?: unknown };
  if (type === 'object' && Array.isArray(allOf) && allOf.length === 1) return meant(allOf[0]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, meant(value)]));
};

/** The schemas of the reference by name. */
export const readReferenceSchemas = (): Readonly<Record<string, Schema>> =>
  meant(JSON.parse(readFileSync(schemasFile, 'utf8'))) as Record<string, Schema>;

/** Validates against a schema of the reference, formats and enums included. */
export const createReferenceCheck = (): ((name: string) => ValidateFunction) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'reference', ...readReferenceSchemas() });
  return (name) => {
    const validate = ajv.getSchema(`reference#/${name}`);
    if (!validate) throw new Error(`the reference has no schema ${name}`);
    return validate;
  };
};
