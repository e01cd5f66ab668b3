import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { IdentityBuyer } from '../schema.ts';
import { closeWallet } from './actions/close-wallet.ts';
import { createCreditWallet } from './actions/create-credit-wallet.ts';
import { deleteWallet } from './actions/delete-wallet.ts';
import { setDefaultWallet } from './actions/set-default-wallet.ts';
import { updateCreditWallet } from './actions/update-credit-wallet.ts';
import { WalletListParams } from './fields.ts';
import { listBuyerWallets } from './reads.ts';
import { BillingWallet, CreditWalletChange, NewCreditWallet } from './schema.ts';
import { stateTables } from './states.ts';

const buyerId = { buyerId: { id: 'buyer', noun: 'buyer' } } as const;
const walletId = { ...buyerId, walletId: { id: 'wallet', noun: 'wallet' } } as const;

const move = movesOf('wallet', stateTables.wallet);

export const walletEndpoints: Endpoint[] = [
  reads({
    id: 'listBuyerWallets',
    method: 'GET',
    path: '/org/{orgId}/buyer/{buyerId}/wallet',
    family: 'buyer',
    permission: 'buyer:read',
    summary: 'List the wallets of a buyer',
    notes: 'Credit, and the payment methods held by the provider. Deleted wallets are left out.',
    params: buyerId,
    query: WalletListParams,
    reply: z.array(BillingWallet),
    replyHeaders: listHeaders,
    read: listBuyerWallets,
  }),
  acts({
    id: 'createCreditWallet',
    method: 'POST',
    path: '/org/{orgId}/buyer/{buyerId}/wallet',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Create a credit wallet',
    notes: 'Credit pays before payment methods, earliest expiry first. 409 for buyers of marketplaces.',
    params: buyerId,
    body: NewCreditWallet,
    bodyOptional: true,
    reply: BillingWallet,
    emits: ['wallet.created'],
    creates: true,
    act: createCreditWallet,
  }),
  acts({
    id: 'updateCreditWallet',
    method: 'PATCH',
    path: '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Update startTime or expireTime of a credit wallet',
    notes:
      'Without a body nothing changes. A later expireTime makes an EXPIRED wallet ACTIVE again. 409 for payment methods.',
    params: walletId,
    body: CreditWalletChange,
    bodyOptional: true,
    reply: BillingWallet,
    moves: move(['update', 'updateExpired']),
    emits: ['wallet.updated'],
    act: updateCreditWallet,
  }),
  acts({
    id: 'deleteBuyerWallet',
    method: 'DELETE',
    path: '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Delete a wallet',
    notes: 'A payment method is also detached at the provider. 409 while a charge is pending.',
    params: walletId,
    reply: z.string(),
    replyHeaders: operationHeader,
    moves: move('delete'),
    emits: ['wallet.deleted', 'buyer.updated'],
    act: deleteWallet,
  }),
  acts({
    id: 'closeCreditWallet',
    method: 'PATCH',
    path: '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}/close',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Close a wallet',
    notes: 'It never pays again. A payment method is also detached at the provider.',
    params: walletId,
    reply: BillingWallet,
    replyHeaders: operationHeader,
    moves: move('close'),
    emits: ['wallet.closed', 'buyer.updated'],
    act: closeWallet,
  }),
  acts({
    id: 'setBuyerDefaultWallet',
    method: 'PATCH',
    path: '/org/{orgId}/buyer/{buyerId}/wallet/{walletId}/default',
    family: 'buyer',
    permission: 'buyer:write',
    summary: 'Make a payment method the default wallet',
    notes:
      'Returns the buyer, whose version If-Match names. Credit cannot be the default, because it always pays first.',
    params: walletId,
    reply: IdentityBuyer,
    replyHeaders: operationHeader,
    moves: move('default'),
    emits: ['buyer.updated'],
    act: setDefaultWallet,
  }),
];
