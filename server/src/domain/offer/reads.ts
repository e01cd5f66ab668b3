import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { type PageRequest, pagedReply, readListPage, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { asksFor } from '../../contract/query/asks-for.ts';
import { notFound } from '../../kit/errors.ts';
import { decodeId, nilId } from '../../kit/ids.ts';
import { offerFields } from './fields.ts';
import type { OfferListParams, OfferQueryParams } from './schema.ts';
import { findOfferText, findOfferTextByExternalId, type OfferFilter, selectOffers } from './store.ts';
import { showOffer } from './view.ts';

export const getOffer = async (call: ReadCall, { params }: { params: { offerId: string } }) => {
  const offer = await findOfferText(call.db, params.offerId);
  if (!offer) throw notFound('offer');
  call.setVersion(offer.version);
  return showOffer(call.orgId, offer);
};

export const getOfferByExternalId = async (call: ReadCall, { params }: { params: { offerExternalId: string } }) => {
  const offer = await findOfferTextByExternalId(call.db, params.offerExternalId);
  if (!offer) throw notFound('offer');
  call.setVersion(offer.version);
  return showOffer(call.orgId, offer);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: OfferFilter) => {
  const { rows, nextToken, total } = await selectOffers(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => showOffer(call.orgId, row)), total };
};

export const listOffers = async (call: ReadCall, { query }: { query: z.output<typeof OfferListParams> }) => {
  const page = readListPage(query, offerFields);
  const { data } = await readPage(call, page, {
    ...(query.status ? { status: query.status } : {}),
    ...(query.partner ? { partner: query.partner } : {}),
    ...(query.offerType ? { offerType: query.offerType } : {}),
    ...(query.hubspotDealId ? { hubspotDealId: query.hubspotDealId } : {}),
    ...(query.salesforceOpportunityId ? { salesforceOpportunityId: query.salesforceOpportunityId } : {}),
    ...(query.productId ? { productId: decodeId('prod', query.productId) ?? nilId } : {}),
    ...(query.buyerId ? { buyerId: decodeId('buyer', query.buyerId) ?? nilId } : {}),
    ...(query.contactId ? { contactId: decodeId('contact', query.contactId) ?? nilId } : {}),
  });
  return data;
};

export const queryOffers = async (call: ReadCall, { query }: { query: z.output<typeof OfferQueryParams> }) => {
  const page = readQueryPage(query, offerFields);
  const { data, total } = await readPage(call, page, { withDeleted: asksFor(page.query, 'status', 'DELETED') });
  return pagedReply(page, data, total);
};
