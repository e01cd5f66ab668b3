import type { z } from 'zod';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { commissionAmount } from './amount.ts';
import type { Commission, CommissionStep, Terms } from './commission.ts';
import type { Commission as CommissionShape, ReferralCommission, RevenueShare } from './schema.ts';
import { termsUpdateIs } from './states.ts';

export const viewTerms = ({ type, ratePercent, capAmount, clawbackDays }: Terms): z.input<typeof RevenueShare> => ({
  type,
  ratePercent: decimalToJson(ratePercent),
  ...(capAmount === null ? {} : { capAmount: decimalToJson(capAmount) }),
  ...(clawbackDays === null ? {} : { clawbackDays }),
});

const viewStep = ({ terms, amount, ...step }: CommissionStep) => ({
  ...step,
  amount: decimalToJson(amount),
  ...(terms && { revenueShare: viewTerms(terms) }),
});

/** What a commission is now, as a referral shows it. */
export const viewCommissionSummary = (commission: Commission): z.input<typeof ReferralCommission> => {
  const { terms_update: update, deal_value: dealValue, currency } = commission;
  return {
    status: commission.status,
    amount: decimalToJson(commission.amount),
    currency,
    terms: viewTerms(commission.terms),
    history: commission.history.map(viewStep),
    ...(update &&
      termsUpdateIs.open(update.status) && {
        pendingUpdate: {
          status: update.status,
          revenueShare: viewTerms(update.terms),
          reason: update.reason,
          proposedTime: update.proposedTime,
          amount: decimalToJson(commissionAmount(update.terms, { dealValue, currency })),
        },
      }),
  };
};

/** A commission as the ledger of a partner shows it. */
export const viewCommission = (_orgId: string, commission: Commission): z.input<typeof CommissionShape> => ({
  id: encodeId('commis', commission.id),
  partnerId: encodeId('relation', commission.relationship_id),
  referralId: encodeId('referral', commission.referral_id),
  side: commission.side,
  dealName: commission.deal_name,
  buyerCompany: commission.buyer_company,
  wonTime: commission.won_time.toISOString(),
  dealValue: decimalToJson(commission.deal_value),
  ...viewCommissionSummary(commission),
  ...(commission.invoice_number === null ? {} : { invoiceNumber: commission.invoice_number }),
  ...(commission.paid_time === null ? {} : { paidTime: commission.paid_time.toISOString() }),
  creationTime: commission.creation_time.toISOString(),
  lastUpdateTime: commission.last_update_time.toISOString(),
});
