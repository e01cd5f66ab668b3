import type { ActCall } from '../../../contract/call.ts';
import { entitlementIs } from '../states.ts';
import { loadEntitlement } from './load-entitlement.ts';

/** Whether an entitlement has ended for good. Throws if there is none. */
export const hasEnded = async (call: Pick<ActCall, 'db'>, entitlementId: string): Promise<boolean> =>
  entitlementIs.ended((await loadEntitlement(call, entitlementId)).status);
