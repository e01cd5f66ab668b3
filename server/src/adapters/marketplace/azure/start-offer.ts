import { LRUCache } from 'lru-cache';
import { isPartnerError } from '../../partner-error.ts';
import type { ChangeStarted, ChangeStep, OfferChange } from '../changes.ts';
import type { AzureOfferSubmission } from '../offer-submissions.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { AzureResource } from './answers.ts';
import { changeIdOf, nothingToChange } from './change-id.ts';
import { refusedHere, unlessRefused } from './client.ts';
import type { Ingestion } from './ingestion.ts';
import { versions } from './schemas.ts';
import { externalIdOf } from './translate/json.ts';
import { type OfferContext, offerResources, withdrawal } from './translate/offer-resources.ts';
import { durableIdOf, guidOf, markOf } from './translate/private-offer.ts';

const unsentMax = 1000;

/** Starts changes of private offers. `wallNow`: milliseconds. */
export const createStartOffer = (ingestion: Ingestion, wallNow: () => number) => {
  /** Requests that certainly had no effect: they are sent again without looking for their outcome. */
  const unsent = new LRUCache<string, true>({ max: unsentMax });

  const planIds = async (
    access: MarketplaceAccess,
    { productEntityId, pricing }: AzureOfferSubmission,
  ): Promise<Map<string, string>> => {
    const plans = await ingestion.listPlans(access, productEntityId);
    const isOf = (name: string) => (plan: AzureResource) =>
      plan.id === name || externalIdOf(plan) === name || plan.id?.split('/').at(-1) === name.split('/').at(-1);
    return new Map(
      pricing.map(({ planId }) => {
        const id = plans.find(isOf(planId))?.id;
        if (!id) throw refusedHere('notFound', `The plan '${planId}' is not found in the product.`);
        return [planId, id];
      }),
    );
  };

  const contextOf = async (access: MarketplaceAccess, offer: AzureOfferSubmission, mark: string) => {
    const plans = await planIds(access, offer);
    const templates: [string, AzureResource][] = [];
    for (const price of offer.pricing) {
      if (price.kind !== 'ABSOLUTE' || price.newPlan !== null) continue;
      const asked = { productId: offer.productEntityId, planId: plans.get(price.planId) ?? price.planId };
      const template = await unlessRefused(ingestion.priceTemplate(access, asked));
      if (template) templates.push([price.planId, template]);
    }
    const upgraded = offer.upgradedFrom
      ? await ingestion.getPrivateOffer(access, durableIdOf(offer.upgradedFrom))
      : null;
    return { mark, plans, templates: new Map(templates), upgradedName: upgraded?.name ?? null } satisfies OfferContext;
  };

  /**
   * A private offer is made by a job, which cannot be found again if the answer is lost. So a repetition does not send
   * the request again: it waits for what the first try may have made, which carries its mark.
   */
  const offer = async (
    access: MarketplaceAccess,
    submission: AzureOfferSubmission,
    { key, attempt = 1 }: ChangeStep,
  ): Promise<ChangeStarted> => {
    const mark = markOf(key);
    if (attempt > 1 && !unsent.has(key))
      return { changeId: changeIdOf({ kind: 'lost', jobId: '', about: `${mark} ${wallNow()}` }) };
    unsent.set(key, true);
    const resources = offerResources(submission, await contextOf(access, submission, mark));
    unsent.delete(key);
    try {
      const { jobId } = await ingestion.configure(access, resources, versions.configurePrivateOffer);
      return { changeId: changeIdOf({ kind: 'offer', jobId, about: mark }) };
    } catch (error) {
      if (isPartnerError(error) && error.outcome !== 'UNKNOWN') unsent.set(key, true);
      throw error;
    }
  };

  /** Withdrawn private offers show as drafts. It is left to Microsoft to refuse an accepted one. */
  const withdraw = async (access: MarketplaceAccess, externalId: string): Promise<ChangeStarted> => {
    const known = await ingestion.getPrivateOffer(access, durableIdOf(externalId));
    if (!known) throw refusedHere('notFound', `The private offer '${externalId}' is not found.`);
    const isOpen = known.state === 'live' || known.subState === 'accepted';
    if (!isOpen) return { changeId: nothingToChange };
    const resources = [withdrawal({ externalId, name: known.name ?? '' })];
    const { jobId } = await ingestion.configure(access, resources, versions.configurePrivateOffer);
    return { changeId: changeIdOf({ kind: 'withdraw', jobId, about: guidOf(externalId) }) };
  };

  return async (access: MarketplaceAccess, change: OfferChange, step: ChangeStep): Promise<ChangeStarted> => {
    switch (change.act) {
      case 'offer.create':
      // Microsoft's API cannot make a withdrawn private offer live again: a new one takes its place.
      case 'offer.reoffer':
        if (change.offer.partner !== 'AZURE') break;
        return offer(access, change.offer, step);
      case 'offer.withdraw':
        return withdraw(access, change.externalId);
      case 'offer.extend':
      case 'offer.reprice':
        break;
    }
    throw new Error(`${change.act} is not a change at AZURE`);
  };
};
