import { loadEntitlement } from '../../domain/entitlement/actions/load-entitlement.ts';
import { recordSeatsRefused } from '../../domain/entitlement/seat/actions/record-seats-refused.ts';
import { entitlementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackAgreement, subscriptionWait } from './read-back-agreement.ts';

/** Changes the number of seats in the marketplace, and applies what it then shows. */
export const changeSeatsWorkflow = (services: WorkflowServices): Workflow<'entitlement.seats'> => ({
  name: 'entitlement.seats',
  run: async (run, { entitlementId, seats: quantity }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, partner, external_id: agreementId } = await loadEntitlement(call, entitlementId);
      return entitlementIs.active(status) && agreementId !== null ? { partner, agreementId } : null;
    });
    if (!loaded) return 'The entitlement is no longer active.';
    const { partner, agreementId } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const change = { act: 'agreement.seats', agreementId, quantity } as const;
    const end = await runChange(session, 'change', change, subscriptionWait);
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['entitlement.seats_failed'], (call) =>
        recordSeatsRefused(call, entitlementId, end),
      );
    }
    const said = await readBackAgreement(run, session, account, { agreementId, shows: { quantity } });
    return `The subscription has ${quantity} seats.${said}`;
  },
  onFailure: {
    emits: ['entitlement.seats_failed'],
    act: (call, { entitlementId }, { code, message }) =>
      recordSeatsRefused(call, entitlementId, { errorMessages: [`${code}: ${message}`], prettified: [message] }),
  },
});
