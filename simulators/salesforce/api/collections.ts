import type { HttpAnswer } from '../../kit/http.ts';
import { type ApiError, refusal, refusedBy, sfAnswer } from '../errors.ts';
import { readId } from '../objects/ids.ts';
import { type Saved, saveRecord, setDeleted, withValue } from '../objects/save.ts';
import { fieldOf, findObject, type ObjectType, objectOfId } from '../objects/schema.ts';
import { recordView } from '../objects/view.ts';
import { type Json, recordsOf, type SfRecord } from '../state.ts';
import { type ApiCall, bodyOf, editorOf, objectOf, type Route } from './call.ts';
import { checkWritable, externalField, fieldsNamed, findRecord, savedView } from './records.ts';

/** The maximum number of records in a collection, and of runs of one object (REST API guide, sObject Collections). */
const recordsMax = 200;
const chunksMax = 10;

type Item = { given: Json; object: ObjectType };

const limitExceeded = (message: string): Error => refusal(400, { errorCode: 'EXCEEDED_ID_LIMIT', message });

/** The records of a body, each with its object. */
const itemsOf = (call: ApiCall): Item[] => {
  const { records } = bodyOf(call);
  if (!Array.isArray(records)) {
    throw refusal(400, { errorCode: 'JSON_PARSER_ERROR', message: 'Missing required field: records' });
  }
  if (records.length > recordsMax)
    throw limitExceeded(`record limit reached. cannot submit more than ${recordsMax} records into this call`);
  const items = records.map((given: Json) => {
    const name = (given.attributes as Json | undefined)?.type ?? call.params.object;
    const object = findObject(call.reader, call.org, String(name ?? ''));
    if (object) return { given, object };
    throw refusal(400, { errorCode: 'INVALID_TYPE', message: `sObject type '${String(name)}' is not supported.` });
  });
  const chunks = items.filter(({ object }, index) => object.name !== items[index - 1]?.object.name).length;
  if (chunks > chunksMax) {
    throw refusal(400, {
      errorCode: 'LIMIT_EXCEEDED',
      message: `A single request can process up to ${chunksMax} chunks`,
    });
  }
  return items;
};

const failed = (...errors: ApiError[]): Saved => ({ errors });

/** A refused record becomes an error of that record. */
const saveOne = (save: () => Saved): Saved => {
  try {
    return save();
  } catch (error) {
    const refused = refusedBy(error);
    if (!refused) throw error;
    return failed(...refused.errors);
  }
};

const rolledBack: ApiError = {
  errorCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  message: 'Record rolled back because not all records were valid and the request was using AllOrNone header',
  fields: [],
};

/** Writes records one by one. With `allOrNone` one failure undoes them all. */
const writeAll = <I>(
  call: ApiCall,
  allOrNone: unknown,
  items: I[],
  save: (item: I, write: ApiCall['write']) => Saved,
): Saved[] =>
  call.atomic((write) => {
    const all = items.map((item) => saveOne(() => save(item, write)));
    const isUndone = allOrNone === true && all.some((saved) => 'errors' in saved);
    const result = isUndone ? all.map((saved) => ('errors' in saved ? saved : failed(rolledBack))) : all;
    return { result, keep: !isUndone };
  });

const answer = (saved: Saved[], more: (saved: Saved) => Json = () => ({})): HttpAnswer =>
  sfAnswer(
    200,
    saved.map((one) => ({ ...savedView(one), ...more(one) })),
  );

const createAll = (call: ApiCall): HttpAnswer => {
  const items = itemsOf(call);
  return answer(
    writeAll(call, bodyOf(call).allOrNone, items, ({ given, object }, write) => {
      checkWritable(object, 'create');
      return write((tx) => saveRecord(editorOf(call, tx), object, given));
    }),
  );
};

