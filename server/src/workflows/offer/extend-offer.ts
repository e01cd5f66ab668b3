import type { OfferSubmission } from '../../adapters/marketplace/offer-submissions.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { findFaults, loadOffer, loadSubmission, yesterdayOf } from '../../domain/offer/actions/load-offer.ts';
import {
  recordOfferExtended,
  recordOfferExtendRefused,
  recordOfferWithdrawn,
} from '../../domain/offer/actions/record-extension.ts';
import { offerIs, offerTransitions } from '../../domain/offer/states.ts';
import type { AccountRef } from '../../domain/organization/connection/actions/load-connection.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { badRequest } from '../../kit/errors.ts';
import { allows } from '../../kit/transitions.ts';
import { type ChangeRefusal, changeFailed, runChange } from '../change-set.ts';
import { findMarketplace, openPartnerSession, type PartnerSession, type WorkflowServices } from '../services.ts';
import { readMadeOffer } from './create-offer.ts';
import { alreadyAccepted, syncAcceptance } from './offer-acceptance.ts';
import { hasCustomEula, publishEula } from './offer-eula.ts';

type Loaded = {
  partner: Partner;
  externalId: string;
  lastDay: string;
  /** The requested last instant. */
  expireTime: string;
  yesterday: string;
  /** Withdrawn by an earlier run. */
  isBack: boolean;
  /** Its last instant has passed: there is nothing to withdraw. */
  isOver: boolean;
  customEula: boolean;
  wasAccepted: boolean;
};

type Extension = {
  run: WorkflowRun;
  session: PartnerSession;
  account: AccountRef;
  services: WorkflowServices;
  offerId: string;
};

/** The failure of a run whose offer has moved on. */
const notWaiting = () => stepFailed('NotWaiting', 'The extension of the offer is no longer wanted.');

/** The offer as loaded for this run, to be offered with the new last instant. */
const submissionFor = async (
  { run, services, offerId }: Extension,
  { customEula }: Loaded,
): Promise<OfferSubmission> => {
  const eulaUrl = customEula ? await publishEula(run, services, { step: 'EULA', offerId }) : undefined;
  return run.change('submission', [], async (call) => {
    const offer = await loadOffer(call, offerId);
    if (offer.pending?.kind !== 'EXPIRY') throw notWaiting();
    const longer = { ...offer, expire_time: new Date(offer.pending.expireTime) };
    const faults = await findFaults(call, longer);
    // Checked before anything is withdrawn.
    if (faults.length > 0) throw stepFailed('Incomplete', badRequest(faults).message, { faults });
    return loadSubmission(call, longer, eulaUrl);
  });
};

const refused = ({ run, offerId }: Extension, refusal: ChangeRefusal) =>
  run.fail(changeFailed(refusal), ['offer.extend_failed'], (call) => recordOfferExtendRefused(call, offerId, refusal));

/**
 * The first step of offering it again: makes sure that nothing is live, records that, and that nobody has accepted it.
 * An offer deleted in the meantime is not offered again.
 */
const takeBack = async (extension: Extension, { externalId, yesterday, isBack, isOver }: Loaded): Promise<void> => {
  const { run, session, account, offerId } = extension;
  const isAccepted = (step: string) => syncAcceptance(run, session, account, { step, offerExternalId: externalId });
  if (await isAccepted('agreements before')) throw alreadyAccepted();
  if (!isBack && !isOver) {
    const end = await runChange(session, 'withdraw', { act: 'offer.withdraw', externalId, lastDay: yesterday });
    if (await isAccepted('agreements after')) throw alreadyAccepted();
    if ('errors' in end) throw await refused(extension, end);
  }
  const { status } = await run.change('record withdrawal', ['offer.withdrawn'], (call) =>
    recordOfferWithdrawn(call, offerId),
  );
  if (!allows(offerTransitions, 'extended', status)) throw notWaiting();
};

