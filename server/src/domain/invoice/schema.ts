import { z } from 'zod';
import { partners } from '../../contract/partner-codes.ts';
import { decimalOut, text, timeOut } from '../../contract/shapes.ts';
import { invoiceStatuses, paymentStatuses } from './states.ts';

/**
 * COMMIT, INSTALLMENT, USAGE and ADDON are the reference's; FINAL is what is left to pay when a purchase ends early,
 * REFUND is what is given back of another invoice.
 */
export const invoiceTypes = ['COMMIT', 'INSTALLMENT', 'USAGE', 'ADDON', 'FINAL', 'REFUND'] as const;

/**
 * TERM_CREDIT and TERM_COMMIT are negative: what the term's credit and commitment paid of its usage. CARRIED_OVER: another invoice
 * (`key`), which was too small to be charged by itself.
 */
export const lineKinds = [
  'COMMIT',
  'INSTALLMENT',
  'USAGE',
  'ADDON',
  'USED_PART',
  'TERM_CREDIT',
  'TERM_COMMIT',
  'CARRIED_OVER',
  'REFUND',
] as const;

const PriceStep = z
  .strictObject({
    kind: z.string(),
    group: z.string(),
    description: z.string(),
    quantity: decimalOut.optional(),
    rate: decimalOut.optional(),
    amount: decimalOut,
  })
  .meta({ id: 'InvoicePriceStep' });

const InvoiceLine = z
  .strictObject({
    kind: z.enum(lineKinds),
    key: z.string().optional(),
    name: z.string(),
    description: z.string().optional(),
    quantity: decimalOut.optional(),
    rate: decimalOut.optional(),
    amount: decimalOut,
    steps: z.array(PriceStep).optional(),
  })
  .meta({ id: 'InvoiceLine' });

const InvoiceError = z.strictObject({ code: z.string(), message: z.string() }).meta({ id: 'InvoiceError' });

export const Invoice = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    entitlementID: z.string(),
    entitlementTermID: z.string().optional(),
    buyerID: z.string(),
    partner: z.enum(partners),
    type: z.enum(invoiceTypes),
    status: z.enum(invoiceStatuses),
    paymentStatus: z.enum(paymentStatuses),
    currency: z.string(),
    amount: decimalOut,
    creditAmount: decimalOut,
    chargedAmount: decimalOut,
    refundedAmount: decimalOut,
    lostAmount: decimalOut.optional(),
    refundOf: z.string().optional(),
    carriedTo: z.string().optional(),
    periodStart: timeOut.optional(),
    periodEnd: timeOut.optional(),
    lines: z.array(InvoiceLine),
    finalizeTime: timeOut,
    dueTime: timeOut.optional(),
    paidTime: timeOut.optional(),
    attempts: z.int(),
    nextAttemptTime: timeOut.optional(),
    error: InvoiceError.optional(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'Invoice' });

/** What an ADMIN found at the provider. `externalId`: the payment or the refund there. */
export const SettleInvoicePayment = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('MADE'), externalId: text(255, 1) }),
  z.strictObject({ outcome: z.literal('NOT_MADE'), externalId: text(255).nullish() }),
]);
