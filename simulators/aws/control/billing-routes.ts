import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { readBillingSettings } from '../billing/billing-settings.ts';
import { adjustBalance, balanceOf, disburse, failPayout } from '../billing/disburse.ts';
import { movePayment, payBill, requireBill } from '../billing/pay-bill.ts';
import { holdEvent, requireEvent, restateEvent } from '../billing/restate-event.ts';
import { forgiveBill, returnMoney } from '../billing/return-money.ts';
import type { Bill, BillingEvent, BillingSettings, Disbursement } from '../billing/rows.ts';
import { reschedulePayout } from '../billing/schedule-billing.ts';
import { deleteUsage } from '../feeds/delete-usage.ts';
import { deliverFeeds } from '../feeds/deliver-feeds.ts';
import { bucketOf } from '../s3/find-operation.ts';
import type { AwsReader, AwsTables } from '../state.ts';

const dayMs = 86_400_000;
const percent = z.string().regex(/^\d{1,3}(\.\d{1,6})?$/);
const money = z.string().regex(/^\d{1,15}(\.\d{1,6})?$/);
const signedMoney = z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/);
// Forms send only strings.
const days = z.coerce.number().int().min(0).max(3650);

const settingsBody = z.strictObject({
  listingFeePercent: percent.optional(),
  resaleFeePercent: percent.optional(),
  tax: z.union([z.strictObject({ party: z.enum(['AWS', 'Seller']), percent }), z.null()]).optional(),
  brokerId: z.enum(['AWS_INC', 'AWS_EUROPE']).optional(),
  paymentDueDays: days.optional(),
  payment: z.enum(['ON_TIME', 'LATE', 'NEVER']).optional(),
  paysAfterDays: days.optional(),
  disbursementDay: z.int().min(1).max(28).optional(),
  payoutFailsAfterDays: days.optional(),
});
const paymentBody = z.strictObject({ when: z.enum(['NOW', 'NEVER']).optional(), afterDays: days.optional() });
const returnBody = z.strictObject({
  kind: z.enum(['REFUND', 'CREDIT']).default('REFUND'),
  amount: money.optional(),
  withFee: z.boolean().default(true),
});
const correctionBody = z.strictObject({
  amount: signedMoney.optional(),
  periodStart: z.iso.datetime().optional(),
  periodEnd: z.iso.datetime().optional(),
  isDeleted: z.literal(true).optional(),
});
const holdBody = z.strictObject({ days: days.min(1) });
const adjustmentBody = z.strictObject({
  amount: signedMoney,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
});