const offerAgain = async (extension: Extension, loaded: Loaded): Promise<string> => {
  const { run, session, account, services, offerId } = extension;
  const submission = await submissionFor(extension, loaded);
  await takeBack(extension, loaded);
  const { externalId: before, partner } = loaded;
  const end = await runChange(session, 'offer again', { act: 'offer.reoffer', externalId: before, offer: submission });
  if ('errors' in end) throw await refused(extension, end);
  const externalId = end.made.offer ?? before;
  const { productEntityId } = submission;
  const privateOfferUrl = findMarketplace(services.marketplaces, partner)?.privateOfferUrl({
    productEntityId,
    externalId,
  });
  await run.change('record', ['offer.extended', 'offer.replaced'], (call) =>
    recordOfferExtended(call, offerId, { externalId, ...(privateOfferUrl ? { privateOfferUrl } : {}) }),
  );
  const rest = privateOfferUrl ? '' : await readMadeOffer(run, session, account, externalId);
  return `The offer was offered again as ${externalId}.${rest}`;
};

/** Moves the last instant of the live offer. If the buyer was faster, the partner refuses. */
const extend = async (extension: Extension, loaded: Loaded): Promise<string> => {
  const { run, session, account, offerId } = extension;
  const { externalId, lastDay, expireTime, wasAccepted } = loaded;
  const end = await runChange(session, 'extend', { act: 'offer.extend', externalId, lastDay, expireTime });
  if ('errors' in end) {
    const asked = { step: 'agreements after', offerExternalId: externalId };
    if (!wasAccepted && (await syncAcceptance(run, session, account, asked))) throw alreadyAccepted();
    throw await refused(extension, end);
  }
  await run.change('record', ['offer.extended', 'offer.replaced'], (call) => recordOfferExtended(call, offerId));
  return `The offer can be accepted until ${expireTime}.`;
};

/**
 * Moves the last day of an offer: by a change if the partner has one; otherwise the offer is withdrawn, and offered
 * again only once that is confirmed. If a buyer accepts first, the acceptance takes precedence. An offer that was withdrawn and could not be offered
 * again is recorded, so that the next run continues from there.
 */
export const extendOfferWorkflow = (services: WorkflowServices): Workflow<'offer.extend'> => ({
  name: 'offer.extend',
  run: async (run, { offerId }) => {
    const loaded = await run.change('load', [], async (call): Promise<Loaded | null> => {
      const offer = await loadOffer(call, offerId);
      const { status, pending, external_id: externalId, partner } = offer;
      if (!allows(offerTransitions, 'extended', status) || pending?.kind !== 'EXPIRY' || externalId === null)
        return null;
      return {
        partner,
        externalId,
        expireTime: pending.expireTime,
        lastDay: pending.expireTime.slice(0, 10),
        yesterday: yesterdayOf(call.now),
        isBack: offer.withdrawn,
        isOver: offerIs.expired(offer.status_before),
        customEula: hasCustomEula(offer),
        wasAccepted: offerIs.accepted(offer.status_before),
      };
    });
    if (!loaded) return 'The offer is no longer waiting to be extended.';
    const { partner, externalId } = loaded;
    const account: AccountRef = { partner };
    const extension: Extension = {
      run,
      session: openPartnerSession(services, run, account),
      account,
      services,
      offerId,
    };
    const askWay = () =>
      extension.session.ask('way', (marketplace, access) =>
        marketplace.extendsBy(access, { externalId, expireTime: new Date(loaded.expireTime) }),
      );
    return loaded.isBack || (await askWay()) === 'REOFFER' ? offerAgain(extension, loaded) : extend(extension, loaded);
  },
  onFailure: {
    emits: ['offer.extend_failed'],
    act: async (call, { offerId }, { code, message }) => {
      await recordOfferExtendRefused(call, offerId, { errorMessages: [`${code}: ${message}`], prettified: [message] });
    },
  },
});
