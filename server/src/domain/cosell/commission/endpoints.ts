import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { Referral } from '../referral/schema.ts';
import { advanceReferralCommission, commissionEvents } from './actions/advance-commission.ts';
import { proposeReferralCommissionUpdate } from './actions/propose-commission-update.ts';
import { AdvanceCommission, ProposeCommissionUpdate } from './schema.ts';
import { stateTables } from './states.ts';

const referralId = { referralId: { id: 'referral', noun: 'referral' } } as const;

const move = movesOf('commission', stateTables.commission);

export const commissionEndpoints: Endpoint[] = [
  acts({
    id: 'advanceReferralCommission',
    method: 'PATCH',
    path: '/org/{orgId}/cosell/referral/{referralId}/commission',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Move the commission of a won deal on',
    notes:
      'DIRECT. ADVANCE means the next step: the seller confirms, which freezes the amount, the partner invoices (with invoiceNumber), the seller ' +
      'pays (paidTime, or now). VOID ends a commission that is not paid, CLAWBACK takes a paid one back within clawbackDays; both are the ' +
      "seller's. ACCEPT_UPDATE and REJECT_UPDATE are the partner's answers to proposed terms, WITHDRAW_UPDATE is the seller's; an invoice " +
      'waits for the answer. 403 for an action of the other side, 409 with allowedFrom if the status does not allow it.',
    params: referralId,
    body: AdvanceCommission,
    reply: Referral,
    moves: move(['confirm', 'invoice', 'pay', 'void', 'claw back', 'accept terms', 'reject terms', 'withdraw terms']),
    emits: commissionEvents,
    act: advanceReferralCommission,
  }),
  acts({
    id: 'proposeReferralCommissionUpdate',
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/{referralId}/commission-update',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Propose other terms of a commission',
    notes:
      'DIRECT, seller only: after the deal is won, and until the commission is invoiced. The partner answers with ACCEPT_UPDATE or ' +
      'REJECT_UPDATE; an accepted one sets the amount anew, also of a CONFIRMED commission. 409 while another proposal is open.',
    params: referralId,
    body: ProposeCommissionUpdate,
    reply: Referral,
    moves: move('propose terms'),
    emits: ['commission.terms_proposed'],
    act: proposeReferralCommissionUpdate,
  }),
];
