import type { Json, StripeCall } from '../state.ts';
import { needThing, thingsOf } from '../things.ts';
import { unfit } from '../wire/errors.ts';
import { createdParam, listAnswer, listParams } from '../wire/list.ts';
import { readParams, textOf } from '../wire/params.ts';

/**
 * Lists balance transactions, newest first. Source: docs.stripe.com/payouts/reconciliation: the transactions of a
 * payout are known for automatic payouts only, and once its `reconciliation_status` is `completed`. Until then the
 * list contains only the payout's own transaction; this and the wording for manual payouts are not confirmed.
 */
export const listTransactions = (call: StripeCall): Json => {
  const spec = {
    ...listParams,
    ...createdParam,
    currency: 'text',
    payout: 'text',
    source: 'text',
    type: 'text',
  } as const;
  const params = readParams(call.params, spec);
  const payoutId = textOf(params.payout);
  const payout = payoutId === null ? null : needThing(call, 'payout', payoutId, 'payout').wire;
  if (payout && payout.automatic !== true) {
    throw unfit('Balance transaction history can only be filtered on automatic transfers, not manual.', {
      param: 'payout',
    });
  }
  const isKnown = payout?.reconciliation_status === 'completed';
  const things = thingsOf(call.tx, 'balance_transaction', call.account.id).filter(({ id, wire, hidden }) => {
    for (const name of ['currency', 'source', 'type']) {
      if (params[name] !== undefined && wire[name] !== params[name]) return false;
    }
    if (!payout) return true;
    return isKnown ? hidden.payout === payoutId : id === payout.balance_transaction;
  });
  return listAnswer(call, 'balance_transaction', things, { params, url: '/v1/balance_transactions' });
};
