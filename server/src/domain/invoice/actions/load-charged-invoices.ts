import type { OrgDb } from '../../../db/org-db.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import { loadReturned } from '../../buyer/wallet/actions/load-returned.ts';
import { attemptReference } from '../payment.ts';
import { selectCharged, selectTried } from '../store.ts';

/** An invoice that a payment method was charged for. `refunded`: what went back to it since; `lost`: what disputes took back. */
export type ChargedInvoice = {
  id: string;
  entitlementId: string;
  currency: string;
  charged: Decimal;
  refunded: Decimal;
  lost: Decimal;
  paidTime: Date;
};

type Asked = { entitlementIds: readonly string[]; since: Date };

/** Invoices that no payment method has paid by now, with the charges of them of which disputes have taken all. */
const loadTakenBack = async (call: { db: OrgDb }, { entitlementIds, since }: Asked): Promise<ChargedInvoice[]> => {
  const tried = await selectTried(call.db, entitlementIds, since);
  const byReference = new Map(
    tried.flatMap((invoice) =>
      Array.from(
        { length: invoice.attempts },
        (_, index) => [attemptReference(invoice.id, index + 1), invoice] as const,
      ),
    ),
  );
  if (byReference.size === 0) return [];
  const returned = (await loadReturned(call, [...byReference.keys()])).filter(({ creation_time: at }) => at >= since);
  return [...Map.groupBy(returned, ({ reference }) => byReference.get(reference))].flatMap(([invoice, charges]) => {
    const [first] = charges;
    if (!invoice || !first) return [];
    const charged = charges.reduce((sum, { amount }) => sum.plus(amount), big(0)).toFixed();
    const { id, entitlement_id: entitlementId } = invoice;
    const { currency, creation_time: paidTime } = first;
    return [{ id, entitlementId, currency, charged, refunded: '0', lost: charged, paidTime }];
  });
};

/**
 * The invoices of entitlements that payment methods have paid since a time, in order of time. What credit paid is left out. An
 * invoice whose charge was taken back is one of which all is lost.
 */
export const loadChargedInvoices = async (call: { db: OrgDb }, asked: Asked): Promise<ChargedInvoice[]> => {
  const paid = (await selectCharged(call.db, asked.entitlementIds, asked.since)).map((row) => ({
    id: row.id,
    entitlementId: row.entitlement_id,
    currency: row.currency,
    charged: row.charged_amount,
    refunded: row.refunded,
    lost: row.lost_amount,
    paidTime: row.paid_time,
  }));
  const all = [...paid, ...(await loadTakenBack(call, asked))];
  return all.sort((left, right) => left.paidTime.getTime() - right.paidTime.getTime());
};