const updateAll = (call: ApiCall): HttpAnswer => {
  const items = itemsOf(call);
  return answer(
    writeAll(call, bodyOf(call).allOrNone, items, ({ given, object }, write) => {
      checkWritable(object, 'update');
      const { id, Id, ...rest } = given;
      const named = id ?? Id;
      if (typeof named !== 'string') {
        return failed({ errorCode: 'MISSING_ARGUMENT', message: 'Id not specified in an update call', fields: ['Id'] });
      }
      const record = findRecord(call, object, named);
      return write((tx) => saveRecord(editorOf(call, tx), object, rest, record));
    }),
  );
};

const upsertAll = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  const field = externalField(object, call.params.field ?? '');
  const items = itemsOf(call);
  const saved = writeAll(call, bodyOf(call).allOrNone, items, ({ given, object: own }, write) => {
    checkWritable(own, 'upsert');
    const value = Object.entries(given).find(([name]) => fieldOf(own, name)?.name === field.name)?.[1];
    if (own.name !== object.name || value === undefined || value === null || value === '') {
      return failed({ errorCode: 'MISSING_ARGUMENT', message: `${field.name} not specified`, fields: [] });
    }
    const known = withValue(recordsOf(call.reader, call.org.id, object.name), field, value);
    if (known.length > 1) {
      const message = `${field.name}: more than one record found for external id field: [${known.map(({ id }) => id).join(', ')}]`;
      return failed({ errorCode: 'DUPLICATE_EXTERNAL_ID', message, fields: [field.name] });
    }
    return write((tx) => saveRecord(editorOf(call, tx), object, given, known[0] ?? null));
  });
  return answer(saved, (one) => ('errors' in one ? {} : { created: one.created }));
};

const removeAll = (call: ApiCall): HttpAnswer => {
  const ids = (call.query.get('ids') ?? '').split(',').filter(Boolean);
  if (ids.length > recordsMax) throw limitExceeded(`cannot submit more than ${recordsMax} records into this call`);
  const saved = writeAll(call, call.query.get('allOrNone') === 'true', ids, (given, write) => {
    const object = findObject(call.reader, call.org, objectOfId(readId(given) ?? '') ?? '');
    if (!object) return failed({ errorCode: 'MALFORMED_ID', message: `bad id ${given}`, fields: [] });
    checkWritable(object, 'delete');
    const record: SfRecord = findRecord(call, object, given);
    write((tx) => setDeleted(editorOf(call, tx), record, true));
    return { record, created: false };
  });
  return answer(saved);
};

/** The records of some ids, null where there is none. */
const retrieveAll = (call: ApiCall): HttpAnswer => {
  const object = objectOf(call);
  const isGet = call.body === undefined;
  const listOf = (name: string): string[] => {
    const given = isGet ? (call.query.get(name) ?? '').split(',').filter(Boolean) : bodyOf(call)[name];
    if (Array.isArray(given) && given.length > 0) return given.map(String);
    throw refusal(400, { errorCode: 'MISSING_ARGUMENT', message: `${name} is required` });
  };
  const ids = listOf('ids');
  if (ids.length > batchMax) throw limitExceeded(`cannot retrieve more than ${batchMax} records in this call`);
  const fields = fieldsNamed(object, listOf('fields'));
  const views = ids.map((given) => {
    const record = call.reader.get('records', readId(given) ?? '');
    const isThere = record?.orgId === call.org.id && record.type === object.name && !record.isDeleted;
    return isThere ? recordView(record, fields, call.base) : null;
  });
  return sfAnswer(200, views);
};

/** The maximum number of records that one call retrieves. */
const batchMax = 2000;

export const collectionRoutes: Route[] = [
  { name: 'CreateRecords', method: 'POST', path: '/composite/sobjects', run: createAll },
  { name: 'UpdateRecords', method: 'PATCH', path: '/composite/sobjects', run: updateAll },
  { name: 'DeleteRecords', method: 'DELETE', path: '/composite/sobjects', run: removeAll },
  { name: 'GetRecords', method: 'GET', path: '/composite/sobjects/:object', run: retrieveAll },
  { name: 'GetRecords', method: 'POST', path: '/composite/sobjects/:object', run: retrieveAll },
  { name: 'UpsertRecords', method: 'PATCH', path: '/composite/sobjects/:object/:field', run: upsertAll },
];
