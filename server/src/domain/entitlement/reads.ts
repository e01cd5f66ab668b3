import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { type PageRequest, pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { asksFor } from '../../contract/query/asks-for.ts';
import { notFound, requireFound } from '../../kit/errors.ts';
import { decodeId, nilId } from '../../kit/ids.ts';
import {
  type EntitlementListParams,
  type EntitlementQueryParams,
  entitlementFields,
  type TermListParams,
  termFields,
} from './fields.ts';

import { type EntitlementFilter, findEntitlement, selectEntitlements } from './store.ts';
import { findTerm, selectTerms } from './term/store.ts';
import { viewEntitlement, viewTerm } from './view.ts';

export const getEntitlement = async (call: ReadCall, { params }: { params: { entitlementId: string } }) => {
  const entitlement = requireFound(await findEntitlement(call.db, params.entitlementId), 'entitlement');
  call.setVersion(entitlement.version);
  return viewEntitlement(call.orgId, entitlement);
};

export const getEntitlementTerm = async (
  call: ReadCall,
  { params }: { params: { entitlementId: string; entitlementTermId: string } },
) => {
  const term = requireFound(
    await findTerm(call.db, params.entitlementId, params.entitlementTermId),
    'entitlement term',
  );
  call.setVersion(term.version);
  return viewTerm(call.orgId, term);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: EntitlementFilter) => {
  const { rows, nextToken, total } = await selectEntitlements(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => viewEntitlement(call.orgId, row)), total };
};

export const listEntitlements = async (
  call: ReadCall,
  { query }: { query: z.output<typeof EntitlementListParams> },
) => {
  const page = readListPage(call, query, entitlementFields);
  const { data } = await readPage(call, page, {
    withDeleted: asksFor(page.query, 'status', 'DELETED'),
    ...(query.externalId ? { externalId: query.externalId } : {}),
    ...(query.awsAccountId ? { awsAccountId: query.awsAccountId } : {}),
    ...(query.contactId ? { contactId: decodeId('contact', query.contactId) ?? nilId } : {}),
  });
  return data;
};

export const queryEntitlements = async (
  call: ReadCall,
  { query }: { query: z.output<typeof EntitlementQueryParams> },
) => {
  const page = readQueryPage(call, query, entitlementFields);
  const { data, total } = await readPage(call, page, { withDeleted: asksFor(page.query, 'status', 'DELETED') });
  return pagedReply(page, data, total);
};

export const listEntitlementTerms = async (
  call: ReadCall,
  { params, query }: { params: { entitlementId: string }; query: z.output<typeof TermListParams> },
) => {
  const page = readListPage(call, query, termFields);
  const { rows, nextToken, total } = await selectTerms(call.db, page, params.entitlementId);
  if (rows.length === 0 && !(await findEntitlement(call.db, params.entitlementId))) throw notFound('entitlement');
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map((row) => viewTerm(call.orgId, row));
};
