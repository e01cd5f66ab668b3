import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findAttachmentsOfComments } from '../attachment/store.ts';
import { findTicket } from '../ticket/store.ts';
import { type CommentListParams, commentFields } from './fields.ts';
import { selectComments } from './store.ts';
import { viewComments } from './view.ts';

type Input = { params: { ticketId: string }; query: z.output<typeof CommentListParams> };

export const listComments = async (call: ReadCall, { params, query }: Input) => {
  const page = readQueryPage(call, query, commentFields);
  const ticket = requireFound(await findTicket(call.db, params.ticketId), 'support ticket');
  const selected = await selectComments(call.db, page, ticket.id);
  setPageHeaders(call, page, selected);
  const attachments = await findAttachmentsOfComments(
    call.db,
    selected.rows.map(({ id }) => id),
  );
  return pagedReply(page, viewComments(call.orgId, selected.rows, attachments), selected.total);
};
