import { coSellRules } from '../../adapters/cosell/rules.ts';
import {
  isTakenByOther,
  loadSubmission,
  recordAtPartner,
  recordSubmissionFailed,
  recordSubmitted,
  type Submission,
  submittedEvents,
} from '../../domain/cosell/referral/actions/record-submission.ts';
import type { Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { type CoSellSession, openCoSellSession } from './cosell-session.ts';
import { faultsOf, syncReferralAtPartner } from './read-referral.ts';

const updateAgain = async (
  run: WorkflowRun,
  session: CoSellSession,
  referralId: string,
  partner: Submission['partner'],
  externalId: string,
) =>
  syncReferralAtPartner(
    run,
    session,
    { partner, externalId, referralId, direction: 'BOTH', preference: 'CRM_WINS' },
    'update: ',
  );

/**
 * Submits a referral: the partner makes it, links what the document names, and begins its review. A referral that the partner
 * had made and refused to review is changed there and submitted again.
 */
export const submitReferralWorkflow = (services: WorkflowServices): Workflow<'referral.submit'> => ({
  name: 'referral.submit',
  run: async (run, { referralId }) => {
    const loaded = await run.change('load', [], (call) => loadSubmission(call, referralId));
    if (!loaded) return 'The referral is no longer waiting to be submitted.';
    const { partner, document, links, externalId: made, since } = loaded;
    if (!services.coSells[partner]?.create) {
      await run.change('hand over', submittedEvents, (call) => recordSubmitted(call, referralId));
      return `${partner} has no interface for referrals: hand over the file of the referral.`;
    }
    const session = openCoSellSession(services, run, { partner });
    if (made !== null) await updateAgain(run, session, referralId, partner, made);
    const externalId =
      made ??
      (await session.ask(
        'create',
        async (coSell, access, { key, db }) => {
          const isTaken = (id: string) => isTakenByOther(db, { partner, referralId, externalId: id });
          return (await coSell.create?.(access, document, links, key, { since: new Date(since), isTaken })) ?? '';
        },
        { retry: longRetry },
      ));
    if (made === null) {
      await run.change('record', [], (call) =>
        recordAtPartner(call, { referralId, externalId, sent: coSellRules[partner].made(document) }),
      );
    }
    await session.ask(
      'submit',
      async (coSell, access, { key }) => {
        await coSell.submit?.(access, externalId, links, key);
      },
      { retry: longRetry },
    );
    await run.change('record submission', submittedEvents, (call) => recordSubmitted(call, referralId));
    await syncReferralAtPartner(run, session, {
      partner,
      externalId,
      referralId,
      direction: 'BOTH',
      preference: 'CRM_WINS',
    });
    return `The referral was submitted as ${externalId}.`;
  },
  onFailure: {
    emits: ['referral.create_failed'],
    act: (call, { referralId }, { code, message, info }) =>
      recordSubmissionFailed(call, { referralId, code, message, faults: faultsOf(info) }),
  },
});
