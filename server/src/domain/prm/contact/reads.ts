import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findRelationship } from '../relationship/store.ts';
import { type PartnerContactListParams, partnerContactFields } from './fields.ts';
import { selectContacts } from './store.ts';
import { viewPartnerContact } from './view.ts';

type Input = { params: { partnerId: string }; query: z.output<typeof PartnerContactListParams> };

export const listPartnerContacts = async (call: ReadCall, { params, query }: Input) => {
  const page = readQueryPage(call, query, partnerContactFields);
  const { id } = requireFound(await findRelationship(call.db, params.partnerId), 'partner relationship');
  const selected = await selectContacts(call.db, page, id);
  setPageHeaders(call, page, selected);
  return pagedReply(page, selected.rows.map(viewPartnerContact), selected.total);
};
