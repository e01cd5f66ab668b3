import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type TicketListParams, ticketFields } from './fields.ts';
import { showTicket } from './show-ticket.ts';
import { findTicket, selectTickets, type TicketFilter } from './store.ts';
import { viewTicket } from './view.ts';

export const getSupportTicket = async (call: ReadCall, { params }: { params: { ticketId: string } }) => {
  const ticket = requireFound(await findTicket(call.db, params.ticketId), 'support ticket');
  call.setVersion(ticket.version);
  return showTicket(call, ticket);
};

export const listSupportTickets = async (call: ReadCall, { query }: { query: z.output<typeof TicketListParams> }) => {
  const page = readListPage(call, query, ticketFields);
  const filter: TicketFilter = {
    ...(query.creator && { creator: query.creator }),
    ...(query.watcher && { watcher: query.watcher }),
    ...(query.keyword && { keyword: query.keyword }),
  };
  const selected = await selectTickets(call.db, page, filter);
  setPageHeaders(call, page, selected);
  return { items: selected.rows.map((ticket) => viewTicket(call.orgId, ticket)), totalCount: selected.total };
};
