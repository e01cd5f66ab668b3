import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import type { ChangeRead, ChangeStarted, ChangeStep, PartnerChange } from '../changes.ts';
import type { GcpOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { PrivateOffer } from './answers.ts';
import type { GcpCalls } from './calls.ts';
import { isRefusedAs } from './pages.ts';
import { dateTimeOf } from './translate/date-time.ts';
import { plansOf } from './translate/listing.ts';
import { idOf } from './translate/names.ts';
import { amendmentOf, documentTypes, markOf, offerBody } from './translate/submission.ts';

/** Stands for a change that is complete with its request. */
const done = 'DONE';
const draftPrefix = 'DRAFT ';
/** A draft whose creation was not answered is among the most recently changed ones. */
const pagesLookedAt = 3;

const refused = (partnerCode: string, message: string, httpStatus?: number): PartnerError =>
  partnerError(message, {
    partner: 'GCP',
    outcome: 'REFUSED',
    partnerCode,
    httpStatus,
    requestId: undefined,
    retryable: false,
  });

const unknownOffer = (id: string): PartnerError => refused('NOT_FOUND', `Google Cloud has no offer ${id}.`, 404);

const isOver = ({ state }: PrivateOffer): boolean => state === 'CANCELLED' || state === 'EXPIRED';

/** Starts changes at Google: a private offer takes a draft, its documents, and the publication, one after the other. */
export const createStartChange = (calls: GcpCalls, now: () => Date) => {
  const readOffer = async (access: MarketplaceAccess, id: string): Promise<PrivateOffer> => {
    const offer = await calls.readPrivateOffer(access, id);
    if (!offer) throw unknownOffer(id);
    return offer;
  };

  /** The full name of the plan, which a client may also name as orders do (`pro-P1Y`). */
  const baseOfferOf = async (
    access: MarketplaceAccess,
    { baseStandardOffer: plan, productEntityId }: GcpOfferSubmission,
  ): Promise<string> => {
    if (plan.includes('/standardOffers/')) return plan;
    const service = { name: productEntityId, title: '' };
    const standardOffers = await calls.listStandardOffers(access, productEntityId);
    const plans = plansOf({ service, standardOffers, skus: [], skuGroups: [], config: null }, now());
    const found = plans.find(({ id }) => id === plan) ?? plans.find(({ offer }) => offer.serviceLevel === plan);
    if (!found) throw refused('UNKNOWN_PLAN', `The product has no plan ${plan} that can be bought now.`);
    return found.offer.name;
  };

  /** A customer with an order of the product cannot buy it again: the offer then replaces that order's offer. */
  const targetOf = async (access: MarketplaceAccess, offer: GcpOfferSubmission, baseStandardOffer: string) => {
    const named = amendmentOf(offer, calls.parentOf(access));
    if (named) return named;
    const targetBillingAccount = `billingAccounts/${idOf(offer.customer.billingAccount).toUpperCase()}`;
    const found = await calls.resolveAmendmentTarget(access, { targetBillingAccount, baseStandardOffer });
    if (found.requiredPrivateOffer) return { amendedPrivateOffer: found.requiredPrivateOffer };
    return found.requiredStandardOffer ? { amendedStandardOffer: found.requiredStandardOffer } : {};
  };

  const makeDraft = async (
    access: MarketplaceAccess,
    offer: GcpOfferSubmission,
    key: string,
  ): Promise<ChangeStarted> => {
    const mark = markOf(key);
    const latest = await calls.listPrivateOffers(access, { orderBy: 'update_time desc' }, pagesLookedAt);
    const made = latest.find(({ internalNote }) => internalNote.includes(mark));
    if (made) return { changeId: `${draftPrefix}${idOf(made.name)}`, more: true };
    const baseStandardOffer = await baseOfferOf(access, offer);
    const amendment = await targetOf(access, offer, baseStandardOffer);
    const draft = await calls.createPrivateOffer(access, offerBody(offer, { key, baseStandardOffer, amendment }));
    return { changeId: `${draftPrefix}${idOf(draft.name)}`, more: true };
  };

  const addDocuments = async (
    access: MarketplaceAccess,
    { documents }: GcpOfferSubmission,
    id: string,
    load: ChangeStep['load'],
  ): Promise<ChangeStarted> => {
    const there = new Set((await calls.listDocuments(access, id)).map(({ documentType }) => documentType));
    for (const { type, url } of documents) {
      const documentType = documentTypes[type];
      if (there.has(documentType)) continue;
      if (type === 'STANDARD') await calls.createDocument(access, id, { documentType });
      else {
        if (!load || url === undefined) throw new Error(`nothing can be loaded for ${documentType}`);
        const inlineContent = Buffer.from(await load(url)).toString('base64');
        await calls.createDocument(access, id, { documentType, mimeType: 'application/pdf', inlineContent });
      }
    }
    return { changeId: `${draftPrefix}${id}`, more: true };
  };

  const publish = async (access: MarketplaceAccess, id: string): Promise<ChangeStarted> => {
    const { state } = await readOffer(access, id);
    if (state === 'DRAFT') await calls.publishPrivateOffer(access, id);
    return { changeId: id };
  };

  /** A draft that Google refuses to complete is useless; failing to remove it does no harm. */
  const orRemove = async <T>(access: MarketplaceAccess, id: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const isFinal = isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable;
      if (isFinal) await calls.deletePrivateOffer(access, id).catch(() => {});
      throw error;
    }
  };

  const makeOffer = async (
    access: MarketplaceAccess,
    offer: GcpOfferSubmission,
    { key, stage, made, load }: ChangeStep,
  ): Promise<ChangeStarted> => {
    const id = made.offer;
    if (stage === 0 || id === undefined) return makeDraft(access, offer, key);
    return orRemove(access, id, () => (stage === 1 ? addDocuments(access, offer, id, load) : publish(access, id)));
  };

  const withdraw = async (access: MarketplaceAccess, id: string): Promise<ChangeStarted> => {
    const offer = await readOffer(access, id);
    if (offer.state === 'DRAFT') await calls.deletePrivateOffer(access, id);
    else if (!isOver(offer)) {
      try {
        await calls.cancelPrivateOffer(access, id);
      } catch (error) {
        if (!isRefusedAs(error, 'FAILED_PRECONDITION') || !isOver(await readOffer(access, id))) throw error;
      }
    }
    return { changeId: done };
  };

  const startChange = async (
    access: MarketplaceAccess,
    change: PartnerChange,
    step: ChangeStep,
  ): Promise<ChangeStarted> => {
    switch (change.act) {
      case 'offer.create':
      case 'offer.reoffer':
        if (change.offer.partner !== 'GCP') throw new Error(`an offer for ${change.offer.partner} was sent to GCP`);
        return makeOffer(access, change.offer, step);
      case 'offer.withdraw':
        return withdraw(access, change.externalId);
      case 'offer.extend':
        await calls.extendPrivateOffer(access, change.externalId, dateTimeOf(new Date(change.expireTime)));
        return { changeId: done };
      default:
        throw refused('UNIMPLEMENTED', `Google Cloud has no API for ${change.act}.`);
    }
  };

  const readChange = async (access: MarketplaceAccess, changeId: string): Promise<ChangeRead> => {
    if (changeId === done) return { state: 'DONE', entityIds: {} };
    if (changeId.startsWith(draftPrefix))
      return { state: 'DONE', entityIds: { offer: changeId.slice(draftPrefix.length) } };
    const { state } = await readOffer(access, changeId);
    switch (state) {
      case 'PUBLISHING':
        return { state: 'RUNNING' };
      case 'PUBLISHED':
      case 'ACCEPTED':
      case 'ENDED':
        return { state: 'DONE', entityIds: { offer: changeId } };
      default: {
        const message = `The offer is ${state} instead of published.`;
        return { state: 'FAILED', serverFault: false, errors: [{ code: 'NOT_PUBLISHED', message }] };
      }
    }
  };

  return { startChange, readChange };
};
