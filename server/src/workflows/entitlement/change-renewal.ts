import { loadEntitlement } from '../../domain/entitlement/actions/load-entitlement.ts';
import { recordRenewalFailed } from '../../domain/entitlement/renewal/actions/record-renewal-failed.ts';
import { agreementIs } from '../../domain/entitlement/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { type ChangeEnd, changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { readBackAgreement } from './read-back-agreement.ts';

/** How long AWS may take to show an opt-out whose change it has applied. */
const pace = { firstDelayMs: 500, factor: 2, maxDelayMs: 30_000, giveUpAfterMs: 15 * 60_000 };

const load = (run: WorkflowRun, entitlementId: string) =>
  run.change('load', [], async (call) => {
    const { partner, external_id: agreementId, renewal } = await loadEntitlement(call, entitlementId);
    if (agreementId === null || !renewal || renewal.isOptedOut) return null;
    const lastDay = new Date(call.now.getTime() - 86_400_000).toISOString().slice(0, 10);
    return { partner, agreementId, externalId: renewal.offerExternalId, lastDay };
  });

const nothing = 'There is no longer a pending renewal.';

const refused = async (run: WorkflowRun, entitlementId: string, end: ChangeEnd): Promise<void> => {
  if (!('errors' in end)) return;
  throw await run.fail(changeFailed(end), ['entitlement.renewal_failed'], (call) =>
    recordRenewalFailed(call, entitlementId, end),
  );
};

const onFailure: Workflow<'renewal.adjust' | 'renewal.optOut'>['onFailure'] = {
  emits: ['entitlement.renewal_failed'],
  act: (call, { entitlementId }, { code, message }) =>
    recordRenewalFailed(call, entitlementId, { errorMessages: [`${code}: ${message}`], prettified: [message] }),
};

/** Sets the prices of the offer that will renew an agreement. */
export const adjustRenewalWorkflow = (services: WorkflowServices): Workflow<'renewal.adjust'> => ({
  name: 'renewal.adjust',
  run: async (run, { entitlementId, upliftPercentage }) => {
    const loaded = await load(run, entitlementId);
    if (!loaded) return nothing;
    const { partner, agreementId, externalId } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const change = { act: 'renewal.adjust', agreementId, externalId, upliftPercentage } as const;
    await refused(run, entitlementId, await runChange(session, 'adjust', change));
    const said = await readBackAgreement(run, session, account, { agreementId });
    return `The marketplace will renew the agreement with an uplift of ${upliftPercentage} %.${said}`;
  },
  onFailure,
});

/**
 * Turns the renewal of an agreement off. Which change does that is not documented, so that only what AWS then says about
 * the agreement counts.
 */
export const optOutRenewalWorkflow = (services: WorkflowServices): Workflow<'renewal.optOut'> => ({
  name: 'renewal.optOut',
  run: async (run, { entitlementId }) => {
    const loaded = await load(run, entitlementId);
    if (!loaded) return nothing;
    const { partner, agreementId, externalId, lastDay } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    await refused(
      run,
      entitlementId,
      await runChange(session, 'opt out', { act: 'renewal.optOut', externalId, lastDay }),
    );
    const state = await session.waitFor('opted out', pace, async (marketplace, access) => {
      const read = await marketplace.readAgreement(access, agreementId);
      if (read?.isOptedOut) return 'OPTED_OUT';
      return read && agreementIs.inForce(read.status) ? undefined : 'OVER';
    });
    if (state === 'OVER')
      throw stepFailed('AgreementEnded', 'The agreement has ended before its renewal could be turned off.');
    const said = await readBackAgreement(run, session, account, { agreementId });
    return `The marketplace will not renew the agreement.${said}`;
  },
  onFailure,
});
