import type { OfferRead } from '../../adapters/marketplace/port.ts';
import { importOffer, importOfferEvents } from '../../domain/offer/actions/import-offer.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { type StepFailed, stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { syncAgreement } from '../entitlement/sync-agreement.ts';
import { type PartnerSession, restoreOffer } from '../services.ts';

type Found = { agreementIds: string[]; read: OfferRead | null };

/**
 * Asks the partner whether an offer was accepted, and applies its answer: agreements, or an offer that is shown as
 * accepted before it has one. `step` is the name of the query's step.
 */
export const syncAcceptance = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  { step, offerExternalId }: { step: string; offerExternalId: string },
): Promise<boolean> => {
  const { agreementIds, read } = await session.ask(step, async (marketplace, access): Promise<Found> => {
    const agreements = await marketplace.listAgreements(access, { offerExternalId });
    if (agreements.length > 0) return { agreementIds: agreements.map(({ externalId }) => externalId), read: null };
    const offer = await marketplace.readOffer(access, offerExternalId);
    return { agreementIds: [], read: offer?.state === 'ACCEPTED' ? offer : null };
  });
  for (const agreementId of agreementIds) await syncAgreement(run, session, account, { agreementId });
  if (read) {
    await run.change(`${step} shown`, importOfferEvents, async (call) => {
      await importOffer(call, sellerAccountOf(await loadMarketplaceConnection(call.db, account)), restoreOffer(read));
    });
  }
  return agreementIds.length > 0 || read !== null;
};

/** The failure of a run that came too late. */
export const alreadyAccepted = (): StepFailed =>
  stepFailed('AlreadyAccepted', 'The buyer accepted the offer before it could be withdrawn.');
