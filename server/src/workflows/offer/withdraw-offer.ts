import { loadOffer, yesterdayOf } from '../../domain/offer/actions/load-offer.ts';
import { recordOfferWithdrawn } from '../../domain/offer/actions/record-extension.ts';
import { recordWithdrawalFailed } from '../../domain/offer/actions/record-withdrawal.ts';
import { offerIs } from '../../domain/offer/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';
import { alreadyAccepted, syncAcceptance } from './offer-acceptance.ts';

/**
 * Withdraws what a deleted offer left in its marketplace. The partner is queried for an agreement before and after: a
 * buyer who was faster gets an entitlement, and the offer stays deleted.
 */
export const withdrawOfferWorkflow = (services: WorkflowServices): Workflow<'offer.withdraw'> => ({
  name: 'offer.withdraw',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call) => {
      const { status, partner, external_id: externalId, withdrawn } = await loadOffer(call, offerId);
      if (!offerIs.deleted(status) || externalId === null || withdrawn) return null;
      return { partner, externalId, lastDay: yesterdayOf(call.now) };
    });
    if (!loaded) return 'Nothing of the offer is left in the marketplace.';
    const { partner, externalId, lastDay } = loaded;
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    const isAccepted = (step: string) => syncAcceptance(run, session, account, { step, offerExternalId: externalId });
    if (await isAccepted('agreements before')) throw alreadyAccepted();
    const end = await runChange(session, 'withdraw', { act: 'offer.withdraw', externalId, lastDay });
    if (await isAccepted('agreements after')) throw alreadyAccepted();
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['offer.withdraw_failed'], (call) =>
        recordWithdrawalFailed(call, offerId, end),
      );
    }
    await run.change('record', ['offer.withdrawn'], (call) => recordOfferWithdrawn(call, offerId));
    return 'The offer was withdrawn.';
  },
  onFailure: {
    emits: ['offer.withdraw_failed'],
    act: async (call, { offerId }, { code, message }) => {
      if (code === 'AlreadyAccepted') return;
      await recordWithdrawalFailed(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
