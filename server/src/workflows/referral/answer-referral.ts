import { loadAnswer, recordAnswered } from '../../domain/cosell/referral/actions/record-answer.ts';
import { recordSyncFailed } from '../../domain/cosell/referral/actions/record-sent.ts';
import { isStepFailed, type Workflow } from '../../engine/workflow.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { openCoSellSession } from './cosell-session.ts';
import { faultsOf, syncReferralAtPartner } from './read-referral.ts';

const waitMs = 30 * 60_000;

/** Accepts or declines what a partner offers. The partner's answer shows in the read that follows. */
export const answerReferralWorkflow = (services: WorkflowServices): Workflow<'referral.answer'> => ({
  name: 'referral.answer',
  run: async (run, { referralId, accepts }) => {
    const loaded = await run.change('load', [], (call) => loadAnswer(call, referralId));
    if (!loaded) return 'The referral is no longer offered.';
    const { partner, externalId: offered, reason } = loaded;
    const session = openCoSellSession(services, run, { partner });
    const referred = { partner, referralId, direction: 'INBOUND', preference: 'PARTNER_WINS' } as const;
    let externalId = offered;
    try {
      if (accepts) {
        externalId = await session.waitFor(
          'accept',
          { giveUpAfterMs: waitMs, waiting: `${partner} is working on the acceptance.`, retry: longRetry },
          async (coSell, access, { key }) => (await coSell.accept?.(access, offered, key)) ?? undefined,
        );
      } else {
        await session.ask(
          'decline',
          async (coSell, access, { key }) => {
            await coSell.decline?.(access, offered, reason, key);
          },
          { retry: longRetry },
        );
      }
    } catch (error) {
      // It may have expired, or somebody has answered it at the partner: the read shows that.
      if (isStepFailed(error)) await syncReferralAtPartner(run, session, { ...referred, externalId }, 'refused: ');
      throw error;
    }
    if (accepts) await run.change('record', [], (call) => recordAnswered(call, { referralId, externalId }));
    await syncReferralAtPartner(run, session, { ...referred, externalId });
    return accepts ? `The referral was accepted; ${partner} has it as ${externalId}.` : 'The referral was declined.';
  },
  onFailure: {
    emits: ['referral.sync_failed'],
    act: (call, { referralId }, { code, message, info }) =>
      recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) }),
  },
});
