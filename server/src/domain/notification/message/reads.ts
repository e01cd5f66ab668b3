import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type MessageListParams, messageFields } from './fields.ts';

import { hiddenFrom } from './hidden.ts';
import { findShownMessage, selectMessages } from './store.ts';
import { viewMessage } from './view.ts';

export const getNotificationMessage = async (
  call: ReadCall,
  { params }: { params: { notificationMessageId: string } },
) => {
  const found = await findShownMessage(call.db, params.notificationMessageId, hiddenFrom(call.membership));
  const message = requireFound(found, 'message');
  call.setVersion(message.version);
  return viewMessage(call.orgId, message);
};

export const listNotificationMessages = async (
  call: ReadCall,
  { query }: { query: z.output<typeof MessageListParams> },
) => {
  const page = readListPage(call, query, messageFields);
  const filter = { ...(query.keyword ? { keyword: query.keyword } : {}), hidden: hiddenFrom(call.membership) };
  const { rows, nextToken, total } = await selectMessages(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    notificationMessages: rows.map((row) => viewMessage(call.orgId, row)),
    ...(page.offset === 0 ? { totalCount: total } : {}),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
