import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { changeDeal, lockDeal, requireSide } from '../../referral/sides.ts';
import { proposalsMax } from '../commission.ts';
import { readTerms } from '../read-terms.ts';
import type { ProposeCommissionUpdate } from '../schema.ts';
import { commissionTransitions } from '../states.ts';
import { termsStatusAfter } from '../step.ts';
import { requireCommission, withStep } from './advance-commission.ts';

const action = 'PROPOSE_UPDATE';

/**
 * The seller proposes other terms of a commission, until it is invoiced. They are in force once the partner accepts them;
 * at most one proposal is open.
 */
export const proposeReferralCommissionUpdate = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: z.output<typeof ProposeCommissionUpdate> },
) => {
  const deal = await lockDeal(call, params.referralId);
  requireSide(deal, 'SELLER', 'Other terms are proposed by');
  const commission = requireCommission(deal);
  const act = 'propose terms';
  const status = nextStatus('Commission', commissionTransitions, act, commission);
  if (commission.terms_update) termsStatusAfter(act, commission.terms_update);
  if (commission.history.filter((step) => step.action === action).length >= proposalsMax) {
    const message = `Other terms were proposed ${proposalsMax} times for this commission, which is the limit: confirm or void it.`;
    throw new Refusal('Conflict', message, { status, limit: proposalsMax });
  }
  const terms = readTerms(body.revenueShare, commission.currency);
  const change = {
    terms_update: { status: 'PROPOSED' as const, terms, reason: body.reason, proposedTime: call.now.toISOString() },
    ...withStep(call, commission, { status, action, amount: commission.amount, note: body.reason, terms }),
  };
  return changeDeal(call, deal, { own: {}, commission: { act, change, event: 'commission.terms_proposed' } });
};
