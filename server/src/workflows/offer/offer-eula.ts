import { isDocumentError } from '../../adapters/documents/port.ts';
import { linkSecondsMax } from '../../adapters/storage/port.ts';
import { loadOffer } from '../../domain/offer/actions/load-offer.ts';
import { type EulaSide, eulaOf } from '../../domain/offer/eula/eula.ts';
import { keepEula, linkEula } from '../../domain/offer/eula/keep-eula.ts';
import type { OfferWithContacts } from '../../domain/offer/offer.ts';
import { stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { findMarketplace, type WorkflowServices } from '../services.ts';

export const hasCustomEula = ({ info }: Pick<OfferWithContacts, 'info'>): boolean => info.eulaType === 'CUSTOM';

/** Whether an authorization has a contract of our own with its channel partner. */
export const hasCustomContract = ({
  info,
  offer_type: type,
}: Pick<OfferWithContacts, 'info' | 'offer_type'>): boolean =>
  type === 'CPPO_OUT' && info.resellerEulaType === 'CUSTOM';

const pathOf = (side: EulaSide): string => (side === 'buyer' ? 'info.eulaUrl' : 'info.resellerEulaUrl');

/**
 * An address at which the marketplace can read the document: our storage, or, if the marketplace cannot read that, the
 * address of the one file that the client named. If it can read neither, fails the run before anything is sent.
 */
const readableAddress = (
  services: WorkflowServices,
  offer: OfferWithContacts,
  side: EulaSide,
  link: string,
): string => {
  const marketplace = findMarketplace(services.marketplaces, offer.partner);
  const why = marketplace?.refusesDocumentAt?.(link) ?? null;
  if (why === null) return link;
  const eula = eulaOf(offer, side);
  const [own, ...others] = eula.kind === 'files' ? eula.sources : [];
  if (own && others.length === 0 && !marketplace?.refusesDocumentAt?.(own.url)) return own.url;
  throw stepFailed('EULA_NOT_READABLE', `${pathOf(side)}: ${why}`, { path: pathOf(side) });
};

/**
 * Fetches the documents of an offer's custom EULA, merges and stores them. Returns a link that is valid for days,
 * because a marketplace fetches the file while it reviews the offer. A document that cannot be fetched fails the run
 * and is named.
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
      return readableAddress(services, offer, side, await linkEula(services.documents, kept, linkSecondsMax));
    } catch (error) {
      if (!isDocumentError(error) || error.retryable) throw error;
      const path = error.source?.path ?? pathOf(side);
      throw stepFailed(error.code, `${path}: ${error.message}`, { path });
    }
  });
