import type { OfferSubmission } from '../../adapters/marketplace/offer-submissions.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { importOffer, importOfferEvents } from '../../domain/offer/actions/import-offer.ts';
import { loadOffer, loadSubmission } from '../../domain/offer/actions/load-offer.ts';
import {
  recordOfferActivated,
  recordOfferCreated,
  recordOfferCreateFailed,
} from '../../domain/offer/actions/record-creation.ts';
import type { EulaSide } from '../../domain/offer/eula/eula.ts';
import { offerTransitions } from '../../domain/offer/states.ts';
import { isSoldDirectly } from '../../domain/offer/submission/partners.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import { isStepFailed, stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { allows } from '../../kit/transitions.ts';
import { changeFailed, runChange } from '../change-set.ts';
import { notReadBack, notShown } from '../read-back.ts';
import {
  findMarketplace,
  openPartnerSession,
  type PartnerSession,
  restoreOffer,
  type WorkflowServices,
} from '../services.ts';
import { hasCustomContract, hasCustomEula, publishEula } from './offer-eula.ts';

/** `hasEula` is absent in runs from before resale authorizations, which waited only for the EULA. */
type Loaded = {
  partner: Partner;
  isOurs: boolean;
  hasEula?: boolean;
  hasContract?: boolean;
  submission: OfferSubmission | null;
};

/**
 * Imports what only the marketplace can say about an offer that it has just made: its address and its last instant. The
 * offer exists even if it cannot be read now. Returns what the operation's message appends about the read.
 */
export const readMadeOffer = async (
  run: WorkflowRun,
  session: PartnerSession,
  account: AccountRef,
  externalId: string,
): Promise<string> => {
  try {
    const read = await session.ask('read', (marketplace, access) => marketplace.readOffer(access, externalId));
    if (!read) return notShown;
    await run.change('import', importOfferEvents, async (call) => {
      await importOffer(call, sellerAccountOf(await loadMarketplaceConnection(call.db, account)), restoreOffer(read));
    });
    return '';
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return notReadBack(error);
  }
};

/**
 * Creates an offer: submits a DRAFT to the marketplace, which makes and releases it or says why not. A direct offer is
 * on sale at once.
 */
export const createOfferWorkflow = (services: WorkflowServices): Workflow<'offer.create'> => ({
  name: 'offer.create',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const offer = await loadOffer(call, offerId);
      if (!allows(offerTransitions, 'createFailed', offer.status)) return null;
      const isOurs = isSoldDirectly(offer.partner);
      const links = { hasEula: hasCustomEula(offer), hasContract: hasCustomContract(offer) };
      const waits = isOurs || links.hasEula || links.hasContract;
      return { partner: offer.partner, isOurs, ...links, submission: waits ? null : await loadSubmission(call, offer) };
    });
    if (!loaded) return 'The offer is no longer waiting to be created.';
    const { partner } = loaded;
    if (loaded.isOurs) {
      await run.change('record', ['offer.released'], (call) => recordOfferActivated(call, offerId));
      return 'The offer is on sale.';
    }
    const account: AccountRef = { partner };
    const session = openPartnerSession(services, run, account);
    let { submission } = loaded;
    if (!submission) {
      const publish = (step: string, side: EulaSide) => publishEula(run, services, { step, offerId, side });
      const eulaUrl = loaded.hasEula === false ? undefined : await publish('EULA', 'buyer');
      const contractUrl = loaded.hasContract ? await publish('reseller EULA', 'reseller') : undefined;
      submission = await run.change('submission', [], async (call) =>
        loadSubmission(call, await loadOffer(call, offerId), eulaUrl, contractUrl),
      );
    }
    const end = await runChange(session, 'submit', { act: 'offer.create', offer: submission });
    if ('errors' in end) {
      throw await run.fail(changeFailed(end), ['offer.create_failed'], (call) =>
        recordOfferCreateFailed(call, offerId, end),
      );
    }
    const externalId = end.made.offer;
    if (!externalId) throw stepFailed('UnreadableAnswer', 'The marketplace did not report which offer it created.');
    const { productEntityId } = submission;
    const privateOfferUrl = findMarketplace(services.marketplaces, partner)?.privateOfferUrl({
      productEntityId,
      externalId,
    });
    await run.change('record', ['offer.released', 'offer.replaced', 'offer.updated'], (call) =>
      recordOfferCreated(call, offerId, { externalId, ...(privateOfferUrl ? { privateOfferUrl } : {}) }),
    );
    const rest = privateOfferUrl ? '' : await readMadeOffer(run, session, account, externalId);
    return `The offer was released as ${externalId}.${rest}`;
  },
  onFailure: {
    emits: ['offer.create_failed'],
    act: async (call, { offerId }, { code, message }) => {
      const offer = await loadOffer(call, offerId);
      if (!allows(offerTransitions, 'createFailed', offer.status)) return;
      await recordOfferCreateFailed(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
