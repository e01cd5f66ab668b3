import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { eventFields, type RevenueQueryParams, revenueFields } from './fields.ts';
import type { RevenueRecord } from './record.ts';
import type { RevenueEventParams } from './schema.ts';
import { findRecord, selectEvents, selectRecords } from './store.ts';
import { viewRecord } from './view.ts';

type OfRecord = { params: { partner: string; recordId: string } };

type Query = z.output<typeof RevenueQueryParams>;

/** A page of records by the query language, in the shape that `view` gives them. */
export const pageOfRecords = async <View>(
  call: ReadCall,
  query: Query,
  view: (orgId: string, record: RevenueRecord) => View,
) => {
  const page = readQueryPage(call, query, revenueFields);
  const { rows, nextToken, total } = await selectRecords(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => view(call.orgId, row)),
    total,
  );
};

export const listUnifiedRevenueRecords = (call: ReadCall, { query }: { query: Query }) =>
  pageOfRecords(call, query, viewRecord);

/** 404 also if the record is of another partner than the path says. */
const readRecord = async (call: ReadCall, { partner, recordId }: OfRecord['params']) =>
  requireFound(await findRecord(call.db, partner, recordId), 'revenue record');

export const getUnifiedRevenueRecord = async (call: ReadCall, { params }: OfRecord) => {
  const record = await readRecord(call, params);
  call.setVersion(record.version);
  return viewRecord(call.orgId, record);
};

export const listUnifiedRevenueRecordEvents = async (
  call: ReadCall,
  { params, query }: OfRecord & { query: z.output<typeof RevenueEventParams> },
) => {
  const { id } = await readRecord(call, params);
  const page = readListPage(call, query, eventFields, { standard: 1000, max: 1000, order: 'id:asc' });
  const { rows, nextToken, total } = await selectEvents(call.db, page, id);
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map(({ previous_hash: previousHash, time, sequence, type, source, changes, hash }) => ({
    sequence,
    type,
    time: time.toISOString(),
    source,
    changes,
    previousHash,
    hash,
  }));
};
