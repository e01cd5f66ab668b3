import { loadEntitlement } from '../../domain/entitlement/actions/load-entitlement.ts';
import { recordCancelRefused } from '../../domain/entitlement/cancellation/actions/record-cancel.ts';
import { entitlementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackAgreement, subscriptionWait } from './read-back-agreement.ts';

/** Ends a subscription in the marketplace. The entitlement ends with the read that shows it. */
export const cancelEntitlementWorkflow = (services: WorkflowServices): Workflow<'entitlement.cancel'> => ({
  name: 'entitlement.cancel',
  run: async (run, { entitlementId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, partner, external_id: agreementId } = await loadEntitlement(call, entitlementId);
      return entitlementIs.cancelling(status) && agreementId !== null ? { partner, agreementId } : null;
    });
    if (!loaded) return 'The entitlement is no longer waiting to be cancelled.';
    const { partner, agreementId } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const end = await runChange(session, 'cancel', { act: 'agreement.cancel', agreementId }, subscriptionWait);
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['entitlement.cancel_failed'], (call) =>
        recordCancelRefused(call, entitlementId, end),
      );
    }
    const hint = { agreementId, shows: { statuses: ['CANCELLED'] } };
    return `The subscription was ended in the marketplace.${await readBackAgreement(run, session, account, hint)}`;
  },
  onFailure: {
    emits: ['entitlement.cancel_failed'],
    act: (call, { entitlementId }, { code, message }) =>
      recordCancelRefused(call, entitlementId, { errorMessages: [`${code}: ${message}`], prettified: [message] }),
  },
});
