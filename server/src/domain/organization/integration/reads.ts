import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type IntegrationListParams, integrationFields } from './fields.ts';

import { findIntegration, selectIntegrations } from './store.ts';
import { viewIntegration } from './view.ts';

export const getIntegration = async (call: ReadCall, { params }: { params: { integrationId: string } }) => {
  const integration = requireFound(await findIntegration(call.db, params.integrationId), 'integration');
  call.setVersion(integration.version);
  return viewIntegration(integration);
};

export const listIntegrations = async (
  call: ReadCall,
  { query }: { query: z.output<typeof IntegrationListParams> },
) => {
  const page = readQueryPage(call, query, integrationFields);
  const { rows, nextToken, total } = await selectIntegrations(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(page, rows.map(viewIntegration), total);
};
