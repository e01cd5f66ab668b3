import type { HttpAnswer } from '../../kit/http.ts';
import { errorAnswer, errorView, notFound, refusal, sfAnswer } from '../errors.ts';
import { describeGlobal, describeObject } from '../objects/describe.ts';
import type { Field } from '../objects/fields.ts';
import { readId } from '../objects/ids.ts';
import { type Saved, saveRecord, setDeleted, withValue } from '../objects/save.ts';
import { fieldOf, findObject, type ObjectType, objectNames, objectOfId } from '../objects/schema.ts';
import { readTime } from '../objects/values.ts';
import { recordView } from '../objects/view.ts';
import { type Json, recordsOf, type SfRecord, sfTime } from '../state.ts';
import { type ApiCall, bodyOf, editorOf, objectOf, type Route } from './call.ts';

/** The record that a path names by its id. */
const recordOf = (call: ApiCall, object: ObjectType): SfRecord => findRecord(call, object, call.params.id ?? '');

/** A record by an id in either length. A malformed id is refused with 400, an unknown one with 404. */
export const findRecord = ({ reader, org }: ApiCall, object: ObjectType, given: string): SfRecord => {
  const id = readId(given);
  if (id === null) throw notFound(`Provided external ID field does not exist or is not accessible: ${given}`);
  if (objectOfId(id) !== object.name) {
    const message = `${object.label} ID: id value of incorrect type: ${given}`;
    throw refusal(400, { errorCode: 'MALFORMED_ID', message, fields: ['Id'] });
  }
  const record = reader.get('records', id);
  if (record?.orgId !== org.id) throw notFound();
  if (record.isDeleted)
    throw refusal(404, { errorCode: 'ENTITY_IS_DELETED', message: 'entity is deleted', fields: [] });
  return record;
};

/** Objects that only people write, such as users. */
export const checkWritable = ({ createable, name }: ObjectType, verb: string): void => {
  if (createable) return;
  const message = `entity type ${name} does not support ${verb}`;
  throw refusal(400, { errorCode: 'INVALID_TYPE_FOR_OPERATION', message });
};

const saveAnswer = (saved: Saved, done: (saved: SfRecord) => HttpAnswer): HttpAnswer =>
  'errors' in saved ? errorAnswer(400, saved.errors) : done(saved.record);

const createdAnswer = (call: ApiCall, { id, type }: SfRecord, more: Json = {}): HttpAnswer =>
  sfAnswer(201, { id, success: true, errors: [], ...more }, { location: `${call.base}/sobjects/${type}/${id}` });

const create = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  checkWritable(object, 'create');
  const given = bodyOf(call);
  const saved = call.write((tx) => saveRecord(editorOf(call, tx), object, given));
  return saveAnswer(saved, (record) => createdAnswer(call, record));
};

const update = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  checkWritable(object, 'update');
  const record = recordOf(call, object);
  const given = bodyOf(call);
  const saved = call.write((tx) => saveRecord(editorOf(call, tx), object, given, record));
  return saveAnswer(saved, () => sfAnswer(204));
};

const remove = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  checkWritable(object, 'delete');
  const record = recordOf(call, object);
  call.write((tx) => setDeleted(editorOf(call, tx), record, true));
  return sfAnswer(204);
};

/** The fields that `?fields=` names, or all of them. */
const wantedFields = (call: ApiCall, object: ObjectType): Field[] => {
  const given = call.query.get('fields');
  if (given === null) return [...object.fields.values()];
  return fieldsNamed(object, given.split(','));
};

export const fieldsNamed = (object: ObjectType, names: string[]): Field[] =>
  names.map((name) => {
    const field = fieldOf(object, name.trim());
    if (field) return field;
    const message = `No such column '${name.trim()}' on entity '${object.name}'`;
    throw refusal(400, { errorCode: 'INVALID_FIELD', message });
  });

const read = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  return sfAnswer(200, recordView(recordOf(call, object), wantedFields(call, object), call.base));
};

/** The records with a value of an external id, which the path names. */
const byExternalId = (call: ApiCall, object: ObjectType): { field: Field; records: SfRecord[] } => {
  const { field: name = '', value = '' } = call.params;
  const field = externalField(object, name);
  return { field, records: withValue(recordsOf(call.reader, call.org.id, object.name), field, value) };
};

/** A field by which records are found in upserts. */
export const externalField = (object: ObjectType, name: string): Field => {
  const field = fieldOf(object, name);
  if (field?.externalId) return field;
  throw notFound(`Provided external ID field does not exist or is not accessible: ${name}`);
};

/** More than one record with the value: 300 with their addresses (REST API guide, Upsert). */
const manyAnswer = (call: ApiCall, records: SfRecord[]): HttpAnswer =>
  sfAnswer(
    300,
    records.map(({ type, id }) => `${call.base}/sobjects/${type}/${id}`),
  );

const readByExternalId = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  const { records } = byExternalId(call, object);
  const [record, ...others] = records;
  if (!record) throw notFound();
  if (others.length > 0) return manyAnswer(call, records);
  return sfAnswer(200, recordView(record, wantedFields(call, object), call.base));
};

