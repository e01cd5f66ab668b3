import { loadOffer, yesterdayOf } from '../../domain/offer/actions/load-offer.ts';
import { recordOfferCancelled, recordOfferCancelRefused } from '../../domain/offer/actions/record-cancel.ts';
import { offerSetFollows } from '../../domain/offer/offer-set/change.ts';
import { offerIs } from '../../domain/offer/states.ts';
import { isSoldDirectly } from '../../domain/offer/submission/partners.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { alreadyAccepted, syncAcceptance } from './offer-acceptance.ts';

const cancelEvents = ['offer.cancelled', ...offerSetFollows] as const;

/**
 * Withdraws an offer. The partner is queried for an agreement before and after, because an acceptance outranks the
 * cancellation. For an offer that can be bought repeatedly, agreements are expected and stay in force.
 */
export const cancelOfferWorkflow = (services: WorkflowServices): Workflow<'offer.cancel'> => ({
  name: 'offer.cancel',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, status_before: before, partner, external_id: externalId } = await loadOffer(call, offerId);
      if (!offerIs.cancelling(status)) return null;
      const repeatable = offerIs.onSale(before);
      return { partner, externalId, repeatable, isOurs: isSoldDirectly(partner), lastDay: yesterdayOf(call.now) };
    });
    if (!loaded) return 'The offer is no longer waiting to be cancelled.';
    const { partner, externalId, repeatable, lastDay } = loaded;
    if (loaded.isOurs || externalId === null) {
      await run.change('record', [...cancelEvents], (call) => recordOfferCancelled(call, offerId));
      return 'The offer is no longer on sale.';
    }
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const isAccepted = (step: string): Promise<boolean> =>
      repeatable
        ? Promise.resolve(false)
        : syncAcceptance(run, session, account, { step, offerExternalId: externalId });

    if (await isAccepted('agreements before')) throw alreadyAccepted();
    const end = await runChange(session, 'withdraw', { act: 'offer.withdraw', externalId, lastDay });
    if (await isAccepted('agreements after')) throw alreadyAccepted();
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['offer.cancel_failed'], (call) =>
        recordOfferCancelRefused(call, offerId, end),
      );
    }
    await run.change('record', [...cancelEvents], (call) => recordOfferCancelled(call, offerId));
    return 'The offer was withdrawn.';
  },
  onFailure: {
    emits: ['offer.cancel_failed'],
    act: async (call, { offerId }, { code, message }) => {
      await recordOfferCancelRefused(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
