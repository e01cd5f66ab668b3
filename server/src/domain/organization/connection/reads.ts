import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type ConnectionListParams, connectionFields } from './fields.ts';
import { findConnection, selectConnections } from './store.ts';
import { viewConnection } from './view.ts';

export const getConnection = async (call: ReadCall, { params }: { params: { integrationId: string } }) => {
  const connection = requireFound(await findConnection(call.db, params.integrationId), 'integration');
  call.setVersion(connection.version);
  return viewConnection(connection);
};

export const listConnections = async (call: ReadCall, { query }: { query: z.output<typeof ConnectionListParams> }) => {
  const page = readQueryPage(call, query, connectionFields);
  const { rows, nextToken, total } = await selectConnections(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(page, rows.map(viewConnection), total);
};
