import { isDocumentError } from '../adapters/documents/port.ts';
import { linkSecondsMax } from '../adapters/storage/port.ts';
import type { EulaSide } from '../domain/offer/eula/eula.ts';
import { keepEula, linkEula } from '../domain/offer/eula/keep-eula.ts';
import type { OfferWithContacts } from '../domain/offer/offer.ts';
import { stepFailed, type WorkflowRun } from '../engine/workflow.ts';
import { loadOffer } from './load-offer.ts';
import type { WorkflowServices } from './services.ts';

export const hasCustomEula = ({ info }: Pick<OfferWithContacts, 'info'>): boolean => info.eulaType === 'CUSTOM';

/** A contract of our own with the channel partner that an authorization is for. */
export const hasCustomContract = ({
  info,
  offer_type: type,
}: Pick<OfferWithContacts, 'info' | 'offer_type'>): boolean =>
  type === 'CPPO_OUT' && info.resellerEulaType === 'CUSTOM';

/**
 * Fetches the documents of an offer's custom EULA, merges and keeps them. Answers a link that lives for days, as a
 * marketplace fetches the file while it looks at the offer. A document that cannot be had fails the run with its place.
 */
export const publishEula = (
  run: WorkflowRun,
  services: WorkflowServices,
  { step, offerId, side = 'buyer' }: { step: string; offerId: string; side?: EulaSide },
): Promise<string> =>
  run.partner(step, { timeoutMs: 120_000 }, async ({ db, signal }) => {
    const offer = await loadOffer({ db }, offerId);
    try {
      const kept = await keepEula(services.documents, run.orgId, offer, side, { fresh: true, signal });
      if (!kept) throw stepFailed('NoEula', 'The offer has no EULA.');
      return await linkEula(services.documents, kept, linkSecondsMax);
    } catch (error) {
      if (!isDocumentError(error) || error.retryable) throw error;
      const path = error.source?.path ?? (side === 'buyer' ? 'info.eulaUrl' : 'info.resellerEulaUrl');
      throw stepFailed(error.code, `${path}: ${error.message}`, { path });
    }
  });
