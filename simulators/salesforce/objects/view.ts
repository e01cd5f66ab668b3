import type { Json, SfRecord } from '../state.ts';
import type { Field } from './fields.ts';

/** The type and address of a record, as the first member of each. */
export const attributesOf = ({ type, id }: SfRecord, base: string): Json => ({
  type,
  url: `${base}/sobjects/${type}/${id}`,
});

/** A record with some of its fields, null where it has no value. */
export const recordView = (record: SfRecord, fields: Iterable<Field>, base: string): Json => ({
  attributes: attributesOf(record, base),
  ...Object.fromEntries([...fields].map((field) => [field.name, fieldValue(record, field)])),
});

/** The value of a field; a checkbox is never null. */
export const fieldValue = ({ fields }: SfRecord, field: Field): unknown =>
  fields[field.name] ?? (field.type === 'boolean' ? false : null);
