import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../../../contract/page.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { type ApiClientListParams, apiClientFields } from './fields.ts';

import { findApiClient, selectApiClients } from './store.ts';
import { viewApiClient } from './view.ts';

export const getApiClient = async (call: ReadCall, { params }: { params: { apiClientId: string } }) => {
  const client = requireFound(await findApiClient(call.db, params.apiClientId), 'API client');
  call.setVersion(client.version);
  return viewApiClient(call.orgId, client);
};

export const listApiClients = async (call: ReadCall, { query }: { query: z.output<typeof ApiClientListParams> }) => {
  const page = readListPage(call, query, apiClientFields);
  const { rows, nextToken, total } = await selectApiClients(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map((row) => viewApiClient(call.orgId, row));
};
