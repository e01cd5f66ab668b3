import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findEntitlement } from '../store.ts';
import { type CancellationQueryParams, cancellationFields } from './fields.ts';
import { selectCancellations } from './store.ts';
import { viewCancellation } from './view.ts';

export const listEntitlementCancellationRequests = async (
  call: ReadCall,
  { params, query }: { params: { entitlementId: string }; query: z.output<typeof CancellationQueryParams> },
) => {
  requireFound(await findEntitlement(call.db, params.entitlementId), 'entitlement');
  const page = readQueryPage(call, query, cancellationFields);
  const { rows, nextToken, total } = await selectCancellations(call.db, page, params.entitlementId);
  setPageHeaders(call, page, { rows, nextToken, total });
  const data = rows.map((row) => viewCancellation(call.orgId, row));
  return pagedReply(page, data, total);
};
