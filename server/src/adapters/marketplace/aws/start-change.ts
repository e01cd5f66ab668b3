import { createHash } from 'node:crypto';
import type { Change } from '@aws-sdk/client-marketplace-catalog';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import type {
  ChangeStarted,
  ChangeStep,
  OfferChange,
  PartnerChange,
  ProductChange,
  RenewalChange,
} from '../changes.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { AwsCalls } from './calls.ts';
import { changeOf, changeSetName } from './translate/change.ts';
import { fulfillmentOptionOf, readProductEntity } from './translate/entities.ts';
import { availabilityChanges, offerChanges } from './translate/offer-changes.ts';
import { offerSetStage } from './translate/offer-set-changes.ts';
import { fitsChoice } from './translate/offer-terms.ts';
import { isPricingTerm, planTerms, priceSteps, pricingDetails, type Term, usageTerm } from './translate/pricing.ts';
import {
  createProductChanges,
  dimensionChanges,
  fulfillmentChanges,
  listingChanges,
  pricedDimensions,
  publicOfferChanges,
  publicTermChanges,
  publishChanges,
  releaseWithOffer,
  targetingChange,
} from './translate/product-changes.ts';
import { publicOfferOf, termsOfOffer } from './translate/public-offer.ts';
import { upliftChanges } from './translate/renewal.ts';
import { authorizationChanges, isAuthorizationId, restrictAuthorization } from './translate/resale-changes.ts';

/** Stands for a change set if there is nothing to change. */
export const nothingToChange = 'NOTHING';

type Planned = { title: string; more?: boolean } & (
  | { changes: Change[] }
  /** The change depends on the current state at AWS; a repetition would read the outcome of the first try. */
  | { plan: () => Promise<Change[]> }
);

const unknownEntity = (id: string): PartnerError =>
  partnerError(`AWS Marketplace has no ${id}.`, {
    partner: 'AWS',
    outcome: 'REFUSED',
    partnerCode: 'ResourceNotFoundException',
    httpStatus: 404,
    requestId: undefined,
    retryable: false,
  });

/** Distinguishes the change sets of different steps by name. */
const markOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
const titleMax = 80;

const offerType = 'Offer@1.0';
const priced = (offerId: string, terms: Term[]): Change =>
  changeOf(offerType, 'UpdatePricingTerms', offerId, pricingDetails(terms));

