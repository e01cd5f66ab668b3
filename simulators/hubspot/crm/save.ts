import Big from 'big.js';
import { type ErrorDetail, invalid, refusal } from '../errors.ts';
import {
  type Editor,
  type HubRecord,
  type HubspotChange,
  type HubspotReader,
  hubTime,
  type Json,
  nextId,
  type PropertyVersion,
  readSettings,
  recordsOf,
  type Writer,
} from '../state.ts';
import { noteChange } from '../webhooks/emit.ts';
import { type ObjectName, objectType } from './object-types.ts';
import { findProperty, propertiesOf } from './properties.ts';
import { readProperty } from './values.ts';

const historyMax = 20;

const sourceOf = (writer: Writer): Omit<PropertyVersion, 'value' | 'timestamp'> =>
  writer.kind === 'app'
    ? { sourceType: 'INTEGRATION', sourceId: String(writer.appId), updatedByUserId: null }
    : { sourceType: 'CRM_UI', sourceId: `userId:${writer.userId}`, updatedByUserId: writer.userId };

/** The properties of a body, read; every wrong one is named (HubSpot changelog, property validation rules). */
const readAll = ({ tx, portal }: Editor, type: ObjectName, given: Json): Record<string, string | null> => {
  const values: Record<string, string | null> = {};
  const errors: ErrorDetail[] = [];
  for (const [name, raw] of Object.entries(given)) {
    const property = findProperty(tx, portal.id, type, name);
    const read = property
      ? readProperty(tx, portal.id, property, raw)
      : {
          error: {
            message: `Property "${name}" does not exist`,
            code: 'PROPERTY_DOESNT_EXIST',
            context: { propertyName: [name] },
          },
        };
    if ('error' in read) errors.push(read.error);
    else values[name] = read.value;
  }
  if (errors.length > 0) throw invalidProperties(errors);
  return values;
};

const invalidProperties = (errors: ErrorDetail[]): Error => {
  const listed = errors.map(({ message, code, context }) => ({
    isValid: false,
    message,
    error: code,
    name: context?.propertyName?.[0],
  }));
  return invalid(`Property values were not valid: ${JSON.stringify(listed)}`, errors);
};

/** A stage belongs to one pipeline. Naming a stage alone does not move a deal to another pipeline. */
const checkStage = ({ tx, portal }: Editor, properties: Record<string, string>): void => {
  const { pipeline, dealstage } = properties;
  if (dealstage === undefined) return;
  const found = tx.get('pipelines', `${portal.id}/${pipeline}`);
  if (found?.stages.some(({ id }) => id === dealstage)) return;
  const message = `${dealstage} is not a stage of the pipeline ${pipeline}`;
  throw invalidProperties([{ message, code: 'INVALID_OPTION', context: { propertyName: ['dealstage'] } }]);
};

const checkUnique = ({ tx, portal }: Editor, type: ObjectName, changed: Json, id: string | null): void => {
  for (const { name, hasUniqueValue } of propertiesOf(tx, portal.id, type)) {
    const value = changed[name];
    if (!hasUniqueValue || typeof value !== 'string') continue;
    const other = withUnique(tx, portal.id, type, name, value);
    if (!other || other.id === id) continue;
    const kind = type === 'contacts' ? 'Contact' : 'Object';
    const message = `${kind} already exists. Existing ID: ${other.id}`;
    throw refusal({ status: 409, category: 'CONFLICT', message });
  }
};

/** The record with a value of a unique property; the case does not matter. */
export const withUnique = (
  reader: HubspotReader,
  portalId: string,
  type: ObjectName,
  name: string,
  value: string,
): HubRecord | undefined =>
  recordsOf(reader, portalId, type).find(({ properties }) => properties[name]?.toLowerCase() === value.toLowerCase());