/** Invoices, billing events, payouts and data feeds: what a buyer, a bank or AWS does. */
export const billingRoutes: ControlRoutes<AwsTables> = {
  'GET /account/:id/billing': ({ simulation, params }) => {
    const id = requireSeller(simulation.store, params.id);
    return { value: billingView(simulation.store, id) };
  },
  'PUT /account/:id/billing': ({ simulation, params, body }) => {
    const given = Object.entries(readControlBody(settingsBody, body)).filter(([, value]) => value !== undefined);
    return change(simulation, (transaction) => {
      const id = requireSeller(transaction, params.id);
      const settings: BillingSettings = { ...readBillingSettings(transaction, id), ...Object.fromEntries(given) };
      transaction.put('billingSettings', settings);
      reschedulePayout(transaction, id);
      return { value: billingView(transaction, id) };
    });
  },
  'POST /account/:id/balance-adjustment': ({ simulation, params, body }) => {
    const wanted = readControlBody(adjustmentBody, body);
    return change(simulation, (transaction) => {
      const event = adjustBalance(transaction, requireSeller(transaction, params.id), wanted);
      return { value: eventView(event), created: true };
    });
  },
  'POST /account/:id/payout': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const disbursements = disburse(transaction, requireSeller(transaction, params.id));
      return { value: { disbursements: disbursements.map(disbursementView) } };
    }),
  'POST /account/:id/feed-delivery': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const rows = deliverFeeds(transaction, requireSeller(transaction, params.id), transaction.at);
      return { value: { rows } };
    }),
  'POST /account/:id/daily-usage/:usageFeedId/delete': ({ simulation, params }) =>
    change(simulation, (transaction) => ({
      value: deleteUsage(transaction, requireSeller(transaction, params.id), params.usageFeedId ?? ''),
    })),

  'GET /bill': ({ simulation, query: { accountId, agreementId } }) => {
    const bills = simulation.store
      .list('bills')
      .filter((bill) => accountId === undefined || bill.accountId === accountId)
      .filter((bill) => agreementId === undefined || bill.agreementId === agreementId);
    return { value: { bills: bills.map(billView) } };
  },
  'GET /bill/:id': ({ simulation, params }) => ({ value: billView(requireBill(simulation.store, params.id)) }),
  'POST /bill/:id/payment': ({ simulation, params, body }) => {
    const { when, afterDays } = readControlBody(paymentBody, body);
    if ((when === undefined) === (afterDays === undefined)) throw controlError(400, 'give either when or afterDays');
    return change(simulation, (transaction) => {
      const bill = requireBill(transaction, params.id);
      if (when === 'NOW') return { value: billView(payBill(transaction, bill)) };
      const at = afterDays === undefined ? null : transaction.at + afterDays * dayMs;
      return { value: billView(movePayment(transaction, bill, at)) };
    });
  },
  'POST /bill/:id/return': ({ simulation, params, body }) => {
    const { kind, amount = null, withFee } = readControlBody(returnBody, body);
    return change(simulation, (transaction) => {
      const memo = returnMoney(transaction, requireBill(transaction, params.id), { kind, amount, withFee });
      return { value: billView(memo), created: true };
    });
  },
  'POST /bill/:id/forgive': ({ simulation, params }) =>
    change(simulation, (transaction) => ({
      value: billView(forgiveBill(transaction, requireBill(transaction, params.id))),
    })),

  'GET /billing-event': ({ simulation, query: { accountId, billId } }) => {
    const events = simulation.store
      .list('billingEvents')
      .filter((event) => accountId === undefined || event.accountId === accountId)
      .filter((event) => billId === undefined || event.billId === billId);
    return { value: { count: events.length, events: events.map(eventView) } };
  },
  'POST /billing-event/:id/restate': ({ simulation, params, body }) => {
    const { amount, periodStart, periodEnd, isDeleted } = readControlBody(correctionBody, body);
    const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
    const correction = { amount, isDeleted, periodStartAt: timeOf(periodStart), periodEndAt: timeOf(periodEnd) };
    return change(simulation, (transaction) => ({
      value: eventView(restateEvent(transaction, requireEvent(transaction, params.id), correction)),
    }));
  },
  'POST /billing-event/:id/hold': ({ simulation, params, body }) => {
    const wanted = readControlBody(holdBody, body);
    return change(simulation, (transaction) => ({
      value: eventView(holdEvent(transaction, requireEvent(transaction, params.id), wanted.days)),
    }));
  },

  'GET /payout': ({ simulation, query: { accountId } }) => {
    const disbursements = simulation.store
      .list('disbursements')
      .filter((item) => accountId === undefined || item.accountId === accountId);
    return { value: { disbursements: disbursements.map(disbursementView) } };
  },
  'POST /payout/:id/fail': ({ simulation, params }) =>
    change(simulation, (transaction) => {
      const disbursement = transaction.get('disbursements', params.id ?? '');
      if (!disbursement) throw controlError(404, `there is no payout ${params.id}`);
      return { value: disbursementView(failPayout(transaction, disbursement)) };
    }),
};

const requireSeller = (reader: AwsReader, id: string | undefined): string => {
  const account = reader.get('accounts', id ?? '');
  if (account?.kind === 'seller') return account.id;
  throw controlError(404, `there is no seller account ${id}`);
};

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const billingView = (reader: AwsReader, accountId: string): Record<string, unknown> => {
  const { id, ...settings } = readBillingSettings(reader, accountId);
  return { accountId: id, ...settings, bucket: bucketOf(id), balance: balanceOf(reader, id) };
};

const billView = ({
  id,
  returned,
  issuedAt,
  dueAt,
  periodStartAt,
  periodEndAt,
  paidAt,
  forgivenAt,
  ...bill
}: Bill) => ({
  invoiceId: id,
  ...bill,
  issuedAt: iso(issuedAt),
  dueAt: iso(dueAt),
  periodStartAt: iso(periodStartAt),
  periodEndAt: iso(periodEndAt),
  paidAt: iso(paidAt),
  forgivenAt: iso(forgivenAt),
});

const eventView = ({
  id,
  at,
  deliverAt,
  insertedAt,
  invoiceDate,
  dueAt,
  periodStartAt,
  periodEndAt,
  ...event
}: BillingEvent) => ({
  billingEventId: id,
  ...event,
  at: iso(at),
  deliverAt: iso(deliverAt),
  insertedAt: iso(insertedAt),
  invoiceDate: iso(invoiceDate),
  dueAt: iso(dueAt),
  periodStartAt: iso(periodStartAt),
  periodEndAt: iso(periodEndAt),
});

const disbursementView = ({ id, at, ...disbursement }: Disbursement) => ({
  disbursementId: id,
  ...disbursement,
  at: iso(at),
});
