import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import {
  answerWhole,
  type PageRequest,
  pagedReply,
  readListPage,
  readQueryPage,
  setPageHeaders,
} from '../../contract/page.ts';
import { asksFor } from '../../contract/query/asks-for.ts';
import { requireFound } from '../../kit/errors.ts';
import { type PartnerProductParams, type ProductListParams, type ProductQueryParams, productFields } from './fields.ts';
import { parseProjection, project } from './projection.ts';
import { type Product, productFieldNames } from './schema.ts';
import { findProduct, type ProductFilter, selectProducts } from './store.ts';
import { shownProductInfo, viewProduct } from './view.ts';

export const getProduct = async (call: ReadCall, { params }: { params: { productId: string } }) => {
  const product = requireFound(await findProduct(call.db, params.productId), 'product');
  call.setVersion(product.version);
  return viewProduct(call.orgId, product);
};

export const listProductMeteringDimensions = async (call: ReadCall, { params }: { params: { productId: string } }) => {
  const product = requireFound(await findProduct(call.db, params.productId), 'product');
  return answerWhole(call, shownProductInfo.show(product.info).dimensions ?? []);
};

const readPage = async (call: ReadCall, page: PageRequest, filter: ProductFilter) => {
  const { rows, nextToken, total } = await selectProducts(call.db, page, filter);
  setPageHeaders(call, page, { rows, nextToken, total });
  return { data: rows.map((row) => viewProduct(call.orgId, row)), total };
};

export const listProducts = async (call: ReadCall, { query }: { query: z.output<typeof ProductListParams> }) => {
  const page = readListPage(call, query, productFields, { standard: 100, max: 1000 });
  const { data } = await readPage(call, page, {
    withDeleted: asksFor(page.query, 'status', 'DELETED'),
    ...(query.forCreateOffer ? { forOffer: true } : {}),
    ...(query.salesforceOpportunityId ? { salesforceOpportunityId: query.salesforceOpportunityId } : {}),
    ...(query.salesforceQuoteId ? { salesforceQuoteId: query.salesforceQuoteId } : {}),
    ...(query.hubspotDealId ? { hubspotDealId: query.hubspotDealId } : {}),
  });
  if (query.view !== 'lite') return data;
  return data.map(({ info: _info, metaInfo: _metaInfo, ...lite }) => lite);
};

export const listProductsByPartner = async (
  call: ReadCall,
  { params, query }: { params: { partner: string }; query: z.output<typeof PartnerProductParams> },
) => {
  const page = readListPage(call, query, productFields);
  const withDeleted = asksFor(page.query, 'status', 'DELETED');
  return (await readPage(call, page, { partner: params.partner, withDeleted })).data;
};

export const queryProducts = async (call: ReadCall, { query }: { query: z.output<typeof ProductQueryParams> }) => {
  const page = readQueryPage(call, query, productFields, { standard: 100, max: 200 });
  const projection = query.fields ? parseProjection(query.fields, productFieldNames) : true;
  const { data, total } = await readPage(call, page, { withDeleted: asksFor(page.query, 'status', 'DELETED') });
  return pagedReply(
    page,
    data.map((product) => project(product, projection) as z.input<typeof Product>),
    total,
  );
};
