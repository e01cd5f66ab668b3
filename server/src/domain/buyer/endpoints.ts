import { z } from 'zod';
import { type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { getBuyer, listBuyers, queryBuyers } from './reads.ts';
import { BuyerListParams, BuyerQueryParams, IdentityBuyer } from './schema.ts';

export const buyerEndpoints: Endpoint[] = [
  reads({
    id: 'listBuyers',
    method: 'GET',
    path: '/org/{orgId}/buyer',
    family: 'buyer',
    permission: 'buyer:read',
    summary: 'List buyers',
    query: BuyerListParams,
    reply: z.array(IdentityBuyer),
    replyHeaders: listHeaders,
    read: listBuyers,
  }),
  reads({
    id: 'queryBuyers',
    method: 'GET',
    path: '/org/{orgId}/buyer/query',
    family: 'buyer',
    permission: 'buyer:read',
    summary: 'Query buyers',
    query: BuyerQueryParams,
    reply: paged(IdentityBuyer),
    replyHeaders: listHeaders,
    read: queryBuyers,
  }),
  reads({
    id: 'getBuyer',
    method: 'GET',
    path: '/org/{orgId}/buyer/{buyerId}',
    family: 'buyer',
    permission: 'buyer:read',
    summary: 'Get a buyer',
    params: { buyerId: { id: 'buyer', noun: 'buyer' } },
    reply: IdentityBuyer,
    read: getBuyer,
  }),
];
