import { z } from 'zod';
import { decimalOut, listParams, timeOut } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { recordTypes } from './record.ts';

const UnifiedRevenueBilling = z
  .strictObject({
    amount: decimalOut,
    tax: decimalOut,
    fee: decimalOut,
    invoiceId: z.string().optional(),
    invoiceDate: timeOut,
    dueDate: timeOut.optional(),
    periodStart: timeOut.optional(),
    periodEnd: timeOut.optional(),
  })
  .meta({ id: 'UnifiedRevenueBilling' });

const UnifiedRevenueCollection = z
  .strictObject({ amount: decimalOut, status: z.enum(['UNPAID', 'PARTIAL', 'COLLECTED']), date: timeOut.optional() })
  .meta({ id: 'UnifiedRevenueCollection' });

const UnifiedRevenueDisbursement = z
  .strictObject({
    amount: decimalOut,
    status: z.enum(['PENDING', 'DISBURSED']),
    date: timeOut.optional(),
    traceId: z.string().optional(),
  })
  .meta({ id: 'UnifiedRevenueDisbursement' });

const unmatchedCause = z.enum(['NOT_NAMED', 'NOT_FOUND']);

const UnifiedRevenueUnmatched = z
  .strictObject({
    product: unmatchedCause,
    offer: unmatchedCause,
    entitlement: unmatchedCause,
    buyer: unmatchedCause,
  })
  .partial()
  .meta({ id: 'UnifiedRevenueUnmatched' });

/** The partner's own names of what a record is about. */
const UnifiedRevenueReferences = z
  .strictObject({
    product: z.string(),
    offer: z.string(),
    agreement: z.string(),
    buyer: z.string(),
    plan: z.string(),
    payout: z.string(),
    type: z.string(),
  })
  .partial()
  .meta({ id: 'UnifiedRevenueReferences' });

export const UnifiedRevenueRecord = z
  .strictObject({
    recordId: z.string(),
    partner: z.enum(revenueChannels),
    partnerRecordId: z.string(),
    organizationID: z.string(),
    type: z.enum(recordTypes),
    billingModel: z.enum(['SubscriptionBased', 'UsageBased']).optional(),
    productID: z.string().optional(),
    offerID: z.string().optional(),
    entitlementID: z.string().optional(),
    buyerID: z.string().optional(),
    unmatched: UnifiedRevenueUnmatched,
    partnerReferences: UnifiedRevenueReferences,
    currency: z.string(),
    date: timeOut,
    billing: UnifiedRevenueBilling,
    refunded: decimalOut,
    partnerTax: decimalOut,
    cost: decimalOut,
    adjusted: decimalOut,
    forgiven: decimalOut,
    collectable: decimalOut,
    collection: UnifiedRevenueCollection,
    disbursement: UnifiedRevenueDisbursement,
    outstanding: decimalOut,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'UnifiedRevenueRecord' });

const RevenueEventSource = z
  .strictObject({ system: z.string(), reference: z.string(), payloadHash: z.string() })
  .meta({ id: 'RevenueEventSource' });

const RevenueEventChange = z
  .strictObject({ from: z.string().nullable(), to: z.string().nullable() })
  .meta({ id: 'RevenueEventChange' });

export const RevenueEvent = z
  .strictObject({
    sequence: z.int(),
    type: z.enum(['INGESTED', 'BILLED', 'COLLECTED', 'DISBURSED', 'REFUNDED', 'ADJUSTED', 'MATCHED']),
    time: timeOut,
    source: RevenueEventSource,
    changes: z.record(z.string(), RevenueEventChange),
    previousHash: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'RevenueEvent' });

export const RevenueEventParams = z.object(listParams());