/** Properties derived from others. */
const derive = (
  { tx, portal }: Editor,
  type: ObjectName,
  properties: Record<string, string>,
): Record<string, string> => {
  if (type === 'deals') {
    const pipeline = tx.get('pipelines', `${portal.id}/${properties.pipeline}`);
    const stage = pipeline?.stages.find(({ id }) => id === properties.dealstage);
    if (!stage) return {};
    const isWon = stage.isClosed && new Big(stage.probability).eq(1);
    return {
      hs_is_closed: String(stage.isClosed),
      hs_is_closed_won: String(isWon),
      hs_deal_stage_probability: stage.probability,
    };
  }
  if (type !== 'line_items' || properties.price === undefined) return {};
  const total = new Big(properties.price).times(properties.quantity ?? '1').minus(properties.discount ?? '0');
  return { amount: total.toFixed() };
};

/** Creates a record, or changes `record`. Throws a refusal before anything is written. */
export const saveRecord = (
  editor: Editor,
  type: ObjectName,
  given: Json,
  record: HubRecord | null = null,
): HubRecord => {
  const { tx, portal, writer } = editor;
  const read = readAll(editor, type, given);
  const base: Record<string, string> = record?.properties ?? (type === 'deals' ? { pipeline: 'default' } : {});
  const kept = Object.entries({ ...base, ...read }).filter((entry): entry is [string, string] => entry[1] !== null);
  const wanted: Record<string, string> = Object.fromEntries(kept);
  if (type === 'deals') checkStage(editor, wanted);
  checkUnique(editor, type, read, record?.id ?? null);
  const now = Math.max(tx.at, (record?.updatedAt ?? 0) + 1);
  const id = record?.id ?? nextId(tx);
  const { modified } = objectType(type);
  const source = sourceOf(writer);
  const user: Record<string, string> = writer.kind === 'person' ? { hs_updated_by_user_id: String(writer.userId) } : {};
  const creation = record
    ? {}
    : {
        hs_object_id: id,
        hs_object_source: source.sourceType,
        createdate: wanted.createdate ?? hubTime(now),
        ...(writer.kind === 'person' ? { hs_created_by_user_id: String(writer.userId) } : {}),
      };
  const properties: Record<string, string> = {
    ...wanted,
    ...derive(editor, type, wanted),
    ...creation,
    ...user,
    [modified]: hubTime(now),
  };
  const changed = Object.keys({ ...base, ...properties }).filter(
    (name) => (record?.properties[name] ?? null) !== (properties[name] ?? null),
  );
  const row: HubRecord = {
    id,
    portalId: portal.id,
    type,
    properties,
    history: withHistory(record, changed, properties, { ...source, timestamp: hubTime(now) }),
    createdAt: record?.createdAt ?? now,
    updatedAt: now,
    archivedAt: null,
    indexed: indexedUntil(tx, record, now),
  };
  tx.put('records', row);
  noteChange(editor, row, { isNew: record === null, changed });
  return row;
};

/** Until search has indexed a change, it keeps the values from before the first unindexed one. */
const indexedUntil = (tx: HubspotChange, record: HubRecord | null, now: number): HubRecord['indexed'] => {
  const until = now + readSettings(tx).searchDelayMs;
  if (record && record.indexed.until > now) return { properties: record.indexed.properties, until };
  return { properties: record?.properties ?? null, until };
};

const withHistory = (
  record: HubRecord | null,
  changed: string[],
  properties: Record<string, string>,
  stamp: Omit<PropertyVersion, 'value'>,
): HubRecord['history'] => {
  const added = changed.map((name) => {
    const version: PropertyVersion = { value: properties[name] ?? '', ...stamp };
    return [name, [version, ...(record?.history[name] ?? [])].slice(0, historyMax)] as const;
  });
  return { ...record?.history, ...Object.fromEntries(added) };
};

/** Moves a record to the recycle bin, with its associations. */
export const archiveRecord = (editor: Editor, record: HubRecord): void => {
  const { tx } = editor;
  tx.put('records', { ...record, archivedAt: tx.at });
  for (const row of tx.list('associations')) {
    if (row.from === record.id || row.to === record.id) tx.remove('associations', row.id);
  }
  noteChange(editor, record, { isDeleted: true });
};
