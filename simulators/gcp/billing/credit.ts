import Big from 'big.js';
import type { Entitlement, GcpChange } from '../state.ts';

/**
 * Grants credit for usage from now to the end of the term. "The commitment for each installment is released at the start of the
 * installment, and must be used by the end of the contract. When you create a new offer, you choose whether or not unused
 * commitment expires or rolls over" ("Billing frequency for private offers"). "If not set, the previous credit balance will be
 * rolled over" (Commerce Producer, `Commitment.discard_previous_credit_balance`).
 */
export const grantCredit = (
  transaction: GcpChange,
  { id, termEndAt }: Entitlement,
  { amount, discardsEarlier }: { amount: string; discardsEarlier: boolean },
): void => {
  const { at } = transaction;
  const earlier = transaction.get('credits', id)?.grants ?? [];
  const kept = earlier.map((grant) =>
    discardsEarlier && (grant.until === null || grant.until > at) ? { ...grant, until: at } : grant,
  );
  transaction.put('credits', { id, grants: [...kept, { from: at, until: termEndAt, left: amount }] });
};

/** Pays usage of a time from the credit that was in force then, the oldest first; returns what was taken. */
export const takeCredit = (transaction: GcpChange, entitlementId: string, used: { at: number; amount: Big }): Big => {
  let unpaid = used.amount;
  const grants = (transaction.get('credits', entitlementId)?.grants ?? []).map((grant) => {
    const isInForce = grant.from <= used.at && (grant.until === null || used.at < grant.until);
    const taken = isInForce ? (unpaid.lt(grant.left) ? unpaid : new Big(grant.left)) : new Big(0);
    unpaid = unpaid.minus(taken);
    return { ...grant, left: new Big(grant.left).minus(taken).toFixed() };
  });
  if (grants.length > 0) transaction.put('credits', { id: entitlementId, grants });
  return used.amount.minus(unpaid);
};