/** Starts changes at AWS: most are one change set, which is applied whole or not at all. */
export const createStartChange = (calls: AwsCalls) => {
  const readProduct = async (access: MarketplaceAccess, entityId: string) => {
    const read = await calls.describeEntity(access, entityId);
    if (!read) throw unknownEntity(entityId);
    return read.answer;
  };

  const draftPlan = async (
    access: MarketplaceAccess,
    change: Extract<ProductChange, { act: 'product.create' }>,
    entityId: string,
  ): Promise<Change[]> => {
    const entity = await readProduct(access, entityId);
    const { dimensions } = readProductEntity(entity);
    return createProductChanges(change, { entityId, dimensions, optionId: fulfillmentOptionOf(entity) });
  };

  /**
   * The first stage has what AWS accepts at once: dimensions, terms, lower and additional prices. Increases follow in a
   * stage of their own.
   */
  const pricePlan = async (
    access: MarketplaceAccess,
    change: Extract<ProductChange, { act: 'product.price' | 'product.pricing' }>,
    stage: number,
  ): Promise<Change[]> => {
    const { entityId, plans } = change;
    const [plan] = plans;
    if (!plan) return [];
    const product = readProductEntity(await readProduct(access, entityId));
    const terms = change.act === 'product.pricing' ? change.terms : { legal: null, refundPolicy: null };
    const offer = publicOfferOf(await calls.describePublicOffers(access, [entityId]), entityId);
    const steps = priceSteps(offer ? offer.terms : [], planTerms(plan));
    if (stage > 0) return offer && steps.last ? [priced(offer.id, steps.last)] : [];
    const dimensions = dimensionChanges(entityId, product.dimensions, pricedDimensions(product.dimensions, plans));
    if (!offer) {
      const made = product.status === 'DRAFT' ? releaseWithOffer : publicOfferChanges;
      return [...dimensions, ...made(entityId, { name: plan.name || product.title, plan, terms })];
    }
    return [
      ...dimensions,
      ...(steps.first ? [priced(offer.id, steps.first)] : []),
      ...publicTermChanges(offer.id, terms),
    ];
  };

  const repricePlan = async (
    access: MarketplaceAccess,
    change: Extract<OfferChange, { act: 'offer.reprice' }>,
    stage: number,
  ): Promise<Change[]> => {
    const { externalId, productEntityId, newDimensions, currency, rates } = change;
    const read = await calls.describeEntity(access, externalId);
    if (!read) throw unknownEntity(externalId);
    const current = termsOfOffer(read.answer).filter(isPricingTerm);
    const steps = priceSteps(current, [usageTerm(currency, rates)]);
    if (stage > 0) return steps.last ? [priced(externalId, steps.last)] : [];
    const known = newDimensions.length > 0 ? readProductEntity(await readProduct(access, productEntityId)) : null;
    return [
      ...(known ? dimensionChanges(productEntityId, known.dimensions, newDimensions) : []),
      ...(steps.first ? [priced(externalId, steps.first)] : []),
    ];
  };

  const planProduct = (access: MarketplaceAccess, change: ProductChange, { stage }: ChangeStep): Planned => {
    switch (change.act) {
      case 'product.create':
        return change.entityId === undefined
          ? { title: change.name, changes: createProductChanges(change) }
          : { title: change.name, plan: () => draftPlan(access, change, change.entityId ?? '') };
      case 'product.update':
        return {
          title: `Update ${change.entityId}`,
          plan: async () => {
            const { entityId, dimensions } = change;
            const known = dimensions && readProductEntity(await readProduct(access, entityId)).dimensions;
            return [
              ...listingChanges(entityId, change),
              ...(known ? dimensionChanges(entityId, known, dimensions) : []),
            ];
          },
        };
      case 'product.publish':
        return { title: `Publish ${change.entityId}`, changes: publishChanges(change.entityId) };
      case 'product.fulfillmentUrl':
        return {
          title: `Fulfillment of ${change.entityId}`,
          plan: async () => {
            const option = fulfillmentOptionOf(await readProduct(access, change.entityId));
            return fulfillmentChanges(change.entityId, option, change.fulfillmentUrl);
          },
        };
      case 'product.targeting':
        return {
          title: `Buyers of ${change.entityId}`,
          changes: [targetingChange(change.entityId, change.buyerAccountIds)],
        };
      case 'product.price':
      case 'product.pricing':
        return {
          title: `Price of ${change.entityId}`,
          plan: () => pricePlan(access, change, stage),
          more: stage === 0,
        };
    }
  };

  /** A replacement keeps its agreement's kind of price: AWS does not let another kind of term be added. */
  const replacementForm = async (access: MarketplaceAccess, agreementId: string) => {
    const terms = await calls.readTerms(access, agreementId);
    return terms.some((term) => term.configurableUpfrontPricingTerm) ? ('CHOICE' as const) : ('FIXED' as const);
  };

  const planOffer = async (
    access: MarketplaceAccess,
    change: OfferChange,
    { stage }: ChangeStep,
  ): Promise<Planned | null> => {
    switch (change.act) {
      case 'offer.create': {
        const { offer } = change;
        if (offer.partner !== 'AWS') return null;
        const { authorizes } = offer;
        if (authorizes) return { title: offer.name, changes: authorizationChanges({ ...offer, authorizes }) };
        const asked = offer.base?.kind === 'REPLACEMENT' && fitsChoice(offer);
        const form = asked && offer.base ? await replacementForm(access, offer.base.agreementId ?? '') : undefined;
        return { title: offer.name, changes: offerChanges(offer, form ? { form } : {}) };
      }
      case 'offer.withdraw':
        return {
          title: `Withdraw ${change.externalId}`,
          changes: isAuthorizationId(change.externalId)
            ? [restrictAuthorization(change.externalId)]
            : availabilityChanges(change),
        };
      case 'offer.extend':
        // A released authorization keeps its last day.
        if (isAuthorizationId(change.externalId)) return null;
        return { title: `Extend ${change.externalId}`, changes: availabilityChanges(change) };
      case 'offer.reprice':
        return {
          title: `Reprice ${change.externalId}`,
          plan: () => repricePlan(access, change, stage),
          more: stage === 0,
        };
      case 'offer.reoffer':
        return null;
    }
  };

  const planRenewal = (access: MarketplaceAccess, change: RenewalChange): Planned => {
    if (change.act === 'renewal.optOut')
      return { title: `Do not renew by ${change.externalId}`, changes: availabilityChanges(change) };
    return {
      title: `Uplift of ${change.externalId}`,
      plan: async () => {
        const agreement = await calls.describeAgreement(access, change.agreementId);
        const ownId = agreement?.answer.proposalSummary.offerId;
        if (!ownId) throw unknownEntity(change.agreementId);
        const own = await calls.describeEntity(access, ownId);
        const renewing = await calls.describeEntity(access, change.externalId);
        if (!own || !renewing) throw unknownEntity(own ? change.externalId : ownId);
        return upliftChanges({ own: own.answer, renewing: renewing.answer }, change.upliftPercentage);
      },
    };
  };

  const planOf = async (access: MarketplaceAccess, change: PartnerChange, step: ChangeStep): Promise<Planned> => {
    if (change.act === 'offerSet.create') {
      return { title: change.name, ...offerSetStage(change, step.stage, step.made) };
    }
    if (change.act.startsWith('renewal.')) return planRenewal(access, change as RenewalChange);
    const planned = change.act.startsWith('product.')
      ? planProduct(access, change as ProductChange, step)
      : change.act.startsWith('offer.') && (await planOffer(access, change as OfferChange, step));
    if (!planned) throw new Error(`${change.act} is not a change at AWS`);
    return planned;
  };

  return async (access: MarketplaceAccess, change: PartnerChange, step: ChangeStep): Promise<ChangeStarted> => {
    const planned = await planOf(access, change, step);
    const more = planned.more ? { more: true } : {};
    if ('changes' in planned) {
      const name = changeSetName(planned.title);
      return { ...(await calls.startChangeSet(access, { name, changes: planned.changes, key: step.key })), ...more };
    }
    const name = `${changeSetName(planned.title).slice(0, titleMax)} ${markOf(step.key)}`;
    const earlier = await calls.findChangeSet(access, name);
    if (earlier !== null) return { changeId: earlier, ...more };
    const changes = await planned.plan();
    if (changes.length === 0) return { changeId: nothingToChange, ...more };
    try {
      return { ...(await calls.startChangeSet(access, { name, changes, key: step.key })), ...more };
    } catch (error) {
      if (!isPartnerError(error) || error.outcome !== 'REFUSED' || error.retryable) throw error;
      // Of two executions of a step, the other one may have made the change since this one looked for it: this plan then
      // differs, and AWS refuses it under the same token.
      const other = await calls.findChangeSet(access, name);
      if (other === null) throw error;
      return { changeId: other, ...more };
    }
  };
};
