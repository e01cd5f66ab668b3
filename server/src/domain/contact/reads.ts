import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { type PageRequest, pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { badRequest, requireFound } from '../../kit/errors.ts';
import { decodeId } from '../../kit/ids.ts';
import { type ContactListParams, type ContactQueryParams, contactFields } from './fields.ts';

import { type ContactFilter, findContact, selectContacts } from './store.ts';
import { viewContact } from './view.ts';

const maxIds = 100;

export const getContact = async (call: ReadCall, { params }: { params: { contactId: string } }) => {
  const contact = requireFound(await findContact(call.db, params.contactId), 'contact');
  call.setVersion(contact.version);
  return viewContact(call.orgId, contact);
};

const idsOf = (text: string): string[] => {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids.length > maxIds)
    throw badRequest([{ path: 'contactIds', code: 'too_many', message: `contains more than ${maxIds} ids` }]);
  return ids.flatMap((id) => decodeId('contact', id) ?? []);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: ContactFilter) => {
  const { rows, nextToken, total } = await selectContacts(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => viewContact(call.orgId, row)), total };
};

export const listContacts = async (call: ReadCall, { query }: { query: z.output<typeof ContactListParams> }) => {
  const ids = query.contactIds ? idsOf(query.contactIds) : undefined;
  const { limit: _limit, offset: _offset, page_token: _token, ...filters } = query;
  const page = readListPage(call, ids ? filters : query, contactFields);
  const filter: ContactFilter = {
    ...(ids ? { ids } : {}),
    ...(query.emailDomain ? { emailDomain: query.emailDomain } : {}),
    ...(query.keyword ? { keyword: query.keyword } : {}),
  };
  return (await readPage(call, page, filter)).data;
};

export const queryContacts = async (call: ReadCall, { query }: { query: z.output<typeof ContactQueryParams> }) => {
  const page = readQueryPage(call, query, contactFields);
  const { data, total } = await readPage(call, page, {});
  return pagedReply(page, data, total);
};
