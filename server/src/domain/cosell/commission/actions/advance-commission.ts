import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { badRequest, type Fault, Refusal, wrongState } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { occasionOf } from '../../referral/mirror.ts';
import { changeDeal, type Deal, lockDeal, requireSide } from '../../referral/sides.ts';
import { referralIs, referralStatuses } from '../../referral/states.ts';
import { commissionAmount } from '../amount.ts';
import type { Commission, CommissionStep, DealSide, TermsUpdate } from '../commission.ts';
import type { AdvanceCommission, CommissionAction } from '../schema.ts';
import {
  advances,
  type CommissionAct,
  type CommissionStatus,
  commissionTransitions,
  termsUpdateTransitions,
} from '../states.ts';
import { termsStatusAfter, withdrawn } from '../step.ts';

type Body = AdvanceCommission;

/** What an act changes besides the status, and what it adds to its step of the history. */
type Effect = { change: Partial<Commission>; step?: Partial<CommissionStep> };

type Rule = {
  side: DealSide;
  /** Who does it, as the beginning of a sentence. */
  refusal: string;
  event: EventName;
  effect: (commission: Commission, body: Body, now: Date) => Effect;
};

const dayMs = 86_400_000;

const requireUpdate = ({ terms_update: update }: Commission): TermsUpdate => {
  if (update) return update;
  const message = 'No other terms of the commission have been proposed; the seller can propose some.';
  throw new Refusal('Conflict', message, { status: null, allowedFrom: termsUpdateTransitions['accept terms'].from });
};

const invoice = ({ terms_update: update }: Commission, { invoiceNumber }: Body): Effect => {
  if (update) termsStatusAfter('invoice', update);
  if (!invoiceNumber) {
    throw badRequest([
      { path: 'invoiceNumber', code: 'required', message: 'is missing: it is the number of the invoice' },
    ]);
  }
  return { change: { invoice_number: invoiceNumber }, step: { invoiceNumber } };
};

const pay = (_commission: Commission, { paidTime = undefined }: Body, now: Date): Effect => {
  const paid = paidTime ?? now;
  if (paid > now) throw badRequest([{ path: 'paidTime', code: 'range', message: 'must not be in the future' }]);
  return { change: { paid_time: paid }, step: { paidTime: paid.toISOString() } };
};

const clawBack = (
  { status, paid_time: paid, terms: { clawbackDays: days } }: Commission,
  _body: Body,
  now: Date,
): Effect => {
  if (days === null || paid === null) {
    throw new Refusal('Conflict', 'The terms of the commission have no clawbackDays: it cannot be taken back.', {
      status,
    });
  }
  const until = new Date(paid.getTime() + days * dayMs);
  if (now > until) {
    const message = `The commission could be taken back until ${until.toISOString()}, ${days} days after its payment.`;
    throw new Refusal('Conflict', message, { status, clawbackUntil: until.toISOString() });
  }
  return { change: {} };
};

const answerTerms =
  (act: 'reject terms' | 'withdraw terms') =>
  (commission: Commission): Effect => {
    const update = requireUpdate(commission);
    return { change: { terms_update: { ...update, status: termsStatusAfter(act, update) } } };
  };

const acceptTerms = (commission: Commission): Effect => {
  const update = requireUpdate(commission);
  const { terms } = update;
  const { deal_value: dealValue, currency } = commission;
  const amount = commissionAmount(terms, { dealValue, currency });
  const status = termsStatusAfter('accept terms', update);
  return { change: { terms, amount, terms_update: { ...update, status } }, step: { terms } };
};

type Asked = Exclude<CommissionAct, 'follow the deal' | 'reopen the deal' | 'propose terms'>;

