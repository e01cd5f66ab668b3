import { z } from 'zod';
import { type ControlRoutes, controlError, readControlBody } from '../../kit/control.ts';
import { change } from '../../kit/simulation.ts';
import { closeBatch, releaseDeposit } from '../settlement/close-batch.ts';
import { type DisputeCode, disputeCodes, takeStep } from '../settlement/dispute.ts';
import { addressOf, announceReport, fileNameOf, publishReport, restateReport } from '../settlement/report.ts';
import { returnCodes, returnRefund } from '../settlement/return-refund.ts';
import { scheduleOpen } from '../settlement/schedule-close.ts';
import { type Terms, termsOf, weekdays } from '../settlement/terms.ts';
import type { AdyenChange, AdyenReader, AdyenTables, Batch, Merchant, Payment } from '../state.ts';

const count = z.coerce.number().int().min(0);
const currencyCode = z.string().regex(/^[A-Z]{3}$/);
const termsBody = z.strictObject({
  interchangeBasisPoints: count.optional(),
  schemeBasisPoints: count.optional(),
  markupBasisPoints: count.optional(),
  commission: count.optional(),
  processingFee: count.optional(),
  chargebackFee: count.optional(),
  settlementDays: count.max(90).optional(),
  payout: z
    .strictObject({ frequency: z.enum(['daily', 'weekly']), weekday: z.enum(weekdays).default('monday') })
    .optional(),
  depositBasisPoints: count.max(10_000).optional(),
  timeZone: z.enum(['Europe/Amsterdam', 'Europe/London', 'America/New_York', 'UTC']).optional(),
  conversions: z
    .record(currencyCode, z.strictObject({ currency: currencyCode, rate: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/) }))
    .optional(),
});
const stepBody = z.looseObject({
  dispute: z.string().optional(),
  value: count.optional(),
  reason: z.string().min(1).default('Fraudulent Processing of Transactions'),
});
const disputeBody = stepBody.extend({ eventCode: z.enum(disputeCodes as [DisputeCode, ...DisputeCode[]]) });
const returnBody = z.looseObject({
  eventCode: z.enum(returnCodes).default('REFUND_FAILED'),
  reason: z.string().min(1).default('Refund Failed'),
});
const depositBody = z.looseObject({ currency: currencyCode.optional() });

/** Routes for batches, their reports, and chargebacks. */
export const settlementRoutes: ControlRoutes<AdyenTables> = {
  'GET /account/:id/terms': ({ simulation, params }) => ({ value: termsOf(needMerchant(simulation.store, params.id)) }),
  'PUT /account/:id/terms': ({ simulation, params, body }) => {
    const given = Object.entries(readControlBody(termsBody, body)).filter(([, value]) => value !== undefined);
    return change(simulation, (tx) => {
      const merchant = needMerchant(tx, params.id);
      const terms: Partial<Terms> = { ...merchant.terms, ...Object.fromEntries(given) };
      const saved: Merchant = { ...merchant, terms };
      tx.put('merchants', saved);
      scheduleOpen(tx, saved);
      return { value: termsOf(saved) };
    });
  },
  'GET /account/:id/batch': ({ simulation, params }) => {
    const merchant = needMerchant(simulation.store, params.id);
    const batches = simulation.store.list('batches').filter(({ merchantId }) => merchantId === merchant.id);
    return { value: { batches: batches.map((batch) => viewOf(merchant, batch)) } };
  },
  'POST /account/:id/batch': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const merchant = needMerchant(tx, params.id);
      const batch = closeBatch(tx, merchant, true);
      return { value: { batch: batch && viewOf(merchant, batch) }, created: true };
    }),
  'POST /account/:id/batch/:number/publish': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const { merchant, batch } = needBatch(tx, params);
      const published = batch.report === null ? publishReport(tx, batch) : restateReport(tx, merchant, batch);
      return { value: viewOf(merchant, published) };
    }),
  'POST /account/:id/batch/:number/announce': ({ simulation, params }) =>
    change(simulation, (tx) => {
      const { merchant, batch } = needBatch(tx, params);
      if (batch.report === null) throw controlError(409, 'the report is not generated yet');
      announceReport(tx, merchant, batch);
      return { value: viewOf(merchant, batch) };
    }),
  'POST /account/:id/deposit/release': ({ simulation, params, body }) => {
    const { currency } = readControlBody(depositBody, body);
    return change(simulation, (tx) => {
      const merchant = needMerchant(tx, params.id);
      const released = { currency: currency ?? merchant.currency, value: 0 };
      released.value = releaseDeposit(tx, merchant, released.currency);
      if (released.value === 0) throw controlError(409, `nothing is held back in ${released.currency}`);
      return { value: released };
    });
  },
  'GET /payment': ({ simulation }) => ({ value: { payments: simulation.store.list('payments') } }),
  'POST /payment/:id/dispute': ({ simulation, params, body }) => {
    const given = readControlBody(disputeBody, body);
    return change(simulation, (tx) => ({ value: dispute(tx, params.id, given) }));
  },
  'POST /payment/:id/chargeback': ({ simulation, params, body }) => {
    const given = readControlBody(stepBody, body);
    return change(simulation, (tx) => ({ value: dispute(tx, params.id, { ...given, eventCode: 'CHARGEBACK' }) }));
  },
  'POST /payment/:id/refund/return': ({ simulation, params, body }) => {
    const given = readControlBody(returnBody, body);
    return change(simulation, (tx) => {
      const returned = returnRefund(tx, needPayment(tx, params.id), given);
      if (!returned) throw controlError(409, 'the payment has no refund that could come back');
      return { value: returned };
    });
  },
  'POST /payment/:id/chargeback/reverse': ({ simulation, params, body }) => {
    const given = readControlBody(stepBody, body);
    return change(simulation, (tx) => ({
      value: dispute(tx, params.id, { ...given, eventCode: 'CHARGEBACK_REVERSED' }),
    }));
  },
};

const dispute = (tx: AdyenChange, id: string | undefined, given: Parameters<typeof takeStep>[2]): Payment => {
  const saved = takeStep(tx, needPayment(tx, id), given);
  if (saved) return saved;
  throw controlError(
    409,
    `${given.eventCode} is not possible: the payment has no dispute that it could follow, or nothing that could be disputed`,
  );
};

const viewOf = (merchant: Merchant, batch: Batch) => ({
  number: batch.number,
  closedAt: new Date(batch.closedAt).toISOString(),
  file: fileNameOf(batch.number),
  url: addressOf(merchant, batch),
  /** 0 while the report is not generated; increases with each restatement. */
  version: batch.version,
});

const needPayment = (reader: AdyenReader, id: string | undefined): Payment => {
  const payment = reader.get('payments', id ?? '');
  if (!payment) throw controlError(404, `there is no payment ${id}`);
  return payment;
};

const needMerchant = (reader: AdyenReader, id: string | undefined): Merchant => {
  const merchant = reader.get('merchants', id ?? '');
  if (!merchant) throw controlError(404, `there is no merchant account ${id}`);
  return merchant;
};

const needBatch = (
  reader: AdyenReader,
  { id, number }: Record<string, string>,
): { merchant: Merchant; batch: Batch } => {
  const merchant = needMerchant(reader, id);
  const batch = reader.get('batches', `${merchant.id}/${number}`);
  if (!batch) throw controlError(404, `there is no batch ${number}`);
  return { merchant, batch };
};
