import fc from 'fast-check';
import type { DisputeRead } from '../../../../adapters/payment/port.ts';

// What may happen to a charge: several disputes, each going to and fro between the buyer's bank and the seller.

/** What a provider reports at the end of a history of disputes, and what is lost by then. */
export type History = {
  /** In the order in which it happened. */
  told: DisputeRead[];
  /** As it arrives: in any order, some of it twice, and of each dispute at least the last. */
  arrived: DisputeRead[];
  /** Of the charge, in its smallest unit. */
  lost: number;
};

type Options = {
  /** Of the charge, in cents. */
  charged: number;
  /** When the first of it can have happened, in milliseconds. */
  from: number;
  /** Undefined: all of it names its dispute; the charge's id: what follows a chargeback names the charge alone. */
  chargeId?: string;
  /** Each event says which round of its dispute it is. */
  isStaged?: boolean;
};

const stepMs = 3_600_000;
const reason = { code: 'CHARGEBACK', message: 'It was taken back.' };

const disputeOf = (charged: number) =>
  fc.record({
    cents: fc.integer({ min: 1, max: charged + 5 }),
    rounds: fc.integer({ min: 1, max: 5 }),
    hours: fc.uniqueArray(fc.nat(400), { minLength: 5, maxLength: 5 }),
    dropped: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  });

/** Without names, disputes are distinguished by their amounts, none of which exceeds the charge. */
const amountOf = (charged: number, isNamed: boolean) => (one: { cents: number }) =>
  isNamed ? one : Math.min(one.cents, charged);

export const historyOf = ({ charged, from, chargeId, isStaged }: Options): fc.Arbitrary<History> =>
  fc
    .uniqueArray(disputeOf(charged), {
      minLength: 1,
      maxLength: 4,
      selector: amountOf(charged, chargeId === undefined),
    })
    .chain((disputes) => {
      const all = disputes.map(({ cents, rounds, hours, dropped }, index) => {
        const times = [...hours].sort((left, right) => left - right).slice(0, rounds);
        return times.map((hour, round) => {
          const isLast = round === rounds - 1;
          const about = {
            disputeId: round > 0 && chargeId !== undefined ? chargeId : `dp_${index}`,
            amount: (cents / 100).toFixed(2),
            currency: 'USD',
            time: new Date(from + hour * stepMs + index).toISOString(),
            ...(isStaged ? { stage: round + 1 } : {}),
          };
          const read: DisputeRead =
            round % 2 === 0 ? { ...about, state: 'RETURNED', ...reason } : { ...about, state: 'REINSTATED' };
          return { read, isKept: isLast || !dropped[round] };
        });
      });
      const told = all.flat();
      const kept = told.filter(({ isKept }) => isKept).map(({ read }) => read);
      const sum = disputes.reduce((total, { cents, rounds }) => total + (rounds % 2) * cents, 0);
      return fc.tuple(fc.subarray(kept), fc.infiniteStream(fc.nat(1_000_000))).map(([twice, keys]) => {
        const inOrder = [...kept, ...twice].map((read) => ({ read, key: keys.next().value }));
        return {
          told: told.map(({ read }) => read).sort((left, right) => ((left.time ?? '') < (right.time ?? '') ? -1 : 1)),
          arrived: inOrder.sort((left, right) => left.key - right.key).map(({ read }) => read),
          lost: Math.min(sum, charged),
        };
      });
    });
