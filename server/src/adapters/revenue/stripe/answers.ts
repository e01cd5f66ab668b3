import { z } from 'zod';

/** The parts of Stripe's answers about the balance that are read. Amounts are whole numbers of the smallest unit. */

const reference = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();

const TransactionAnswer = z.looseObject({
  id: z.string(),
  amount: z.int(),
  available_on: z.int(),
  created: z.int(),
  currency: z.string(),
  fee: z.int(),
  net: z.int(),
  reporting_category: z.string(),
  source: reference,
  status: z.string(),
});
export type TransactionAnswer = z.output<typeof TransactionAnswer>;

export const TransactionList = z.looseObject({ data: z.array(TransactionAnswer), has_more: z.boolean() });

export const PayoutAnswer = z.looseObject({
  id: z.string(),
  amount: z.int(),
  arrival_date: z.int(),
  automatic: z.boolean(),
  created: z.int(),
  currency: z.string(),
  failure_balance_transaction: z.union([z.string(), z.looseObject({ id: z.string(), created: z.int() })]).nullish(),
  reconciliation_status: z.string().nullish(),
  reversed_by: reference,
  status: z.string(),
  trace_id: z.looseObject({ status: z.string(), value: z.string().nullish() }).nullish(),
});
export type PayoutAnswer = z.output<typeof PayoutAnswer>;

export const PayoutList = z.looseObject({ data: z.array(PayoutAnswer), has_more: z.boolean() });
