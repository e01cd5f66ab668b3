import { z } from 'zod';
import { acts, asksThenActs, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { operationHeader } from '../../engine/start-once.ts';
import { customerEvents } from './actions/apply-customer.ts';
import { askCustomer, createBuyer } from './actions/create-buyer.ts';
import { updateBuyer } from './actions/update-buyer.ts';
import { buyerContactEndpoints } from './contact-link/endpoints.ts';
import { BuyerListParams, BuyerQueryParams } from './fields.ts';
import { getBuyer, listBuyers, queryBuyers } from './reads.ts';
import { BuyerChange, IdentityBuyer, NewBuyer } from './schema.ts';
import { walletEndpoints } from './wallet/endpoints.ts';

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
  asksThenActs({
    id: 'createBuyer',
    method: 'POST',
    path: '/org/{orgId}/buyer',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Create a buyer of a payment provider',
    notes:
      'partner is STRIPE or ADYEN. Without the id of an existing customer, the operation in the response creates one, ' +
      'and its id follows. 409 if no account of the provider is connected, or if the customer belongs to another buyer.',
    body: NewBuyer,
    reply: IdentityBuyer,
    replyHeaders: operationHeader,
    emits: ['buyer.created', ...customerEvents],
    creates: true,
    ask: askCustomer,
    act: createBuyer,
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
  acts({
    id: 'updateBuyer',
    method: 'PATCH',
    path: '/org/{orgId}/buyer/{buyerId}',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Update a buyer',
    notes:
      'The payment currency cannot change once it is set (400). An operation updates the customer at the provider.',
    params: { buyerId: { id: 'buyer', noun: 'buyer' } },
    body: BuyerChange,
    reply: IdentityBuyer,
    replyHeaders: operationHeader,
    emits: ['buyer.updated'],
    act: updateBuyer,
  }),
  ...walletEndpoints,
  ...buyerContactEndpoints,
];
