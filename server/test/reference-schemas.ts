import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** The reference's schemas and the partners' published contracts, beside the repository. */
const shared = resolve(import.meta.dirname, '../../../shared');
const schemasFile = resolve(shared, 'contract/schemas.json');

export const partnerData = resolve(shared, 'partners/data');

/** Why tests against them are skipped; false if they exist. */
export const referenceIsMissing = existsSync(schemasFile) ? false : `there is no ${schemasFile}`;
export const partnerDataIsMissing = existsSync(partnerData) ? false : `there is no ${partnerData}`;

type Schema = { readonly [keyword: string]: unknown };

/** The reference declares enums behind `allOf` as objects; the referenced schema is meant. */
const meant = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(meant);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, allOf } = schema as { type?: unknown; allOf?: unknown };
  if (type === 'object' && Array.isArray(allOf) && allOf.length === 1) return meant(allOf[0]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, meant(value)]));
};

/**
 * The schemas of the reference by name. It calls the value of a filter an object, although its own description says that
 * the type depends on `valueType`: text or a number.
 */
export const readReferenceSchemas = (): Readonly<Record<string, Schema>> => {
  const schemas = meant(JSON.parse(readFileSync(schemasFile, 'utf8'))) as Record<string, Schema>;
  const filter = schemas.BillableMetricFilter as { properties: Schema };
  return { ...schemas, BillableMetricFilter: { ...filter, properties: { ...filter.properties, value: {} } } };
};

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
