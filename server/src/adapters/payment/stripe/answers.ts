import { z } from 'zod';

/** The parts of Stripe's answers that are read; a reference is an id unless it is expanded. */

const record = z.record(z.string(), z.unknown());
const text = z.string().nullish();
const reference = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)]).nullish();

export const CustomerAnswer = z.union([
  z.looseObject({ id: z.string(), deleted: z.literal(true) }),
  z.looseObject({
    id: z.string(),
    deleted: z.literal(false).optional(),
    name: text,
    description: text,
    email: text,
    phone: text,
    address: record.nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    invoice_settings: z.looseObject({ default_payment_method: reference }).nullish(),
  }),
]);

export const MethodAnswer = z.looseObject({
  id: z.string(),
  object: z.literal('payment_method'),
  type: z.string(),
  created: z.number(),
  livemode: z.boolean(),
  card: z.looseObject({ brand: text, display_brand: text, last4: text }).nullish(),
  us_bank_account: z.looseObject({ bank_name: text, last4: text }).nullish(),
  sepa_debit: z.looseObject({ last4: text }).nullish(),
  bacs_debit: z.looseObject({ last4: text }).nullish(),
});
export type MethodAnswer = z.output<typeof MethodAnswer>;

const listOf = <T extends z.ZodType>(item: T) => z.looseObject({ data: z.array(item), has_more: z.boolean() });

export const MethodList = listOf(MethodAnswer);

export const SetupIntentList = listOf(
  z.looseObject({
    id: z.string(),
    status: z.string(),
    next_action: z.looseObject({ type: z.string() }).nullish(),
    payment_method: z.union([MethodAnswer, z.string()]).nullish(),
  }),
);

export const EventAnswer = z.looseObject({
  id: z.string(),
  object: z.literal('event'),
  type: z.string(),
  request: z.looseObject({ id: text }).nullish(),
  data: z.looseObject({
    object: z.looseObject({ id: z.string().optional(), metadata: record.nullish() }),
    previous_attributes: record.nullish(),
  }),
});
export type EventAnswer = z.output<typeof EventAnswer>;

export const EventList = listOf(EventAnswer);

export const PaymentIntentAnswer = z.looseObject({
  id: z.string(),
  status: z.string(),
  last_payment_error: z.looseObject({ code: text, decline_code: text, message: text }).nullish(),
});

export const IdAnswer = z.looseObject({ id: z.string() });

export const DisputeAnswer = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: text,
  balance_transactions: z.array(z.looseObject({ amount: z.number(), currency: z.string() })).nullish(),
});
export type DisputeAnswer = z.output<typeof DisputeAnswer>;

export const DisputeList = listOf(DisputeAnswer);

export const RefundAnswer = z.looseObject({
  id: z.string(),
  status: text,
  failure_reason: text,
  payment_intent: reference,
  metadata: record.nullish(),
});
export type RefundAnswer = z.output<typeof RefundAnswer>;
