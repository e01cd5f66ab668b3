import type { ActCall } from '../../../contract/call.ts';
import type { TermFunds } from '../entitlement.ts';
import { lockFundedTerms } from '../term/store.ts';

/**
 * Locks the remaining credit and, `withCommit`, the remaining commit of the terms of entitlements until the act ends.
 * Terms with nothing remaining are not returned.
 */
export const lockTermFunds = (
  call: ActCall,
  entitlementIds: readonly string[],
  { withCommit }: { withCommit: boolean },
): Promise<TermFunds[]> => lockFundedTerms(call.db, entitlementIds, withCommit);
