import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { type PageRequest, pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { asksFor } from '../../contract/query/asks-for.ts';
import { requireFound } from '../../kit/errors.ts';
import { decodeId, nilId } from '../../kit/ids.ts';
import { type OfferListParams, type OfferQueryParams, offerFields } from './fields.ts';

import { findOfferText, findOfferTextByExternalId, type OfferFilter, selectOffers } from './store.ts';
import { showOffer } from './view.ts';

export const getOffer = async (call: ReadCall, { params }: { params: { offerId: string } }) => {
  const offer = requireFound(await findOfferText(call.db, params.offerId), 'offer');
  call.setVersion(offer.version);
  return showOffer(call.orgId, offer);
};

export const getOfferByExternalId = async (call: ReadCall, { params }: { params: { offerExternalId: string } }) => {
  const offer = requireFound(await findOfferTextByExternalId(call.db, params.offerExternalId), 'offer');
  call.setVersion(offer.version);
  return showOffer(call.orgId, offer);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: OfferFilter) => {
  const { rows, nextToken, total } = await selectOffers(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => showOffer(call.orgId, row)), total };
};

export const listOffers = async (call: ReadCall, { query }: { query: z.output<typeof OfferListParams> }) => {
  const page = readListPage(call, query, offerFields);
  const { data } = await readPage(call, page, {
    withDeleted: asksFor(page.query, 'status', 'DELETED'),
    ...(query.contactId ? { contactId: decodeId('contact', query.contactId) ?? nilId } : {}),
  });
  return data;
};

export const queryOffers = async (call: ReadCall, { query }: { query: z.output<typeof OfferQueryParams> }) => {
  const page = readQueryPage(call, query, offerFields);
  const { data, total } = await readPage(call, page, { withDeleted: asksFor(page.query, 'status', 'DELETED') });
  return pagedReply(page, data, total);
};