const rules: Readonly<Record<Asked, Rule>> = {
  confirm: {
    side: 'SELLER',
    refusal: 'A commission is confirmed by',
    event: 'commission.confirmed',
    effect: () => ({ change: {} }),
  },
  invoice: { side: 'PARTNER', refusal: 'A commission is invoiced by', event: 'commission.invoiced', effect: invoice },
  pay: { side: 'SELLER', refusal: 'A commission is paid by', event: 'commission.paid', effect: pay },
  'claw back': {
    side: 'SELLER',
    refusal: 'A commission is taken back by',
    event: 'commission.clawed_back',
    effect: clawBack,
  },
  void: {
    side: 'SELLER',
    refusal: 'A commission is voided by',
    event: 'commission.voided',
    effect: (commission) => ({ change: withdrawn(commission) }),
  },
  'accept terms': {
    side: 'PARTNER',
    refusal: 'Proposed terms are accepted by',
    event: 'commission.terms_accepted',
    effect: acceptTerms,
  },
  'reject terms': {
    side: 'PARTNER',
    refusal: 'Proposed terms are rejected by',
    event: 'commission.terms_rejected',
    effect: answerTerms('reject terms'),
  },
  'withdraw terms': {
    side: 'SELLER',
    refusal: 'Proposed terms are withdrawn by',
    event: 'commission.terms_withdrawn',
    effect: answerTerms('withdraw terms'),
  },
};

export const commissionEvents = Object.values(rules).map(({ event }) => event);

const actsOf: Readonly<Record<CommissionAction, readonly Asked[]>> = {
  ADVANCE: advances,
  VOID: ['void'],
  CLAWBACK: ['claw back'],
  ACCEPT_UPDATE: ['accept terms'],
  REJECT_UPDATE: ['reject terms'],
  WITHDRAW_UPDATE: ['withdraw terms'],
};

/** Members that only one act takes: given with another one, they would be lost in silence. */
const memberOf = { invoiceNumber: 'invoice', paidTime: 'pay' } as const satisfies Partial<Record<keyof Body, Asked>>;

const checkMembers = (act: Asked, body: Body): void => {
  const faults: Fault[] = Object.entries(memberOf).flatMap(([member, owner]) =>
    body[member as keyof typeof memberOf] === undefined || owner === act
      ? []
      : [
          {
            path: member,
            code: 'unexpected',
            message: `belongs to ADVANCE where it means ${owner}; here it means ${act}`,
          },
        ],
  );
  if (faults.length > 0) throw badRequest(faults);
};

/** The act that an action means. Throws 403 for one of the other side, and 409 if the commission does not allow it. */
const actFor = (deal: Deal, { status }: Commission, action: CommissionAction): Asked => {
  const meant = actsOf[action];
  const act =
    meant.find((one) => allows(commissionTransitions, one, status)) ?? (meant.length === 1 ? meant[0] : undefined);
  if (act === undefined) {
    const from = meant.flatMap((one): readonly CommissionStatus[] => commissionTransitions[one].from);
    throw wrongState('Commission', action, status, from);
  }
  const { side, refusal } = rules[act];
  requireSide(deal, side, refusal);
  return act;
};

/** The commission of a deal. Throws a 409 if the deal was never won. */
export const requireCommission = ({ own: { referral, commission } }: Deal): Commission => {
  if (commission) return commission;
  const message = 'The deal has no commission yet: it begins when the deal is won.';
  throw new Refusal('Conflict', message, {
    status: referral.status,
    allowedFrom: referralStatuses.filter((status) => referralIs.won(status)),
  });
};

/** The history of a commission with one more step. */
export const withStep = (
  call: ActCall,
  commission: Commission,
  { action, ...step }: Partial<CommissionStep> & Pick<CommissionStep, 'action' | 'status' | 'amount'>,
): Pick<Commission, 'history'> => {
  const { by, now } = occasionOf(call);
  return { history: [...commission.history, { time: now.toISOString(), by, action, ...step }] };
};

/**
 * Moves the commission of a deal on, on both sides at once: each step belongs to one of them. Both are locked before
 * anything is read, so of two acts at the same time one decides on what the other has made: nothing is paid twice.
 */
export const advanceReferralCommission = async (
  call: ActCall,
  { params, body }: { params: { referralId: string }; body: Body },
) => {
  const deal = await lockDeal(call, params.referralId);
  const commission = requireCommission(deal);
  const act = actFor(deal, commission, body.action);
  const status = nextStatus('Commission', commissionTransitions, act, commission);
  checkMembers(act, body);
  const { event, effect } = rules[act];
  const { change, step } = effect(commission, body, call.now);
  const { amount } = { ...commission, ...change };
  const note = body.note ? { note: body.note } : {};
  const history = withStep(call, commission, { status, action: body.action, amount, ...note, ...step });
  return changeDeal(call, deal, { own: {}, commission: { act, change: { ...change, status, ...history }, event } });
};
