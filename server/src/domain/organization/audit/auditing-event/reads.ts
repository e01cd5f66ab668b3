import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../../contract/page.ts';
import { type AuditingEventQueryParams, auditingEventFields } from './fields.ts';
import { selectAuditingEvents } from './store.ts';
import { viewAuditingEvent } from './view.ts';

export const queryAuditingEvents = async (
  call: ReadCall,
  { query }: { query: z.output<typeof AuditingEventQueryParams> },
) => {
  const page = readQueryPage(call, query, auditingEventFields);
  const { rows, nextToken, total } = await selectAuditingEvents(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => viewAuditingEvent(call.orgId, row, call.membership)),
    total,
  );
};
