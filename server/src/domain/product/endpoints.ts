import { z } from 'zod';
import { type Endpoint, reads } from '../../contract/endpoint.ts';
import { MeteringDimension } from '../../contract/reference/dimensions.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import {
  getProduct,
  listProductMeteringDimensions,
  listProducts,
  listProductsByPartner,
  queryProducts,
} from './reads.ts';
import { PartnerProductParams, Product, ProductListParams, ProductQueryParams, WorkloadProduct } from './schema.ts';

const productId = { productId: { id: 'prod', noun: 'product' } } as const;

export const productEndpoints: Endpoint[] = [
  reads({
    id: 'listProductsByPartner',
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/product',
    family: 'product',
    permission: 'product:read',
    summary: 'List the products of a cloud partner',
    params: { partner: { text: true, noun: 'partner', values: ['AWS', 'AZURE', 'GCP'] } },
    query: PartnerProductParams,
    reply: z.array(WorkloadProduct),
    replyHeaders: listHeaders,
    read: listProductsByPartner,
  }),
  reads({
    id: 'listProducts',
    method: 'GET',
    path: '/org/{orgId}/product',
    family: 'product',
    permission: 'product:read',
    summary: 'List products',
    notes: 'Deleted products are left out.',
    query: ProductListParams,
    reply: z.array(WorkloadProduct),
    replyHeaders: listHeaders,
    read: listProducts,
  }),
  reads({
    id: 'queryProducts',
    method: 'GET',
    path: '/org/{orgId}/product/query',
    family: 'product',
    permission: 'product:read',
    summary: 'Query products',
    notes: 'Deleted products are left out unless q asks for that status.',
    query: ProductQueryParams,
    reply: paged(Product),
    replyHeaders: listHeaders,
    read: queryProducts,
  }),
  reads({
    id: 'getProduct',
    method: 'GET',
    path: '/org/{orgId}/product/{productId}',
    family: 'product',
    permission: 'product:read',
    summary: 'Get a product',
    params: productId,
    reply: WorkloadProduct,
    read: getProduct,
  }),
  reads({
    id: 'listProductMeteringDimensions',
    method: 'GET',
    path: '/org/{orgId}/product/{productId}/dimension',
    family: 'product',
    permission: 'product:read',
    summary: 'List the metering dimensions of a product',
    params: productId,
    reply: z.array(MeteringDimension.reply),
    read: listProductMeteringDimensions,
  }),
];
