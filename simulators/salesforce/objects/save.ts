import type { ApiError } from '../errors.ts';
import type { Obstacle } from '../faults.ts';
import { type Json, type Org, recordsOf, type SalesforceChange, type SfRecord, sfTime } from '../state.ts';
import { deriveFields } from './derive.ts';
import type { Field } from './fields.ts';
import { newId } from './ids.ts';
import { fieldOf, findObject, type ObjectType, objectOfId } from './schema.ts';
import { readValue } from './values.ts';

/** The author of a write, and its change. */
export type Editor = {
  tx: SalesforceChange;
  org: Org;
  userId: string;
  obstacle: Obstacle;
};

export type Saved = { record: SfRecord; created: boolean } | { errors: ApiError[] };

const noSuchColumn = (name: string, object: ObjectType): ApiError => ({
  errorCode: 'INVALID_FIELD',
  message: `No such column '${name}' on sobject of type ${object.name}`,
});

const notWritable = (fields: Field[], object: ObjectType): ApiError => {
  const names = fields.map(({ name }) => name);
  return {
    errorCode: 'INVALID_FIELD_FOR_INSERT_UPDATE',
    message: `Unable to create/update fields: ${names.join(', ')}. Please check the security settings of this field and verify that it is read/write for your profile or permission set.`,
    fields: names.filter((name) => object.fields.has(name.toLowerCase())),
  };
};

/**
 * Creates a record, or updates `record`. Nothing is written if there is any error, so that one record of many can fail
 * alone. Order of the checks: columns, whether they can be written, values, references, required fields, unique ones,
 * then rules of the organization.
 */
export const saveRecord = (editor: Editor, object: ObjectType, given: Json, record: SfRecord | null = null): Saved => {
  const { attributes: _, ...columns } = given;
  const entries: { field: Field; raw: unknown }[] = [];
  for (const [name, raw] of Object.entries(columns)) {
    const field = fieldOf(object, name);
    if (!field) return { errors: [noSuchColumn(name, object)] };
    entries.push({ field, raw });
  }
  const closed = entries.filter(({ field }) => (record ? !field.updateable : !field.createable));
  if (closed.length > 0)
    return {
      errors: [
        notWritable(
          closed.map(({ field }) => field),
          object,
        ),
      ],
    };
  const values = new Map<Field, unknown>();
  const errors: ApiError[] = [];
  for (const { field, raw } of entries) {
    const read = readValue(field, raw);
    if ('error' in read) errors.push(read.error);
    else values.set(field, read.value);
  }
  if (errors.length > 0) return { errors };
  const before = record?.fields ?? defaultsOf(editor, object);
  const problem =
    checkReferences(editor, values) ??
    checkRequired(object, values, before, record) ??
    checkUnique(editor, object, values, record) ??
    editor.obstacle(object.name, record?.id ?? null);
  if (problem) return { errors: [problem] };
  const changed = Object.fromEntries([...values].map(([field, value]) => [field.name, value]));
  return { record: putRecord(editor, object, { ...before, ...changed }, changed, record), created: record === null };
};

const defaultsOf = (editor: Editor, object: ObjectType): Json => {
  const defaults = [...object.fields.values()].filter(({ defaultValue }) => defaultValue !== undefined);
  return {
    ...Object.fromEntries(defaults.map(({ name, defaultValue }) => [name, defaultValue])),
    ...(object.fields.has('ownerid') ? { OwnerId: editor.userId } : {}),
  };
};

const checkReferences = ({ tx, org }: Editor, values: Map<Field, unknown>): ApiError | null => {
  for (const [field, value] of values) {
    if (field.type !== 'reference' || value === null) continue;
    const id = String(value);
    if (objectOfId(id) !== field.referenceTo) {
      const message = `${field.label}: id value of incorrect type: ${id}`;
      return { errorCode: 'FIELD_INTEGRITY_EXCEPTION', message, fields: [field.name] };
    }
    const parent = tx.get('records', id);
    if (parent?.orgId !== org.id) {
      return { errorCode: 'INVALID_CROSS_REFERENCE_KEY', message: 'invalid cross reference id', fields: [] };
    }
    if (parent.isDeleted) return { errorCode: 'ENTITY_IS_DELETED', message: 'entity is deleted', fields: [] };
  }
  return null;
};

