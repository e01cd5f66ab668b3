import type { ActCall } from '../../../contract/call.ts';
import { stepFailed } from '../../../engine/workflow.ts';
import type { Entitlement } from '../entitlement.ts';
import { findEntitlement } from '../store.ts';

/** The entitlement of a run, which fails without one. */
export const loadEntitlement = async ({ db }: Pick<ActCall, 'db'>, entitlementId: string): Promise<Entitlement> => {
  const entitlement = await findEntitlement(db, entitlementId);
  if (!entitlement) throw stepFailed('NotFound', 'No such entitlement.');
  return entitlement;
};
