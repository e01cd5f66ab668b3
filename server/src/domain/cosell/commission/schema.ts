import { z } from 'zod';
import { decimalOut, timeOut } from '../../../contract/shapes.ts';

/** Kinds of a revenue share. */
const shareTypes = ['REFERRAL_FEE', 'RESELLER_MARGIN', 'REVENUE_SPLIT', 'FINDERS_FEE'] as const;

const commissionStatuses = ['PENDING_CONFIRMATION', 'CONFIRMED', 'INVOICED', 'PAID', 'CLAWED_BACK', 'VOIDED'] as const;

/** What a partner earns of a deal: a rate of its value, at most the cap, in the deal's currency. */
export const RevenueShare = z
  .strictObject({
    type: z.enum(shareTypes),
    ratePercent: decimalOut,
    capAmount: decimalOut.optional(),
    clawbackDays: z.int().optional(),
  })
  .meta({ id: 'RevenueShare' });

const CommissionStep = z
  .strictObject({
    time: timeOut,
    status: z.enum(commissionStatuses),
    action: z.string(),
    by: z.string(),
    note: z.string().optional(),
    invoiceNumber: z.string().optional(),
    paidTime: timeOut.optional(),
  })
  .meta({ id: 'CommissionStep' });

const TermsUpdate = z
  .strictObject({
    status: z.enum(['PROPOSED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN']),
    revenueShare: RevenueShare,
    reason: z.string(),
    proposedTime: timeOut,
    amount: decimalOut,
  })
  .meta({ id: 'CommissionTermsUpdate' });

/** The commission of a referral. `amount` is frozen once it is CONFIRMED. */
export const ReferralCommission = z
  .strictObject({
    status: z.enum(commissionStatuses),
    amount: decimalOut,
    currency: z.string(),
    terms: RevenueShare,
    history: z.array(CommissionStep),
    pendingUpdate: TermsUpdate.optional(),
  })
  .meta({ id: 'ReferralCommission' });
