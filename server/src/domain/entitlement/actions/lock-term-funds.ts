import type { ActCall } from '../../../contract/call.ts';
import type { TermFunds } from '../entitlement.ts';
import { lockFundedTerms } from '../term/store.ts';

/**
 * Locks what is left of credit and, `withCommit`, of commit in the terms of entitlements until the act is over. Terms
 * that have nothing left are not answered.
 */
export const lockTermFunds = (
  call: ActCall,
  entitlementIds: readonly string[],
  { withCommit }: { withCommit: boolean },
): Promise<TermFunds[]> => lockFundedTerms(call.db, entitlementIds, withCommit);
