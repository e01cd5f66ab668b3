import type { HttpAnswer } from '../../kit/http.ts';
import { archiveRecord, saveRecord } from '../crm/save.ts';
import { recordView, writtenView } from '../crm/view.ts';
import { hubAnswer, invalid, notFound, type Problem, problemView, refusedBy } from '../errors.ts';
import { type Editor, type HubRecord, type Json, readSettings } from '../state.ts';
import { type ApiCall, bodyOf, inputsOf, objectOf, type Route, toRead, toWrite } from './call.ts';
import { createRecord, lookUp, remaining } from './records.ts';

const namesOf = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);

/** 200 or 201 if all inputs succeeded, otherwise 207 with errors and results (Error handling, Multi-status errors). */
const batchAnswer = (call: ApiCall, status: number, results: Json[], errors: Json[]): HttpAnswer => {
  const time = new Date(call.now).toISOString();
  return hubAnswer(errors.length > 0 ? 207 : status, {
    status: 'COMPLETE',
    results,
    ...(errors.length > 0 ? { numErrors: errors.length, errors } : {}),
    startedAt: time,
    completedAt: time,
  });
};

/** An error listed with results has all members, including empty ones (HubSpot's OpenAPI of objects, StandardError). */
const besideResults = (problem: Problem): Json => {
  const { correlationId: _, ...view } = problemView(problem);
  return { context: {}, links: {}, errors: [], ...view };
};

/** One error for all missing records. */
const missingError = (ids: string[]): Json[] => {
  if (ids.length === 0) return [];
  const message = 'Could not get some objects, they may be deleted or not exist. Check that ids are valid.';
  return [besideResults({ status: 404, category: 'OBJECT_NOT_FOUND', message, context: { ids } })];
};

const readAll = (call: ApiCall): HttpAnswer => {
  const { reader, portal } = call;
  const { properties, propertiesWithHistory, idProperty } = bodyOf(call);
  const type = objectOf(call);
  const by = typeof idProperty === 'string' ? idProperty : null;
  const shown = {
    properties: Array.isArray(properties) ? properties.map(String) : null,
    withHistory: namesOf(propertiesWithHistory),
    associations: [],
  };
  const ids = inputsOf(call).map(({ id }) => String(id));
  const follow = by === null && readSettings(reader).batchFollowsMerges;
  const shownIn = (id: string): string => (follow ? remaining(reader, portal.id, type, id) : id);
  const records = [...new Set(ids)].map((id) => ({ id, record: lookUp(reader, portal.id, type, shownIn(id), by) }));
  const results = records.flatMap(({ record }) => (record ? [recordView(reader, record, shown)] : []));
  const missing = records.flatMap(({ id, record }) => (record ? [] : [id]));
  return batchAnswer(call, 200, results, missingError(missing));
};

/**
 * Writes each input. A refused input fails the whole batch, unless every input has an `objectWriteTraceId`: then it
 * is reported as an error, and the others are written (Error handling, Multi-status errors).
 */
const writeAll = (
  call: ApiCall,
  status: number,
  save: (editor: Editor, input: Json) => { record: HubRecord; isNew?: boolean },
): HttpAnswer => {
  const inputs = inputsOf(call);
  const traces = inputs.map(({ objectWriteTraceId }) => objectWriteTraceId);
  const isPartial = inputs.length > 0 && traces.every((trace) => typeof trace === 'string');
  if (isPartial && new Set(traces).size !== traces.length) throw invalid('objectWriteTraceId must be unique');
  const errors: Json[] = [];
  const saved = call.write((editor) =>
    inputs.flatMap((input) => {
      try {
        return [{ ...save(editor, input), trace: input.objectWriteTraceId }];
      } catch (error) {
        const refused = refusedBy(error);
        if (!refused || !isPartial) throw error;
        errors.push(errorOf(refused, String(input.objectWriteTraceId)));
        return [];
      }
    }),
  );
  const results = saved.map(({ record, isNew, trace }) => ({
    ...writtenView(call.reader, record),
    ...(isNew === undefined ? {} : { new: isNew }),
    ...(isPartial ? { objectWriteTraceId: trace } : {}),
  }));
  return batchAnswer(call, status, results, errors);
};

const errorOf = (problem: Problem, trace: string): Json =>
  besideResults({ ...problem, context: { ...problem.context, objectWriteTraceId: [trace] } });

const createAll = (call: ApiCall): HttpAnswer =>
  writeAll(call, 201, (editor, input) => ({ record: createRecord(editor, objectOf(call), input) }));

const updateAll = (call: ApiCall): HttpAnswer =>
  writeAll(call, 200, (editor, input) => {
    const by = typeof input.idProperty === 'string' ? input.idProperty : null;
    const record = lookUp(editor.tx, call.portal.id, objectOf(call), String(input.id), by);
    if (!record) throw notFound(`No object ${String(input.id)}`);
    return { record: saveRecord(editor, record.type, (input.properties ?? {}) as Json, record) };
  });

const upsertAll = (call: ApiCall): HttpAnswer =>
  writeAll(call, 200, (editor, input) => {
    const { id, idProperty } = input;
    if (typeof idProperty !== 'string') throw invalid('idProperty is missing');
    const type = objectOf(call);
    const known = lookUp(editor.tx, call.portal.id, type, String(id), idProperty) ?? null;
    const properties = { ...(input.properties as Json | undefined), ...(known ? {} : { [idProperty]: id }) };
    return { record: saveRecord(editor, type, properties, known), isNew: known === null };
  });

const archiveAll = (call: ApiCall): HttpAnswer => {
  const type = objectOf(call);
  const ids = new Set(inputsOf(call).map(({ id }) => String(id)));
  const records = [...ids].flatMap((id) => lookUp(call.reader, call.portal.id, type, id) ?? []);
  call.write((editor) => {
    for (const record of records) archiveRecord(editor, record);
  });
  return hubAnswer(204);
};

const at = '/crm/v3/objects/:object/batch';

export const batchRoutes: Route[] = [
  { name: 'BatchRead', method: 'POST', path: `${at}/read`, scopes: toRead, run: readAll },
  { name: 'BatchCreate', method: 'POST', path: `${at}/create`, scopes: toWrite, run: createAll },
  { name: 'BatchUpdate', method: 'POST', path: `${at}/update`, scopes: toWrite, run: updateAll },
  { name: 'BatchUpsert', method: 'POST', path: `${at}/upsert`, scopes: toWrite, run: upsertAll },
  { name: 'BatchArchive', method: 'POST', path: `${at}/archive`, scopes: toWrite, run: archiveAll },
];
