import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { revenueChannels } from '../channels.ts';
import { decodeCursor, encodeCursor, payoutKey, payoutRecordKey } from './cursor.ts';
import { type DifferenceQueryParams, differenceFields } from './fields.ts';
import type { PayoutListParams, PayoutRecordListParams } from './schema.ts';
import { selectDifferences, selectPayoutRecords, selectPayouts } from './store.ts';
import { viewDifference, viewPayout, viewPayoutRecord } from './view.ts';

export const listRevenueDifferences = async (
  call: ReadCall,
  { query }: { query: z.output<typeof DifferenceQueryParams> },
) => {
  const page = readQueryPage(call, query, differenceFields);
  const { rows, nextToken, total } = await selectDifferences(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => viewDifference(call.orgId, row)),
    total,
  );
};

/** Removes the extra row that was selected to see whether there is a next page. */
const cutRows = <Row>(selected: readonly Row[], size: number, keyOf: (row: Row) => readonly unknown[]) => {
  const rows = selected.slice(0, size);
  const last = rows.at(-1);
  return { rows, ...(selected.length > size && last ? { nextCursor: encodeCursor(keyOf(last)) } : {}) };
};

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

export const listRevenuePayouts = async (call: ReadCall, { query }: { query: z.output<typeof PayoutListParams> }) => {
  const selected = await selectPayouts(
    call.db,
    {
      channel: query.partner,
      payout: given(query.payout),
      trace: given(query.traceId),
      after: decodeCursor(query.cursor, payoutKey),
    },
    query.limit + 1,
  );
  const { rows, ...next } = cutRows(selected, query.limit, (row) => [
    row.time,
    row.channel,
    row.dataset,
    row.key,
    row.position,
  ]);
  return { payouts: rows.map(viewPayout), ...next };
};

export const listRevenuePayoutRecords = async (
  call: ReadCall,
  {
    params: { partner, payout },
    query,
  }: { params: { partner: string; payout: string }; query: z.output<typeof PayoutRecordListParams> },
) => {
  const channel = requireFound(
    revenueChannels.find((one) => one === partner),
    'payout',
  );
  const after = decodeCursor(query.cursor, payoutRecordKey);
  const selected = await selectPayoutRecords(call.db, { channel, payout, after }, query.limit + 1);
  if (selected.length === 0 && after === null)
    requireFound((await selectPayouts(call.db, { channel, payout, after: null }, 1))[0], 'payout');
  const { rows, ...next } = cutRows(selected, query.limit, (row) => [row.record_id, row.currency]);
  return { records: rows.map(viewPayoutRecord), ...next };
};
