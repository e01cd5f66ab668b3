import { loadSync } from '../../domain/cosell/referral/actions/load-sync.ts';
import { recordSyncFailed } from '../../domain/cosell/referral/actions/record-sent.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { openCoSellSession } from './cosell-session.ts';
import { faultsOf, syncReferralAtPartner } from './read-referral.ts';

/** Synchronizes one referral with its partner. */
export const syncReferralWorkflow = (services: WorkflowServices): Workflow<'referral.sync'> => ({
  name: 'referral.sync',
  run: async (run, { referralId, direction }) => {
    const loaded = await run.change('load', [], (call) => loadSync(call, referralId));
    if (!loaded) return 'The partner does not have the referral.';
    const { partner, externalId, preference } = loaded;
    const session = openCoSellSession(services, run, { partner });
    const found = await syncReferralAtPartner(run, session, { partner, externalId, referralId, direction, preference });
    if (found === null) throw stepFailed('NotShown', `${partner} does not show the referral ${externalId} any more.`);
    return 'The referral is in sync.';
  },
  onFailure: {
    emits: ['referral.sync_failed'],
    act: (call, { referralId }, { code, message, info }) =>
      recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) }),
  },
});
