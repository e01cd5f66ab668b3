import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type RelationshipListParams, relationshipFields } from './fields.ts';
import { showRelationship, showRelationships } from './show-relationships.ts';
import { findRelationship, selectRelationships } from './store.ts';

export const listPartnerRelationships = async (
  call: ReadCall,
  { query }: { query: z.output<typeof RelationshipListParams> },
) => {
  const page = readQueryPage(call, query, relationshipFields);
  const selected = await selectRelationships(call.db, page);
  setPageHeaders(call, page, selected);
  return pagedReply(page, await showRelationships(call, selected.rows), selected.total);
};

export const getPartnerRelationship = async (call: ReadCall, { params }: { params: { partnerId: string } }) => {
  const row = requireFound(await findRelationship(call.db, params.partnerId), 'partner relationship');
  call.setVersion(row.version);
  return showRelationship(call, row);
};