/** 201 for a new record, 200 for a known one; before version 46.0 a known one was 204 (REST API guide, Upsert). */
const upsert = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  checkWritable(object, 'upsert');
  const { field, records } = byExternalId(call, object);
  if (records.length > 1) return manyAnswer(call, records);
  const given = bodyOf(call);
  if (Object.keys(given).some((name) => name.toLowerCase() === field.name.toLowerCase())) {
    const message = `The ${field.name} field should not be specified in the sobject data.`;
    throw refusal(400, { errorCode: 'INVALID_FIELD', message });
  }
  const known = records[0] ?? null;
  const all = known ? given : { ...given, [field.name]: call.params.value };
  const saved = call.write((tx) => saveRecord(editorOf(call, tx), object, all, known));
  return saveAnswer(saved, (record) => {
    if (!known) return createdAnswer(call, record, { created: true });
    if (Number(call.version) < 46) return sfAnswer(204);
    return sfAnswer(200, { id: record.id, success: true, errors: [], created: false });
  });
};

const listObjects = (call: ApiCall): HttpAnswer =>
  sfAnswer(200, {
    encoding: 'UTF-8',
    maxBatchSize: 200,
    sobjects: objectNames.map((name) => {
      const object = findObject(call.reader, call.org, name);
      return object && describeGlobal(object, call.base);
    }),
  });

const replicatedDaysMax = 30;

/** The span of `?start=&end=`, in whole minutes (REST API guide, sObject Get Updated). */
const spanOf = (call: ApiCall): { start: number; end: number } => {
  const [start, end] = ['start', 'end'].map((name) => {
    const time = readTime((call.query.get(name) ?? '').replace(' ', '+'));
    if (time === null)
      throw refusal(400, { errorCode: 'INVALID_REPLICATION_DATE', message: `${name} is not a date and time` });
    return Math.floor(time / 60_000) * 60_000;
  }) as [number, number];
  if (start >= end || start < call.now - replicatedDaysMax * 86_400_000) {
    const message = start >= end ? 'startDate before endDate' : 'startDate before org replication enabled date';
    throw refusal(400, { errorCode: 'INVALID_REPLICATION_DATE', message });
  }
  return { start, end };
};

const changedWithin = (call: ApiCall, isDeleted: boolean): { records: SfRecord[]; covered: string } => {
  const object = objectOf(call);
  const { start, end } = spanOf(call);
  const records = recordsOf(call.reader, call.org.id, object.name, true).filter((row) => {
    const time = readTime(String(row.fields.SystemModstamp)) ?? 0;
    return row.isDeleted === isDeleted && time >= start && time < end;
  });
  return { records, covered: sfTime(Math.min(end, call.now)) };
};

const listDeleted = (call: ApiCall): HttpAnswer => {
  const { records, covered } = changedWithin(call, true);
  return sfAnswer(200, {
    deletedRecords: records.map(({ id, fields }) => ({ id, deletedDate: fields.SystemModstamp })),
    earliestDateAvailable: sfTime(call.org.createdAt),
    latestDateCovered: covered,
  });
};

const listUpdated = (call: ApiCall): HttpAnswer => {
  const { records, covered } = changedWithin(call, false);
  return sfAnswer(200, { ids: records.map(({ id }) => id), latestDateCovered: covered });
};

/** A saved or failed record of a collection. */
export const savedView = (saved: Saved): Json =>
  'errors' in saved
    ? {
        success: false,
        errors: saved.errors.map((error) => {
          const { errorCode, ...rest } = errorView(error);
          return { statusCode: errorCode, ...rest, fields: error.fields ?? [] };
        }),
      }
    : { id: saved.record.id, success: true, errors: [] };

export const recordRoutes: Route[] = [
  { name: 'ListObjects', method: 'GET', path: '/sobjects', run: listObjects },
  {
    name: 'GetObject',
    method: 'GET',
    path: '/sobjects/:object',
    run: (call) => sfAnswer(200, { objectDescribe: describeGlobal(objectOf(call), call.base), recentItems: [] }),
  },
  {
    name: 'DescribeObject',
    method: 'GET',
    path: '/sobjects/:object/describe',
    run: (call) => sfAnswer(200, describeObject(call.reader, call.org, objectOf(call), call.base)),
  },
  { name: 'ListDeleted', method: 'GET', path: '/sobjects/:object/deleted', run: listDeleted },
  { name: 'ListUpdated', method: 'GET', path: '/sobjects/:object/updated', run: listUpdated },
  { name: 'CreateRecord', method: 'POST', path: '/sobjects/:object', run: create },
  { name: 'GetRecord', method: 'GET', path: '/sobjects/:object/:id', run: read },
  { name: 'UpdateRecord', method: 'PATCH', path: '/sobjects/:object/:id', run: update },
  { name: 'DeleteRecord', method: 'DELETE', path: '/sobjects/:object/:id', run: remove },
  { name: 'GetByExternalId', method: 'GET', path: '/sobjects/:object/:field/:value', run: readByExternalId },
  { name: 'UpsertRecord', method: 'PATCH', path: '/sobjects/:object/:field/:value', run: upsert },
];
