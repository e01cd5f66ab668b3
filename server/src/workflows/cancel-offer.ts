import { recordOfferCancelled, recordOfferCancelRefused } from '../domain/offer/actions/record-cancel.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../engine/workflow.ts';
import { changeFailed, runChange } from './change-set.ts';
import { loadOffer, yesterdayOf } from './load-offer.ts';
import { type Talk, talkTo, type Which, type WorkflowServices } from './services.ts';
import { syncAgreement } from './sync-agreement.ts';

/** Applies the agreements that the partner has for an offer; answers whether there are any. */
export const syncAgreementsOfOffer = async (
  run: WorkflowRun,
  talk: Talk,
  which: Which,
  { step, offerExternalId }: { step: string; offerExternalId: string },
): Promise<boolean> => {
  const found = await talk.ask(step, async (marketplace, access) =>
    (await marketplace.listAgreements(access, { offerExternalId })).map(({ externalId }) => externalId),
  );
  for (const agreementId of found) await syncAgreement(run, talk, which, { agreementId });
  return found.length > 0;
};

const alreadyAccepted = () =>
  stepFailed('AlreadyAccepted', 'The buyer accepted the offer before it could be withdrawn.');

/**
 * Withdraws an offer. The partner is asked for an agreement before and after: an acceptance outranks the cancellation. Of an
 * offer that can be bought repeatedly agreements are expected, and they stay.
 */
export const cancelOfferWorkflow = (services: WorkflowServices): Workflow<'offer.cancel'> => ({
  name: 'offer.cancel',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, status_before: before, partner, external_id: externalId } = await loadOffer(call, offerId);
      const waiting = status === 'PENDING_CANCEL' && externalId !== null;
      const repeatable = before === 'ACTIVE' || before === 'USED';
      return waiting ? { partner, externalId, repeatable, lastDay: yesterdayOf(call.now) } : null;
    });
    if (!loaded) return 'The offer is not waiting to be cancelled any more.';
    const { partner, externalId, repeatable, lastDay } = loaded;
    const which: Which = { partner };
    const talk = talkTo(services, run, which);
    const isAccepted = (step: string): Promise<boolean> =>
      repeatable
        ? Promise.resolve(false)
        : syncAgreementsOfOffer(run, talk, which, { step, offerExternalId: externalId });

    if (await isAccepted('agreements before')) throw alreadyAccepted();
    const end = await runChange(talk, 'withdraw', { act: 'offer.withdraw', externalId, lastDay });
    if (await isAccepted('agreements after')) throw alreadyAccepted();
    if ('errors' in end) {
      await run.change('record refusal', ['offer.cancel_failed'], (call) =>
        recordOfferCancelRefused(call, offerId, end),
      );
      throw changeFailed(end);
    }
    await run.change('record', ['offer.cancelled'], (call) => recordOfferCancelled(call, offerId));
    return 'The offer was withdrawn.';
  },
  onFailure: {
    emits: ['offer.cancel_failed'],
    act: async (call, { offerId }, { code, message }) => {
      await recordOfferCancelRefused(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
