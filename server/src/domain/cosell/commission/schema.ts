import { z } from 'zod';
import { filterParams } from '../../../contract/filters.ts';
import {
  componentOf,
  decimalOut,
  exactNumber,
  paged,
  queryParams,
  text,
  timeIn,
  timeOut,
  withoutNulls,
} from '../../../contract/shapes.ts';
import { BuyerCompany } from '../referral/buyer-company-schema.ts';
import { dealSides, shareTypes } from './commission.ts';
import { commissionFields } from './fields.ts';
import { commissionStatuses, termsUpdateStatuses } from './states.ts';

/** What a partner earns of a deal: a rate of its value, at most the cap, in the deal's currency. */
export const RevenueShare = z
  .strictObject({
    type: z.enum(shareTypes),
    ratePercent: decimalOut,
    capAmount: decimalOut.optional(),
    clawbackDays: z.int().optional(),
  })
  .meta({ id: 'RevenueShare' });

/** Ten years: longer than any such agreement. */
const clawbackDaysMax = 3650;

export const RevenueShareIn = z
  .strictObject({
    type: z.enum(shareTypes),
    ratePercent: exactNumber,
    capAmount: exactNumber.nullish(),
    clawbackDays: z.int().min(1).max(clawbackDaysMax).nullish(),
  })
  .meta(componentOf('RevenueShareInput'));
export type RevenueShareIn = z.output<typeof RevenueShareIn>;

const CommissionStep = z
  .strictObject({
    time: timeOut,
    status: z.enum(commissionStatuses),
    action: z.string(),
    by: z.string(),
    amount: decimalOut,
    note: z.string().optional(),
    invoiceNumber: z.string().optional(),
    paidTime: timeOut.optional(),
    revenueShare: RevenueShare.optional(),
  })
  .meta({ id: 'CommissionStep' });

const TermsUpdate = z
  .strictObject({
    status: z.enum(termsUpdateStatuses),
    revenueShare: RevenueShare,
    reason: z.string(),
    proposedTime: timeOut,
    amount: decimalOut,
  })
  .meta({ id: 'CommissionTermsUpdate' });

const summary = {
  status: z.enum(commissionStatuses),
  amount: decimalOut,
  currency: z.string(),
  terms: RevenueShare,
  history: z.array(CommissionStep),
  pendingUpdate: TermsUpdate.optional(),
};

/** The commission of a referral. `amount` is frozen once it is CONFIRMED. */
export const ReferralCommission = z.strictObject(summary).meta({ id: 'ReferralCommission' });

/** The same in the ledger, with the deal as it was when the commission was confirmed. */
export const Commission = z
  .strictObject({
    id: z.string(),
    partnerId: z.string(),
    referralId: z.string(),
    side: z.enum(dealSides),
    dealName: z.string(),
    buyerCompany: BuyerCompany,
    wonTime: timeOut,
    dealValue: decimalOut,
    ...summary,
    invoiceNumber: z.string().optional(),
    paidTime: timeOut.optional(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'Commission' });

export const CommissionPage = paged(Commission);

export const CommissionListParams = z.object({
  ...queryParams(() => commissionFields),
  ...filterParams(commissionFields),
});

export const commissionActions = [
  'ADVANCE',
  'VOID',
  'ACCEPT_UPDATE',
  'REJECT_UPDATE',
  'WITHDRAW_UPDATE',
  'CLAWBACK',
] as const;
export type CommissionAction = (typeof commissionActions)[number];

export const AdvanceCommission = withoutNulls(
  z
    .strictObject({
      action: z.enum(commissionActions),
      note: text(1000).optional(),
      invoiceNumber: text(100).optional(),
      paidTime: timeIn.optional(),
    })
    .meta({ id: 'AdvanceCommission' }),
);
export type AdvanceCommission = z.output<typeof AdvanceCommission>;

export const ProposeCommissionUpdate = z
  .strictObject({ revenueShare: RevenueShareIn, reason: text(1000, 1) })
  .meta({ id: 'ProposeCommissionUpdate' });
