import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { type Terms, termsOf, weekdays } from '../balance/terms.ts';
import { bookFee } from '../balance/transaction.ts';
import { answerDispute, closeDispute, disputeReasons, escalateDispute, openDispute } from '../disputes/dispute.ts';
import { failRefund } from '../payments/refund.ts';
import { payoutFailures } from '../payouts/failures.ts';
import { createPayout } from '../payouts/manual-payout.ts';
import { arrivePayout, failPayout, payOut } from '../payouts/payout.ts';
import { rescheduleRun } from '../payouts/schedule-run.ts';
import type { StripeTables } from '../state.ts';
import { showAmount } from '../wire/currency.ts';
import { actFor, actOn } from './staff.ts';

const codeOf = z.string().regex(/^[a-z]{3}$/);
const count = z.coerce.number().int().min(0);
const feeBody = z.strictObject({ basisPoints: count, fixed: count.default(0), max: count.nullable().default(null) });
const termsBody = z.strictObject({
  cardFee: feeBody.optional(),
  bankFee: feeBody.optional(),
  disputeFee: count.optional(),
  conversionBasisPoints: count.optional(),
  delayDays: count.max(90).optional(),
  schedule: z
    .strictObject({
      interval: z.enum(['daily', 'weekly', 'monthly', 'manual']),
      weeklyDays: z.array(z.enum(weekdays)).min(1).default(['monday']),
      monthlyDays: z.array(z.int().min(1).max(31)).min(1).default([1]),
    })
    .optional(),
  conversions: z
    .record(codeOf, z.strictObject({ currency: codeOf, rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/) }))
    .optional(),
});
const payoutBody = z.looseObject({ currency: codeOf.optional() });
const manualBody = z.looseObject({ amount: count, currency: codeOf.optional() });
const disputeBody = z.looseObject({
  amount: count.optional(),
  reason: z.enum(disputeReasons).default('fraudulent'),
  isInquiry: z.union([z.boolean(), z.stringbool()]).default(false),
});
const closeBody = z.looseObject({ outcome: z.enum(['won', 'lost']) });
const failBody = z.looseObject({
  code: z.enum(Object.keys(payoutFailures) as [string, ...string[]]).default('account_closed'),
});
const refundBody = z.looseObject({
  reason: z.enum(['expired_or_canceled_card', 'lost_or_stolen_card', 'unknown']).default('unknown'),
});
const chargeBody = z.looseObject({
  amount: count.min(1),
  currency: codeOf.optional(),
  description: z.string().min(1).default('Billing - Usage Fee'),
});

/** Routes for events on an account's balance: payouts, disputes, fees, and the terms of the account. */
export const balanceRoutes: ControlRoutes<StripeTables> = {
  'GET /account/:id/terms': ({ simulation, params }) =>
    actFor(simulation, params.id ?? '', {}, ({ account }) => ({ value: termsOf(account) })),
  'PUT /account/:id/terms': ({ simulation, params, body }) => {
    const given = Object.entries(readControlBody(termsBody, body)).filter(([, value]) => value !== undefined);
    return actFor(simulation, params.id ?? '', {}, (call) => {
      const terms: Partial<Terms> = { ...call.account.terms, ...Object.fromEntries(given) };
      const account = { ...call.account, terms };
      call.tx.put('accounts', account);
      rescheduleRun({ ...call, account });
      return { value: termsOf(account) };
    });
  },
  'POST /account/:id/payout': ({ simulation, params, body }) => {
    const { currency } = readControlBody(payoutBody, body);
    return actFor(simulation, params.id ?? '', {}, (call) => ({
      value: { payout: payOut(call, currency ?? call.account.currency) },
      created: true,
    }));
  },
  'POST /account/:id/manual-payout': ({ simulation, params, body }) => {
    const { amount, currency } = readControlBody(manualBody, body);
    return actFor(simulation, params.id ?? '', {}, (call) => {
      const asked = { amount: String(amount), currency: currency ?? call.account.currency };
      return { value: { payout: createPayout({ ...call, params: asked }) }, created: true };
    });
  },
  'POST /account/:id/fee': ({ simulation, params, body }) => {
    const { amount, currency, description } = readControlBody(chargeBody, body);
    return actFor(simulation, params.id ?? '', {}, (call) => ({
      value: bookFee(call, { amount, currency: currency ?? call.account.currency, description }).wire,
      created: true,
    }));
  },
  'POST /payout/:id/arrive': ({ simulation, params }) =>
    actOn(simulation, { kind: 'payout', id: params.id ?? '' }, (call, { id }) => ({
      value: arrivePayout(call, id).wire,
    })),
  'POST /payout/:id/fail': ({ simulation, params, body }) => {
    const { code } = readControlBody(failBody, body);
    return actOn(simulation, { kind: 'payout', id: params.id ?? '' }, (call, payout) => {
      const failed = failPayout(call, payout.id, code);
      if (!failed) throw controlError(409, `the payout is ${String(payout.wire.status)} already`);
      return { value: failed.wire };
    });
  },
  'POST /charge/:id/dispute': ({ simulation, params, body }) => {
    const given = readControlBody(disputeBody, body);
    return actOn(simulation, { kind: 'charge', id: params.id ?? '' }, (call, charge) => {
      const dispute = openDispute(call, charge, given);
      if (dispute) return { value: dispute.wire, created: true };
      const amount = showAmount(given.amount ?? 0, String(charge.wire.currency));
      const asked = given.amount === undefined ? 'what is left of the charge' : amount;
      throw controlError(409, `${asked} cannot be disputed: it is unpaid, refunded or disputed already`);
    });
  },
  'POST /dispute/:id/escalate': ({ simulation, params }) =>
    actOn(simulation, { kind: 'dispute', id: params.id ?? '' }, (call, dispute) => {
      const saved = escalateDispute(call, dispute);
      if (!saved)
        throw controlError(409, `the dispute is ${String(dispute.wire.status)}: only an inquiry is escalated`);
      return { value: saved.wire };
    }),
  'POST /dispute/:id/answer': ({ simulation, params }) =>
    actOn(simulation, { kind: 'dispute', id: params.id ?? '' }, (call, dispute) => {
      const saved = answerDispute(call, dispute);
      if (!saved) throw controlError(409, `the dispute is ${String(dispute.wire.status)}: no answer is asked for`);
      return { value: saved.wire };
    }),
  'POST /dispute/:id/close': ({ simulation, params, body }) => {
    const { outcome } = readControlBody(closeBody, body);
    return actOn(simulation, { kind: 'dispute', id: params.id ?? '' }, (call, dispute) => {
      const closed = closeDispute(call, dispute, outcome);
      if (!closed) throw controlError(409, `the dispute is ${String(dispute.wire.status)} already`);
      return { value: closed.wire };
    });
  },
  'POST /refund/:id/fail': ({ simulation, params, body }) => {
    const { reason } = readControlBody(refundBody, body);
    return actOn(simulation, { kind: 'refund', id: params.id ?? '' }, (call, refund) => {
      const failed = failRefund(call, refund, reason);
      if (!failed) throw controlError(409, `the refund is ${String(refund.wire.status)} already`);
      return { value: failed.wire };
    });
  },
};
