import { recordSyncFailed } from '../../domain/cosell/referral/actions/record-sent.ts';
import type { StepFailed, Workflow } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { faultsOf } from './read-referral.ts';
import { syncBothHalves } from './sync-both-halves.ts';

/** A failure that the referral shows already. */
const recorded = (error: StepFailed): StepFailed =>
  Object.assign(error, { failure: { ...error.failure, info: { ...(error.failure.info as object), isShown: true } } });

const isShown = (info: unknown): boolean => (info as { isShown?: boolean } | undefined)?.isShown === true;

/** Synchronizes one referral with its partner and its CRM record. */
export const syncReferralWorkflow = (services: WorkflowServices): Workflow<'referral.sync'> => ({
  name: 'referral.sync',
  run: async (run, asked) => {
    const done = await syncBothHalves(services, run, asked);
    if (done.isNothing) return 'The partner does not have the referral.';
    const failure = done.partnerFailure ?? done.crmFailure;
    if (failure) throw recorded(failure);
    return 'The referral is in sync.';
  },
  onFailure: {
    emits: ['referral.sync_failed'],
    act: async (call, { referralId }, { code, message, info }) => {
      if (!isShown(info)) await recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) });
    },
  },
});
