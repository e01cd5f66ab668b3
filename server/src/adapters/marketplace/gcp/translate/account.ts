import type { Account } from '../answers.ts';
import { idOf } from './names.ts';

/**
 * The account of a customer in the reference's words. `parentBillingAccountId`: the billing account of the reseller from whom it
 * buys ("applicable only when the corresponding billing account is a subaccount of a reseller": Partner Procurement, Account);
 * null removes the one that was known.
 */
export const accountDocument = ({
  resellerParentBillingAccount: parent,
  ...account
}: Account): Record<string, unknown> => ({
  ...account,
  id: idOf(account.name),
  parentBillingAccountId: parent ? idOf(parent) : null,
});
