import { z } from 'zod';
import { type ControlRoutes, readControlBody } from '../../kit/control.ts';
import { change, type Simulation } from '../../kit/simulation.ts';
import { endOrder } from '../buyer/cancel-order.ts';
import { signUp } from '../console/sign-up.ts';
import { accountView } from '../procurement/views.ts';
import { publishAccount } from '../pubsub/events.ts';
import { type BuyerAccount, type GcpTables, type Json, nextUpdate } from '../state.ts';
import { findRow } from './find.ts';

const resellerBody = z.strictObject({
  billingAccount: z
    .string()
    .regex(/^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$/)
    .nullable(),
});

/** Customers: their sign-up with a seller, and the deletion of their account. */
export const buyerRoutes: ControlRoutes<GcpTables> = {
  'GET /buyer-account': ({ simulation }) => ({
    value: { buyerAccounts: simulation.store.list('accounts').map(view) },
  }),

  'POST /buyer-account/:id/sign-up-token': ({ simulation, params }) => ({
    value: token(simulation, findRow(simulation.store, 'accounts', params.id)),
    created: true,
  }),

  'POST /order/:id/sign-up-token': ({ simulation, params }) => {
    const { accountId } = findRow(simulation.store, 'entitlements', params.id);
    return { value: token(simulation, findRow(simulation.store, 'accounts', accountId)), created: true };
  },

  'PUT /buyer-account/:id/reseller': ({ simulation, params, body }) => {
    const { billingAccount } = readControlBody(resellerBody, body);
    return change(simulation, (transaction) => {
      const account = findRow(transaction, 'accounts', params.id);
      const linked = { ...account, resellerParent: billingAccount, updatedAt: nextUpdate(transaction, account) };
      transaction.put('accounts', linked);
      return { value: view(linked) };
    });
  },

  'POST /buyer-account/:id/delete': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const account = findRow(transaction, 'accounts', params.id);
      for (const order of transaction.list('entitlements')) {
        if (order.accountId !== account.id) continue;
        if (order.state !== 'ENTITLEMENT_CANCELLED') endOrder(transaction, order, 'account-closed');
      }
      publishAccount(transaction, account, 'ACCOUNT_DELETED', `DELETE_ACCOUNT-${transaction.ids.uuid()}`);
      transaction.remove('accounts', account.id);
      return { value: view(account) };
    }),
};

const view = (account: BuyerAccount): Json => {
  const { id, sellerId, billingAccount, userIdentity } = account;
  return {
    id,
    accountId: sellerId,
    billingAccount,
    userIdentity,
    signUpPath: `/gcp/console/sign-up/${id}`,
    account: accountView(account, 'ACCOUNT_VIEW_FULL'),
  };
};

const token = (simulation: Simulation<GcpTables>, account: BuyerAccount): Json => ({
  buyerAccountId: account.id,
  ...signUp(simulation, account),
});
