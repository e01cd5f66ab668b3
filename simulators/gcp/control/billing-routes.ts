import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { dueOf } from '../billing/charge.ts';
import { sumOf } from '../billing/money.ts';
import { refundCharge } from '../billing/refund.ts';
import { settlementOf } from '../billing/settlement.ts';
import { rewriteReport } from '../reports/write-reports.ts';
import type { Charge, GcpTables, Json, PayoutStatus, Standing } from '../state.ts';
import { findRow } from './find.ts';

const settlementBody = z.looseObject({
  googleSharePercent: z
    .string()
    .regex(/^(100|\d{1,2})(\.\d{1,4})?$/, 'must be a percentage as decimal text')
    .optional(),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/)
    .optional(),
  insightsDelayDays: z.int().min(0).max(30).optional(),
});
const standingBody = z.looseObject({ state: z.enum(['good', 'probation', 'closed']) });
const refundBody = z.looseObject({
  amount: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be decimal text')
    .optional(),
});
const priceBody = z.looseObject({ price: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be decimal text') });
const rewriteBody = z.looseObject({
  kind: z.enum(['charges-and-usage', 'disbursements', 'detailed-disbursements', 'customer-insights']),
  /** The month (`2026-11`), or the day of Customer Insights. */
  of: z.string().regex(/^\d{4}-\d\d(-\d\d)?$/),
});

/** Charges, disbursements and their reports, with the actions of customers and Google. */
export const billingRoutes: ControlRoutes<GcpTables> = {
  'GET /account/:id/settlement': ({ simulation, params }) => ({
    value: settlementOf(simulation.store, findRow(simulation.store, 'sellers', params.id).id),
  }),
  'PUT /account/:id/settlement': ({ simulation, params, body }) => {
    const { googleSharePercent, bucket, insightsDelayDays } = readControlBody(settlementBody, body);
    return change(simulation, (transaction) => {
      const old = settlementOf(transaction, findRow(transaction, 'sellers', params.id).id);
      const value = {
        ...old,
        googleSharePercent: googleSharePercent ?? old.googleSharePercent,
        bucket: bucket ?? old.bucket,
        insightsDelayDays: insightsDelayDays ?? old.insightsDelayDays,
      };
      transaction.put('settlements', value);
      return { value };
    });
  },

  // A price that Google lets a seller change in the Producer Portal; it counts for what is charged from now on.
  'PUT /sku/:id/price': ({ simulation, params: { id = '' }, body }) => {
    const { price } = readControlBody(priceBody, body);
    return change(simulation, (transaction) => {
      const sku = transaction.get('skus', id);
      if (!sku) throw controlError(404, `there is no SKU ${id}`);
      const value = { ...sku, price };
      transaction.put('skus', value);
      return { value };
    });
  },

  'PUT /buyer-account/:id/standing': ({ simulation, params, body }) => {
    const { state } = readControlBody(standingBody, body);
    return change(simulation, (transaction) => {
      const { id } = findRow(transaction, 'accounts', params.id);
      const old = transaction.get('standings', id);
      const isNew = state === 'probation' && old?.state !== 'probation';
      const value: Standing = {
        id,
        state,
        probationStart: isNew ? transaction.at : (old?.probationStart ?? null),
        probationEnd:
          state === 'probation' ? null : old?.state === 'probation' ? transaction.at : (old?.probationEnd ?? null),
      };
      transaction.put('standings', value);
      return { value };
    });
  },

  'GET /charge': ({ simulation, query: { accountId, orderId, status } }) => {
    const charges = simulation.store
      .list('charges')
      .filter((row) => (accountId ?? row.sellerId) === row.sellerId)
      .filter((row) => (orderId ?? row.entitlementId) === row.entitlementId)
      .filter((row) => (status ?? row.status) === row.status);
    return { value: { count: charges.length, charges: charges.map(view) } };
  },
  'POST /charge/:id/refund': ({ simulation, params: { id = '' }, body }) => {
    const { amount } = readControlBody(refundBody, body);
    return change(simulation, (transaction) => {
      const charge = transaction.get('charges', id);
      if (!charge) throw controlError(404, `there is no charge ${id}`);
      return { value: view(refundCharge(transaction, charge, amount)), created: true };
    });
  },

  'GET /disbursement': ({ simulation, query: { accountId } }) => {
    const disbursements = simulation.store
      .list('disbursements')
      .filter((row) => (accountId ?? row.sellerId) === row.sellerId)
      .map((row) => ({ ...row, sentAt: new Date(row.sentAt).toISOString() }));
    return { value: { count: disbursements.length, disbursements } };
  },
  'GET /account/:id/balance': ({ simulation, params }) => {
    const { id } = findRow(simulation.store, 'sellers', params.id);
    return { value: balanceOf(simulation.store.list('charges').filter(({ sellerId }) => sellerId === id)) };
  },

  'POST /account/:id/report': ({ simulation, params, body }) => {
    const { kind, of } = readControlBody(rewriteBody, body);
    return change(simulation, (transaction) => {
      const { id } = findRow(transaction, 'sellers', params.id);
      rewriteReport(transaction, { refId: id, detail: { kind, of } });
      return { value: { bucket: settlementOf(transaction, id).bucket } };
    });
  },
};

const view = (charge: Charge): Json => ({
  ...charge,
  due: dueOf(charge),
  chargedAt: new Date(charge.chargedAt).toISOString(),
});

/** The totals of a seller: customer charges, Google's share of them, and the seller's share by status. */
const balanceOf = (charges: readonly Charge[]): Json => {
  const due = (status: PayoutStatus): string =>
    sumOf(charges.filter((row) => row.status === status).map(dueOf)).toFixed(2);
  return {
    charged: sumOf(charges.map(({ amount }) => amount)).toFixed(2),
    googleShare: sumOf(charges.map(({ googleShare }) => googleShare)).toFixed(2),
    open: due('OPEN'),
    paid: due('PAID'),
    withheld: due('WITHHELD'),
    released: due('RELEASED'),
    abandoned: due('ABANDONED'),
  };
};
