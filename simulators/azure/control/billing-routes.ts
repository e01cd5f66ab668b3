import { z } from 'zod';
import { type ControlCall, type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { collectCharge, earningOf, schedulePayment } from '../billing/charge.ts';
import { adjustCharge, refundCharge, restateCharge } from '../billing/correct-charge.ts';
import { sumOf } from '../billing/money.ts';
import { earningsOf } from '../billing/pay-out.ts';
import { billingOf } from '../billing/publisher-billing.ts';
import type { AzureChange, AzureReader, AzureTables, Charge, EarningStatus, Json } from '../state.ts';

const decimal = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'must be decimal text');
const days = z.int().min(0).max(3650);
const billingBody = z.strictObject({
  feePercent: z
    .string()
    .regex(/^(100|\d{1,2})(\.\d{1,4})?$/, 'must be a percentage as decimal text')
    .optional(),
  payDays: days.optional(),
  holdDays: days.optional(),
  minimumPayout: decimal.optional(),
});
const habitBody = z.strictObject({ payDays: days.nullable() });
const refundBody = z.strictObject({ amount: decimal.optional() });
const amountBody = z.strictObject({ amount: decimal });

type Call = ControlCall<AzureTables>;

/** Bills, payments and payouts, with the actions of people and Microsoft. */
export const billingRoutes: ControlRoutes<AzureTables> = {
  'GET /account/:id/billing': ({ simulation, params }) => ({
    value: billingOf(simulation.store, publisherOf(simulation.store, params.id)),
  }),

  'PUT /account/:id/billing': ({ simulation, params, body }) => {
    const given = Object.entries(readControlBody(billingBody, body)).filter(([, value]) => value !== undefined);
    return change(simulation, (transaction) => {
      const value = { ...billingOf(transaction, publisherOf(transaction, params.id)), ...Object.fromEntries(given) };
      transaction.put('billing', value);
      return { value };
    });
  },

  'PUT /buyer/:id/payment': ({ simulation, params: { id = '' }, body }) => {
    const { payDays } = readControlBody(habitBody, body);
    return change(simulation, (transaction) => {
      if (!transaction.get('buyers', id)) throw controlError(404, 'there is no such buyer');
      const value = { id, payDays };
      transaction.put('paymentHabits', value);
      for (const charge of transaction.list('charges')) {
        if (charge.buyerId === id && charge.kind === 'Purchase' && charge.status === 'Uncollected')
          schedulePayment(transaction, charge);
      }
      return { value };
    });
  },

  'GET /charge': ({ simulation, query: { accountId, subscriptionId, status } }) => {
    const charges = simulation.store
      .list('charges')
      .filter((row) => (accountId ?? row.publisherId) === row.publisherId)
      .filter((row) => (subscriptionId ?? row.subscriptionId) === row.subscriptionId)
      .filter((row) => (status ?? row.status) === row.status);
    return { value: { count: charges.length, charges: charges.map(view) } };
  },
  'POST /charge/:id/pay': (call) => ({
    value: act(call, (transaction, charge) => {
      if (charge.status !== 'Uncollected') throw controlError(409, `the charge is ${charge.status}`);
      return collectCharge(transaction, charge);
    }),
  }),
  'POST /charge/:id/refund': (call) => {
    const { amount } = readControlBody(refundBody, call.body);
    return { value: act(call, (transaction, charge) => refundCharge(transaction, charge, amount)), created: true };
  },
  'POST /charge/:id/adjust': (call) => {
    const { amount } = readControlBody(amountBody, call.body);
    return { value: act(call, (transaction, charge) => adjustCharge(transaction, charge, amount)), created: true };
  },
  'POST /charge/:id/restate': (call) => {
    const { amount } = readControlBody(amountBody, call.body);
    return { value: act(call, (transaction, charge) => restateCharge(transaction, charge, amount)) };
  },

  'GET /payout': ({ simulation, query: { accountId } }) => {
    const payouts = simulation.store
      .list('payouts')
      .filter((row) => (accountId ?? row.publisherId) === row.publisherId)
      .map((row) => ({ ...row, sentAt: new Date(row.sentAt).toISOString() }));
    return { value: { count: payouts.length, payouts } };
  },

  'GET /account/:id/balance': ({ simulation, params }) => {
    const id = publisherOf(simulation.store, params.id);
    return { value: balanceOf(simulation.store.list('charges').filter(({ publisherId }) => publisherId === id)) };
  },
};

const publisherOf = (reader: AzureReader, id = ''): string => {
  if (!reader.get('publishers', id)) throw controlError(404, 'there is no such account');
  return id;
};

const view = (charge: Charge): Json => ({
  ...charge,
  earning: earningOf(charge),
  ...Object.fromEntries(
    (['month', 'serviceStart', 'serviceEnd', 'billedAt', 'collectedAt'] as const).map((name) => [
      name,
      charge[name] === null ? null : new Date(charge[name]).toISOString(),
    ]),
  ),
});

const act = (
  { simulation, params: { id = '' } }: Call,
  run: (transaction: AzureChange, charge: Charge) => Charge,
): Json =>
  change(simulation, (transaction) => {
    const charge = transaction.get('charges', id);
    if (!charge) throw controlError(404, 'there is no such charge');
    return view(run(transaction, charge));
  });

/** The sums of a publisher: what was billed and its fee, and what it earns by status. */
const balanceOf = (charges: readonly Charge[]): Json => {
  const earned = (status: EarningStatus): string =>
    earningsOf(charges.filter((row) => row.status === status)).toFixed(2);
  return {
    billed: sumOf(charges.map(({ amount }) => amount)).toFixed(2),
    fee: sumOf(charges.map(({ fee }) => fee)).toFixed(2),
    uncollected: earned('Uncollected'),
    unprocessed: earned('Unprocessed'),
    upcoming: earned('Upcoming'),
    sent: earned('Sent'),
  };
};
