import type { HttpAnswer } from '../../kit/http.ts';
import { associate, needType } from '../crm/associations.ts';
import { followMerges, mergeRecords } from '../crm/merge.ts';
import { type ObjectName, objectType } from '../crm/object-types.ts';
import { findProperty } from '../crm/properties.ts';
import { archiveRecord, saveRecord, withUnique } from '../crm/save.ts';
import { searchRecords } from '../crm/search.ts';
import { recordView, type Shown, writtenView } from '../crm/view.ts';
import { hubAnswer, invalid, notFound } from '../errors.ts';
import { type Editor, type HubRecord, type HubspotReader, type Json, recordsOf } from '../state.ts';
import { type ApiCall, bodyOf, namesIn, objectOf, pageOf, type Route, toRead, toWrite } from './call.ts';

const objectNotFound = (): Error => notFound('Object not found.  objectId are usually numeric.');

/** A record of an object that is not archived; undefined if there is none. `idProperty` is a unique property. */
export const lookUp = (
  reader: HubspotReader,
  portalId: string,
  type: ObjectName,
  given: string,
  idProperty: string | null = null,
): HubRecord | undefined => {
  if (idProperty !== null && idProperty !== 'hs_object_id') {
    if (!findProperty(reader, portalId, type, idProperty)?.hasUniqueValue) {
      throw invalid(`${idProperty} is not a property with unique values, so it cannot be an idProperty`);
    }
    return withUnique(reader, portalId, type, idProperty, given);
  }
  const record = reader.get('records', given);
  const isShown = record?.portalId === portalId && record.type === type && record.mergedInto === undefined;
  return isShown && record.archivedAt === null ? record : undefined;
};

/** The record that remains after a merge: a read by the old id returns it, under its own id (changelog, Deals now support merging). */
export const remaining = (reader: HubspotReader, portalId: string, type: ObjectName, id: string): string => {
  const record = reader.get('records', id);
  return record?.portalId === portalId && record.type === type ? (followMerges(reader, record)?.id ?? id) : id;
};

/** The record that a path names. */
export const recordOf = (call: ApiCall, id = call.params.id ?? '', type = objectOf(call)): HubRecord => {
  const record = lookUp(call.reader, call.portal.id, type, id, call.query.get('idProperty'));
  if (!record) throw objectNotFound();
  return record;
};

const shownBy = ({ query }: ApiCall): Shown => {
  const properties = namesIn(query, 'properties');
  return {
    properties: properties.length > 0 ? properties : null,
    withHistory: namesIn(query, 'propertiesWithHistory'),
    associations: namesIn(query, 'associations'),
  };
};

const propertiesIn = ({ properties }: Json): Json => {
  if (properties === undefined) return {};
  if (properties !== null && typeof properties === 'object' && !Array.isArray(properties)) return properties as Json;
  throw invalid('properties must be an object');
};

/** Creates a record with its associations: `[{to: {id}, types: [{associationCategory, associationTypeId}]}]`. */
export const createRecord = (editor: Editor, type: ObjectName, input: Json): HubRecord => {
  const links = Array.isArray(input.associations) ? (input.associations as Json[]) : [];
  const wanted = links.flatMap((link) => {
    const to = editor.tx.get('records', String((link.to as Json | undefined)?.id));
    if (to?.portalId !== editor.portal.id || to.archivedAt !== null)
      throw notFound('The record to associate with is not there');
    const types = Array.isArray(link.types) ? (link.types as Json[]) : [];
    if (types.length === 0) throw invalid('an association needs types');
    return types.map((one) => ({ to, type: needType(type, to.type, one.associationCategory, one.associationTypeId) }));
  });
  const record = saveRecord(editor, type, propertiesIn(input));
  for (const one of wanted) associate(editor.tx, record, one.to, one.type);
  return record;
};

const list = (call: ApiCall): HttpAnswer => {
  const rows = recordsOf(call.reader, call.portal.id, objectOf(call), call.query.get('archived') === 'true');
  const { page, paging } = pageOf(call, rows, { limitMax: 100, limitDefault: 10 });
  const shown = shownBy(call);
  return hubAnswer(200, { results: page.map((row) => recordView(call.reader, row, shown)), ...paging });
};

const create = (call: ApiCall): HttpAnswer => {
  const input = bodyOf(call);
  const record = call.write((editor) => createRecord(editor, objectOf(call), input));
  return hubAnswer(201, writtenView(call.reader, record));
};

const read = (call: ApiCall): HttpAnswer => {
  const { reader, params, query } = call;
  const gone = query.get('archived') === 'true' ? reader.get('records', params.id ?? '') : undefined;
  const isGone = gone?.portalId === call.portal.id && gone.type === objectOf(call) && gone.archivedAt !== null;
  const id = remaining(reader, call.portal.id, objectOf(call), params.id ?? '');
  return hubAnswer(200, recordView(reader, isGone ? gone : recordOf(call, id), shownBy(call)));
};

const update = (call: ApiCall): HttpAnswer => {
  const record = recordOf(call);
  const given = propertiesIn(bodyOf(call));
  const saved = call.write((editor) => saveRecord(editor, record.type, given, record));
  return hubAnswer(200, writtenView(call.reader, saved));
};

/** The body names the record whose values win, and the other one. */
const merge = (call: ApiCall): HttpAnswer => {
  const { primaryObjectId, objectIdToMerge } = bodyOf(call);
  const [primary, other] = [recordOf(call, String(primaryObjectId)), recordOf(call, String(objectIdToMerge))];
  if (primary.id === other.id) throw invalid('A record cannot be merged with itself');
  return hubAnswer(
    200,
    writtenView(
      call.reader,
      call.write((editor) => mergeRecords(editor, primary, other)),
    ),
  );
};

/** Archiving a missing record succeeds too. */
const archive = (call: ApiCall): HttpAnswer => {
  const record = lookUp(call.reader, call.portal.id, objectOf(call), call.params.id ?? '');
  if (record) call.write((editor) => archiveRecord(editor, record));
  return hubAnswer(204);
};

const search = (call: ApiCall): HttpAnswer => {
  const body = bodyOf(call);
  const type = objectOf(call);
  const { total, records, next } = searchRecords(call.reader, { portal: call.portal, type, now: call.now, body });
  const properties = Array.isArray(body.properties) ? body.properties.map(String) : objectType(type).shown;
  const shown = { properties, withHistory: [], associations: [] };
  return hubAnswer(200, {
    total,
    results: records.map((row) => recordView(call.reader, row, shown)),
    ...(next === null ? {} : { paging: { next: { after: String(next) } } }),
  });
};

const at = '/crm/v3/objects/:object';

export const recordRoutes: Route[] = [
  { name: 'ListRecords', method: 'GET', path: at, scopes: toRead, run: list },
  { name: 'CreateRecord', method: 'POST', path: at, scopes: toWrite, run: create },
  { name: 'Search', method: 'POST', path: `${at}/search`, scopes: toRead, run: search },
  { name: 'MergeRecords', method: 'POST', path: `${at}/merge`, scopes: toWrite, run: merge },
  { name: 'GetRecord', method: 'GET', path: `${at}/:id`, scopes: toRead, run: read },
  { name: 'UpdateRecord', method: 'PATCH', path: `${at}/:id`, scopes: toWrite, run: update },
  { name: 'ArchiveRecord', method: 'DELETE', path: `${at}/:id`, scopes: toWrite, run: archive },
];
