import { loadEntitlement } from '../../domain/entitlement/actions/load-entitlement.ts';
import { entitlementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { notShown } from '../read-back.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { syncAgreement } from './sync-agreement.ts';

/** Approves a purchase at the partner, and applies what the partner then shows. */
export const approveEntitlementWorkflow = (services: WorkflowServices): Workflow<'entitlement.approve'> => ({
  name: 'entitlement.approve',
  run: async (run, { entitlementId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, partner, external_id: agreementId } = await loadEntitlement(call, entitlementId);
      return entitlementIs.waiting(status) && agreementId !== null ? { partner, agreementId } : null;
    });
    if (!loaded) return 'The entitlement is no longer waiting to start.';
    const account: AccountRef = { partner: loaded.partner };
    const session = openPartnerSession(services, run, account);
    await session.ask('approve', async (marketplace, access) => {
      if (!marketplace.approveAgreement) throw stepFailed('NotSupported', `${loaded.partner} has nothing to approve.`);
      await marketplace.approveAgreement(access, loaded.agreementId);
    });
    const read = await syncAgreement(run, session, account, { agreementId: loaded.agreementId });
    return `The purchase was approved in the marketplace.${read ? '' : notShown}`;
  },
});