/** Required fields that a new record lacks or an update would clear. */
const checkRequired = (
  object: ObjectType,
  values: Map<Field, unknown>,
  before: Json,
  record: SfRecord | null,
): ApiError | null => {
  const missing = [...object.fields.values()].filter((field) => {
    if (!field.required) return false;
    if (values.has(field)) return values.get(field) === null;
    return record === null && before[field.name] === undefined;
  });
  if (missing.length === 0) return null;
  const fields = missing.map(({ name }) => name);
  return {
    errorCode: 'REQUIRED_FIELD_MISSING',
    message: `Required fields are missing: [${fields.join(', ')}]`,
    fields,
  };
};

const checkUnique = (
  { tx, org }: Editor,
  object: ObjectType,
  values: Map<Field, unknown>,
  record: SfRecord | null,
): ApiError | null => {
  for (const [field, value] of values) {
    if (!field.unique || value === null) continue;
    const other = withValue(recordsOf(tx, org.id, object.name), field, value).find(({ id }) => id !== record?.id);
    if (!other) continue;
    const message = `duplicate value found: ${field.name} duplicates value on record with id: ${other.id.slice(0, 15)}`;
    return { errorCode: 'DUPLICATE_VALUE', message, fields: [] };
  }
  return null;
};

/** The records with a value in a field; the case of texts does not matter. */
export const withValue = (records: SfRecord[], { name }: Field, value: unknown): SfRecord[] => {
  const wanted = String(value).toLowerCase();
  return records.filter(({ fields }) => fields[name] !== undefined && String(fields[name]).toLowerCase() === wanted);
};

/** Stores a record with the fields that Salesforce itself sets. Times are whole seconds. */
const putRecord = (
  { tx, org, userId }: Editor,
  object: ObjectType,
  fields: Json,
  changed: Json,
  before: SfRecord | null,
): SfRecord => {
  const id = before?.id ?? newId(tx.ids, object.keyPrefix);
  const created = before ? {} : { Id: id, IsDeleted: false, CreatedDate: sfTime(tx.at), CreatedById: userId };
  const all = { ...fields, ...created, ...stampsOf(tx, userId) };
  const kept = Object.entries({ ...all, ...deriveFields(object, all, changed) }).filter(([, value]) => value !== null);
  const row: SfRecord = { id, orgId: org.id, type: object.name, fields: Object.fromEntries(kept), isDeleted: false };
  tx.put('records', row);
  if (object.name === 'OpportunityContactRole' && row.fields.IsPrimary === true) unsetOtherPrimary(tx, row, userId);
  return row;
};

/** The author and time of a change. */
const stampsOf = (tx: SalesforceChange, userId: string): Json => {
  const time = sfTime(tx.at);
  return { LastModifiedDate: time, LastModifiedById: userId, SystemModstamp: time };
};

/** An opportunity has one primary contact role at most. */
const unsetOtherPrimary = (tx: SalesforceChange, primary: SfRecord, userId: string): void => {
  for (const row of recordsOf(tx, primary.orgId, primary.type)) {
    if (row.id === primary.id || row.fields.OpportunityId !== primary.fields.OpportunityId) continue;
    if (row.fields.IsPrimary !== true) continue;
    tx.put('records', { ...row, fields: { ...row.fields, IsPrimary: false, ...stampsOf(tx, userId) } });
  }
};

/** Moves a record and its dependent records to the recycle bin, or restores them. */
export const setDeleted = (editor: Editor, record: SfRecord, isDeleted: boolean): void => {
  const { tx, org, userId } = editor;
  const fields = { ...record.fields, IsDeleted: isDeleted, ...stampsOf(tx, userId) };
  tx.put('records', { ...record, isDeleted, fields });
  for (const child of tx.list('records')) {
    if (child.orgId !== org.id || child.isDeleted === isDeleted) continue;
    const columns = findObject(tx, org, child.type)?.fields.values() ?? [];
    const belongs = [...columns].some((field) => field.cascadeDelete && child.fields[field.name] === record.id);
    if (belongs) setDeleted(editor, child, isDeleted);
  }
};
