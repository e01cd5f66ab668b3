import type { ActCall } from '../../../contract/call.ts';
import { selectCommittedTerms } from '../term/store.ts';

/** The ids of the terms of entitlements that have a commit, used up or not. */
export const findCommittedTerms = (call: ActCall, entitlementIds: readonly string[]): Promise<string[]> =>
  selectCommittedTerms(call.db, entitlementIds);
