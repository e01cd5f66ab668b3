import type { HttpAnswer } from '../../kit/http.ts';
import { refusal, sfAnswer } from '../errors.ts';
import { type Prepared, prepareQuery } from '../soql/run.ts';
import { type Cursor, type Json, readSettings, type SfRecord } from '../state.ts';
import type { ApiCall, Route } from './call.ts';

/** Bounds of the batch size that a client asks for (REST API guide, Query Options Header). */
const batchMin = 200;
const batchMax = 2000;
/** A user has this many open cursors at most, each for two days (SOQL reference, Cursor Limits). */
const cursorsMax = 10;
const cursorLifeMs = 2 * 86_400_000;

const runQuery =
  (includeDeleted: boolean) =>
  (call: ApiCall): HttpAnswer => {
    const soql = call.query.get('q');
    if (soql === null)
      throw refusal(400, { errorCode: 'MALFORMED_QUERY', message: 'A query string has to be specified' });
    const prepared = prepare(call, soql, includeDeleted);
    const records = prepared.find();
    if (prepared.isCount) return sfAnswer(200, { totalSize: records.length, done: true, records: [] });
    const page = takePage(call, prepared, records);
    if (page.rest.length === 0) return sfAnswer(200, { totalSize: records.length, done: true, records: page.views });
    const cursor = keepCursor(call, soql, includeDeleted, records);
    return sfAnswer(200, pageView(call, cursor, page.views));
  };

const prepare = ({ reader, org, now, base }: ApiCall, soql: string, includeDeleted: boolean): Prepared =>
  prepareQuery({ reader, org, now, base, includeDeleted }, soql);

/** The records of a page. Children count too, and a page has at least one record. */
const takePage = (call: ApiCall, prepared: Prepared, records: SfRecord[]): { views: Json[]; rest: SfRecord[] } => {
  const size = pageSize(call);
  const views: Json[] = [];
  let taken = 0;
  for (const record of records) {
    if (views.length > 0 && taken >= size) break;
    const { view, children } = prepared.view(record);
    views.push(view);
    taken += 1 + children;
  }
  return { views, rest: records.slice(views.length) };
};

const pageSize = (call: ApiCall): number => {
  const asked = Number(/batchSize\s*=\s*(\d+)/i.exec(call.headers['sforce-query-options'] ?? '')?.[1] ?? batchMax);
  return Math.min(Math.max(asked, batchMin), batchMax, readSettings(call.reader).queryPageMax);
};

const keepCursor = (call: ApiCall, soql: string, includeDeleted: boolean, records: SfRecord[]): Cursor =>
  call.write((tx) => {
    const mine = tx.list('cursors').filter(({ orgId }) => orgId === call.org.id);
    const old = mine.slice(0, Math.max(0, mine.length - cursorsMax + 1));
    for (const { id } of old) tx.remove('cursors', id);
    const id = `0r8${tx.ids.text(15)}`;
    const recordIds = records.map((record) => record.id);
    const cursor: Cursor = { id, orgId: call.org.id, soql, includeDeleted, recordIds, createdAt: tx.at };
    tx.put('cursors', cursor);
    return cursor;
  });

const pageView = (call: ApiCall, { id, recordIds }: Cursor, views: Json[], start = 0): Json => {
  const end = start + views.length;
  const done = end >= recordIds.length;
  const next = done ? {} : { nextRecordsUrl: `${call.base}/query/${id}-${end}` };
  return { totalSize: recordIds.length, done, ...next, records: views };
};

/** The next page: the records that the query found, in their current state. */
const nextPage = (call: ApiCall): HttpAnswer => {
  const [, id = '', from] = /^([0-9A-Za-z]+)-(\d+)$/.exec(call.params.locator ?? '') ?? [];
  const cursor = call.reader.get('cursors', id);
  const start = Number(from);
  const isOpen = cursor?.orgId === call.org.id && call.now - cursor.createdAt < cursorLifeMs;
  if (!cursor || !isOpen || start > cursor.recordIds.length) {
    throw refusal(400, { errorCode: 'INVALID_QUERY_LOCATOR', message: 'invalid query locator' });
  }
  const prepared = prepare(call, cursor.soql, cursor.includeDeleted);
  const records = cursor.recordIds.slice(start).flatMap((recordId) => call.reader.get('records', recordId) ?? []);
  return sfAnswer(200, pageView(call, cursor, takePage(call, prepared, records).views, start));
};

export const queryRoutes: Route[] = [
  { name: 'Query', method: 'GET', path: '/query', run: runQuery(false) },
  { name: 'QueryAll', method: 'GET', path: '/queryAll', run: runQuery(true) },
  { name: 'QueryMore', method: 'GET', path: '/query/:locator', run: nextPage },
  { name: 'QueryMore', method: 'GET', path: '/queryAll/:locator', run: nextPage },
];
