import { scheduleActivation } from '../buyer/activate-order.ts';
import { endOrder } from '../buyer/cancel-order.ts';
import { notFound, preconditionFailed, refusal } from '../errors.ts';
import { answerPage } from '../paging.ts';
import { publishAccount } from '../pubsub/events.ts';
import type { ApiCall, Route } from '../route.ts';
import { type Approval, type BuyerAccount, type GcpChange, type GcpReader, type Json, nextUpdate } from '../state.ts';
import { accountView } from './views.ts';

const path = '/procurement/v1/providers/:provider/accounts';
const reasonMax = 256;

const listAccounts = (call: ApiCall): Json => {
  checkProvider(call);
  const rows = call.store.list('accounts').filter(({ sellerId }) => sellerId === call.seller.id);
  return answerPage(call, rows, { field: 'accounts', sizeDefault: 25, sizeMax: 200, view: (row) => accountView(row) });
};

const views = ['ACCOUNT_VIEW_UNSPECIFIED', 'ACCOUNT_VIEW_BASIC', 'ACCOUNT_VIEW_FULL'];

const getAccount = (call: ApiCall): Json => {
  const view = call.query.get('view') ?? 'ACCOUNT_VIEW_BASIC';
  if (!views.includes(view)) throw refusal('INVALID_ARGUMENT', `Invalid value at 'view': "${view}"`);
  return accountView(findAccount(call), view);
};

const approveAccount = (call: ApiCall): Json => {
  call.write((transaction) => {
    const account = decide(transaction, call, 'APPROVED');
    const properties = (call.body.properties ?? {}) as Record<string, string>;
    const active: BuyerAccount = {
      ...account,
      state: 'ACCOUNT_ACTIVE',
      properties: { ...account.properties, ...properties },
    };
    transaction.put('accounts', active);
    if (account.state !== active.state) {
      publishAccount(transaction, active, 'ACCOUNT_ACTIVE', `APPROVE_ACCOUNT-${transaction.ids.uuid()}`);
    }
    for (const order of transaction.list('entitlements')) {
      const waits = order.state === 'ENTITLEMENT_ACTIVATION_REQUESTED' && order.approved;
      if (order.accountId === account.id && waits) scheduleActivation(transaction, order);
    }
  });
  return {};
};

const rejectAccount = (call: ApiCall): Json => {
  call.write((transaction) => transaction.put('accounts', decide(transaction, call, 'REJECTED')));
  return {};
};

/** Ends all orders and requires sign-up again; meant for tests by a seller. */
const resetAccount = (call: ApiCall): Json => {
  call.write((transaction) => {
    const account = findAccount(call, transaction);
    for (const order of transaction.list('entitlements')) {
      const isOpen = order.accountId === account.id && order.state !== 'ENTITLEMENT_CANCELLED';
      if (isOpen) endOrder(transaction, order, 'account-closed');
    }
    const updatedAt = nextUpdate(transaction, account);
    transaction.put('accounts', {
      ...account,
      approvals: [{ name: 'signup', state: 'PENDING', updatedAt }],
      updatedAt,
    });
  });
  return {};
};

export const accountRoutes: Route[] = [
  { name: 'ListAccounts', method: 'GET', path, run: listAccounts },
  { name: 'GetAccount', method: 'GET', path: `${path}/:account`, run: (call) => getAccount(call) },
  { name: 'ApproveAccount', method: 'POST', path: `${path}/:account`, verb: 'approve', run: approveAccount },
  { name: 'RejectAccount', method: 'POST', path: `${path}/:account`, verb: 'reject', run: rejectAccount },
  { name: 'ResetAccount', method: 'POST', path: `${path}/:account`, verb: 'reset', run: resetAccount },
];

/** Refuses calls about another provider. */
export const checkProvider = ({ seller, params }: ApiCall): void => {
  if (params.provider !== seller.id) throw refusal('PERMISSION_DENIED', 'The caller does not have permission');
};

const findAccount = (call: ApiCall, reader: GcpReader = call.store): BuyerAccount => {
  checkProvider(call);
  const account = reader.get('accounts', call.params.account ?? '');
  if (account?.sellerId !== call.seller.id) throw notFound();
  return account;
};

/** Grants or refuses a pending approval. */
const decide = (transaction: GcpChange, call: ApiCall, state: Approval['state']): BuyerAccount => {
  const account = findAccount(call, transaction);
  const name = call.body.approvalName ?? 'signup';
  const approval = account.approvals.find((item) => item.name === name);
  if (!approval) throw refusal('INVALID_ARGUMENT', `The account has no approval named ${String(name)}.`);
  if (approval.state !== 'PENDING') throw preconditionFailed();
  const reason = typeof call.body.reason === 'string' ? cutBytes(call.body.reason) : undefined;
  const updatedAt = nextUpdate(transaction, account);
  const decided: Approval = { name: approval.name, state, ...(reason ? { reason } : {}), updatedAt };
  const approvals = account.approvals.map((item) => (item === approval ? decided : item));
  return { ...account, approvals, updatedAt };
};

/** Truncates reasons longer than 256 bytes. */
const cutBytes = (text: string): string =>
  Buffer.from(text)
    .subarray(0, reasonMax)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
