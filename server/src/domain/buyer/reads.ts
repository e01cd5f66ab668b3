import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { type PageRequest, pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { requireFound } from '../../kit/errors.ts';
import { decodeId, nilId } from '../../kit/ids.ts';
import { type BuyerListParams, type BuyerQueryParams, buyerFields } from './fields.ts';

import { type BuyerFilter, findBuyer, selectBuyers } from './store.ts';
import { viewBuyer } from './view.ts';

export const getBuyer = async (call: ReadCall, { params }: { params: { buyerId: string } }) => {
  const buyer = requireFound(await findBuyer(call.db, params.buyerId), 'buyer');
  call.setVersion(buyer.version);
  return viewBuyer(call.orgId, buyer);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: BuyerFilter) => {
  const { rows, nextToken, total } = await selectBuyers(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => viewBuyer(call.orgId, row)), total };
};

export const listBuyers = async (call: ReadCall, { query }: { query: z.output<typeof BuyerListParams> }) => {
  const page = readListPage(call, query, buyerFields);
  const { data } = await readPage(call, page, {
    ...(query.awsAccountId ? { awsAccountId: query.awsAccountId } : {}),
    ...(query.emailDomain ? { emailDomain: query.emailDomain } : {}),
    ...(query.contactId ? { contactId: decodeId('contact', query.contactId) ?? nilId } : {}),
  });
  return data;
};

export const queryBuyers = async (call: ReadCall, { query }: { query: z.output<typeof BuyerQueryParams> }) => {
  const page = readQueryPage(call, query, buyerFields);
  const { data, total } = await readPage(call, page, {});
  return pagedReply(page, data, total);
};
