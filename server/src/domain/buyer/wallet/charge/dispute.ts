import type { DisputeRead } from '../../../../adapters/payment/port.ts';
import { type Big, big } from '../../../../kit/decimal.ts';
import type { ChargeDispute, WalletCharge } from './charge.ts';

type Charge = Pick<WalletCharge, 'id' | 'external_id' | 'amount' | 'currency'>;

const least = (left: Big, right: Big): Big => (left.lt(right) ? left : right);

/** Never more than the charge. A part that is told in another currency cannot be compared: it counts as all. */
const amountIn = (charge: Charge, { amount, currency }: Pick<ChargeDispute, 'amount' | 'currency'>): Big =>
  currency === charge.currency ? least(big(amount), big(charge.amount)) : big(charge.amount);

/** No provider's id has a space. */
const unnamedId = (amount: Big): string => `unnamed ${amount.toFixed()}`;
const isNamed = ({ dispute_id: id }: ChargeDispute): boolean => !id.includes(' ');

/** What was recorded before disputes were told apart: all of a charge was taken back, or it was not. */
export const disputeBefore = (charge: WalletCharge, isReturned: boolean): ChargeDispute[] =>
  charge.dispute_time === null
    ? []
    : [
        {
          charge_id: charge.id,
          dispute_id: unnamedId(big(charge.amount)),
          amount: charge.amount,
          currency: charge.currency,
          state: isReturned ? 'RETURNED' : 'REINSTATED',
          event_time: charge.dispute_time,
          stage: null,
          creation_time: charge.dispute_time,
          last_update_time: charge.dispute_time,
        },
      ];

type Happening = Pick<ChargeDispute, 'event_time' | 'stage'>;

/** Below zero: `left` happened before `right`. By their stages, if both have one: their dates may be anybody's. */
const inTime = (left: Happening, right: Happening): number =>
  left.stage === null || right.stage === null
    ? left.event_time.getTime() - right.event_time.getTime()
    : left.stage - right.stage;

/** Whether a read goes beyond what is known. An event that is told again leaves its dispute as it is, with whatever date it comes. */
const isLater = (next: Happening, old: Happening): boolean =>
  inTime(next, old) > 0 || (inTime(next, old) === 0 && (next.stage === null || old.stage === null));

/**
 * The disputes of a charge after a read. What happened last counts, in whatever order and however often it is told; of two things
 * at the same time, what is told last.
 */
export const takeRead = (
  charge: Charge,
  known: readonly ChargeDispute[],
  read: DisputeRead,
  now: Date,
): ChargeDispute[] => {
  const sum = { amount: read.amount ?? charge.amount, currency: read.currency ?? charge.currency };
  const isUnnamed = read.disputeId === null || read.disputeId === charge.external_id;
  const id = isUnnamed ? unnamedId(amountIn(charge, sum)) : (read.disputeId ?? '');
  const said = new Date(read.time ?? now);
  // A date that comes with a stage is not signed: it may be one that is still to come.
  const time = read.stage !== undefined && said > now ? now : said;
  const happened = { event_time: time, stage: read.stage ?? null };
  const old = known.find((one) => one.dispute_id === id);
  const isLast = !old || isLater(happened, old);
  const next: ChargeDispute = {
    charge_id: charge.id,
    dispute_id: id,
    amount: old ? least(big(old.amount), big(sum.amount)).toFixed() : sum.amount,
    currency: sum.currency,
    state: isLast ? read.state : old.state,
    event_time: isLast ? time : old.event_time,
    stage: isLast ? happened.stage : old.stage,
    creation_time: old?.creation_time ?? now,
    last_update_time: now,
  };
  return [...known.filter((one) => one !== old), next];
};

/**
 * What disputes have taken back of a charge by now. What names no dispute is about one of its amount: it goes on with that one,
 * or is a dispute of its own if there is none.
 */
export const lostOf = (charge: Charge, disputes: readonly ChargeDispute[]): Big => {
  const named = disputes.filter(isNamed);
  const returned = named.filter(({ state }) => state === 'RETURNED');
  const taken = returned.reduce((sum, one) => sum.plus(amountIn(charge, one)), big(0));
  const lost = disputes
    .filter((one) => !isNamed(one))
    .reduce((sum, unnamed) => {
      const { state } = unnamed;
      const amount = amountIn(charge, unnamed);
      const isSame = (one: ChargeDispute): boolean => amountIn(charge, one).eq(amount);
      if (state === 'REINSTATED')
        return returned.some((one) => isSame(one) && inTime(one, unnamed) < 0) ? sum.minus(amount) : sum;
      const isTold = named.some((one) => isSame(one) && (one.state === 'RETURNED' || inTime(one, unnamed) > 0));
      return isTold ? sum : sum.plus(amount);
    }, taken);
  return least(lost, big(charge.amount));
};
