import { type AdyenChange, type Dispute, type DisputeStage, newReference, type Payment } from '../state.ts';
import { notify } from '../webhooks/notify.ts';
import { bookPayment } from './movement.ts';

type Step = {
  /** Null: it opens a dispute. */
  from: readonly (DisputeStage | null)[];
  /** SAME: the dispute keeps its stage. */
  to: DisputeStage | 'SAME';
  /** `disputeStatus` of the message. */
  status: 'Unresponded' | 'Undefended' | 'Pending' | 'Lost' | 'Won' | null;
  moves?: 'Chargeback' | 'ChargebackReversed' | 'SecondChargeback';
  /** The event that follows immediately if the money is not yet with the party to whom the step awards it. */
  settles?: 'CHARGEBACK_REVERSED' | 'SECOND_CHARGEBACK';
};

/**
 * The events of a dispute, in which stages they happen, and what they move. Sources: docs.adyen.com, Dispute webhooks (codes and
 * statuses), Dispute flow, Visa chargebacks; Webhooks-v1 (what each means); Settlement details report (the three entries).
 */
const steps = {
  REQUEST_FOR_INFORMATION: { from: [null], to: 'REQUESTED', status: 'Unresponded' },
  NOTIFICATION_OF_CHARGEBACK: { from: [null, 'REQUESTED'], to: 'NOTIFIED', status: 'Undefended' },
  INFORMATION_SUPPLIED: { from: ['REQUESTED', 'NOTIFIED', 'CHARGED_BACK'], to: 'SAME', status: 'Pending' },
  CHARGEBACK: {
    from: [null, 'REQUESTED', 'NOTIFIED'],
    to: 'CHARGED_BACK',
    status: 'Undefended',
    moves: 'Chargeback',
  },
  DISPUTE_DEFENSE_PERIOD_ENDED: { from: ['CHARGED_BACK'], to: 'LOST', status: 'Lost' },
  CHARGEBACK_REVERSED: { from: ['CHARGED_BACK'], to: 'REVERSED', status: 'Pending', moves: 'ChargebackReversed' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { from: ['REVERSED'], to: 'WON', status: 'Won' },
  SECOND_CHARGEBACK: { from: ['REVERSED'], to: 'LOST', status: 'Lost', moves: 'SecondChargeback' },
  PREARBITRATION_OPEN: { from: ['REVERSED'], to: 'PREARBITRATION', status: 'Undefended' },
  // In Visa's allocation flow, the seller's bank starts it right after the chargeback.
  PREARBITRATION_WON: {
    from: ['CHARGED_BACK', 'PREARBITRATION'],
    to: 'WON',
    status: 'Won',
    settles: 'CHARGEBACK_REVERSED',
  },
  PREARBITRATION_LOST: {
    from: ['CHARGED_BACK', 'PREARBITRATION'],
    to: 'LOST',
    status: 'Lost',
    settles: 'SECOND_CHARGEBACK',
  },
  SCHEME_ARBITRATION: { from: ['PREARBITRATION'], to: 'ARBITRATION', status: 'Pending' },
  SCHEME_ARBITRATION_WON: { from: ['ARBITRATION'], to: 'WON', status: 'Won', settles: 'CHARGEBACK_REVERSED' },
  SCHEME_ARBITRATION_LOST: { from: ['ARBITRATION'], to: 'LOST', status: 'Lost', settles: 'SECOND_CHARGEBACK' },
} as const satisfies Record<string, Step>;

export type DisputeCode = keyof typeof steps;
export const disputeCodes = Object.keys(steps) as DisputeCode[];

export const disputesOf = ({ disputes }: Payment): readonly Dispute[] => disputes ?? [];

/** The amount of a payment that disputes have taken so far. */
export const takenOf = (payment: Payment): number =>
  disputesOf(payment).reduce((sum, { isTaken, value }) => sum + (isTaken ? value : 0), 0);

/** The amount of a payment that is neither refunded nor disputed. */
const undisputedOf = (payment: Payment): number =>
  disputesOf(payment)
    .filter(({ stage }) => stage !== 'WON')
    .reduce((left, { value }) => left - value, payment.captured - payment.refunded);

/** If `given` names no dispute, the step applies to the latest dispute that allows it. */
const findDispute = (payment: Payment, step: Step, reference: string | undefined): Dispute | undefined =>
  disputesOf(payment).findLast(
    (one) => step.from.includes(one.stage) && (reference === undefined || one.reference === reference),
  );

/**
 * A step of a dispute of a payment, or of a part of it. The first step opens the dispute, by default for the remaining amount. Returns null if
 * the payment has no dispute in a suitable stage, or nothing that could be disputed.
 */
export const takeStep = (
  tx: AdyenChange,
  payment: Payment,
  given: { eventCode: DisputeCode; dispute?: string | undefined; value?: number | undefined; reason: string },
): Payment | null => {
  const step: Step = steps[given.eventCode];
  const isOpened = given.dispute === undefined && step.from.includes(null);
  const known = isOpened && given.value !== undefined ? undefined : findDispute(payment, step, given.dispute);
  const left = undisputedOf(payment);
  const value = given.value ?? left;
  if (!known && (!isOpened || value < 1 || value > left)) return null;
  const before = known ?? { reference: newReference(tx), value, stage: null, isTaken: false, reason: given.reason };
  const dispute: Dispute = {
    ...before,
    stage: step.to === 'SAME' ? (before.stage ?? 'NOTIFIED') : step.to,
    isTaken: step.moves === undefined ? before.isTaken : step.moves !== 'ChargebackReversed',
  };
  const saved = withDispute(payment, dispute);
  tx.put('payments', saved);
  if (step.moves) book(tx, saved, step.moves, dispute);
  tell(tx, saved, dispute, given.eventCode, step.status);
  const isSettled = dispute.isTaken === (step.settles === 'SECOND_CHARGEBACK');
  return step.settles === undefined || isSettled ? saved : settle(tx, saved, dispute, step.settles);
};

/** Moves the money according to the decision; the dispute stays decided. */
const settle = (
  tx: AdyenChange,
  payment: Payment,
  dispute: Dispute,
  eventCode: 'CHARGEBACK_REVERSED' | 'SECOND_CHARGEBACK',
): Payment => {
  const { moves, status } = steps[eventCode];
  const moved: Dispute = { ...dispute, isTaken: moves === 'SecondChargeback' };
  const saved = withDispute(payment, moved);
  tx.put('payments', saved);
  book(tx, saved, moves, moved);
  tell(tx, saved, moved, eventCode, status);
  return saved;
};

const withDispute = (payment: Payment, dispute: Dispute): Payment => ({
  ...payment,
  disputes: [...disputesOf(payment).filter(({ reference }) => reference !== dispute.reference), dispute],
});

const book = (
  tx: AdyenChange,
  payment: Payment,
  type: NonNullable<Step['moves']>,
  { reference, value }: Dispute,
): void =>
  bookPayment(tx, payment, {
    type,
    amount: { currency: payment.amount.currency, value },
    modificationReference: reference,
    modificationMerchantReference: '',
  });

/** Codes whose messages have `originalReference` only where the account asks for it (Additional settings → Risk). */
const unnamedCodes: readonly string[] = [
  'CHARGEBACK_REVERSED',
  'SECOND_CHARGEBACK',
  'PREARBITRATION_WON',
  'PREARBITRATION_LOST',
];

const tell = (
  tx: AdyenChange,
  payment: Payment,
  { reference, value, reason }: Dispute,
  eventCode: DisputeCode,
  status: Step['status'],
): void => {
  const merchant = tx.get('merchants', payment.merchantId);
  if (!merchant) return;
  const isNamed = merchant.namesDisputes !== false || !unnamedCodes.includes(eventCode);
  notify(tx, merchant, {
    eventCode,
    success: true,
    ...(isNamed ? { pspReference: reference, originalReference: payment.id } : { pspReference: payment.id }),
    merchantReference: payment.reference,
    amount: { currency: payment.amount.currency, value },
    paymentMethod: payment.details.brand ?? payment.details.type,
    reason,
    ...(status === null ? {} : { additionalData: { disputeStatus: status } }),
  });
};
