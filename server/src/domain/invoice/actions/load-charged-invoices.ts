import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { selectCharged } from '../store.ts';

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

/** The invoices of entitlements that payment methods paid since a time, in order of time. What credit paid is left out. */
export const loadChargedInvoices = async (
  { db }: { db: OrgDb },
  { entitlementIds, since }: { entitlementIds: readonly string[]; since: Date },
): Promise<ChargedInvoice[]> =>
  (await selectCharged(db, entitlementIds, since)).map((row) => ({
    id: row.id,
    entitlementId: row.entitlement_id,
    currency: row.currency,
    charged: row.charged_amount,
    refunded: row.refunded,
    lost: row.lost_amount,
    paidTime: row.paid_time,
  }));
