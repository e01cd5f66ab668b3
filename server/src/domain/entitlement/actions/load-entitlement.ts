import type { ActCall } from '../../../contract/call.ts';
import { stepFailed } from '../../../engine/workflow.ts';
import type { Entitlement } from '../entitlement.ts';
import { findEntitlement } from '../store.ts';

/** Loads the entitlement of a run. Throws if there is none. */
export const loadEntitlement = async ({ db }: Pick<ActCall, 'db'>, entitlementId: string): Promise<Entitlement> => {
  const entitlement = await findEntitlement(db, entitlementId);
  if (!entitlement) throw stepFailed('NotFound', 'No such entitlement.');
  return entitlement;
};
