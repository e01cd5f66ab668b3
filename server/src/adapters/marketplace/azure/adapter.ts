import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../../../kit/clock.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { unlessUnreadable } from '../../read-each.ts';
import type { AgreementChange, OfferChange, ProductChange } from '../changes.ts';
import type { AgreementRead, Marketplace, MarketplaceAccess, ProductRead } from '../port.ts';
import {
  type AzurePrivateOffer,
  type AzureResource,
  type AzureSubscription,
  type ListedSubscription,
  timeOf,
} from './answers.ts';
import { createSubscriptionChanges } from './change-subscription.ts';
import { createAzureClient, refusedHere, unlessRefused } from './client.ts';
import { createFulfilment } from './fulfilment.ts';
import { createIngestion } from './ingestion.ts';
import { prettifyAzureError } from './prettify.ts';
import { createReadChange } from './read-change.ts';
import { createReportUsage } from './report-usage.ts';
import { createSignatureCheck } from './signature.ts';
import { createStartOffer } from './start-offer.ts';
import { createStartProduct } from './start-product.ts';
import { buyerAccountOf, listedTimeOf, readSubscription } from './translate/agreement.ts';
import { readCallEnvelopes, readCallHint } from './translate/message.ts';
import { durableIdOf, guidOf, priceDetailsIdOf, readPrivateOffer } from './translate/private-offer.ts';
import { isDeprecated, partOf, readProductTree, standingOf } from './translate/product.ts';
import { readShownUsage, readUsageLines, usageDayQuery, usageQuery } from './translate/usage.ts';

const usageBatchSize = 25;
const readBatchSize = 20;
const productsMax = 10_000;
/** Subscriptions that may have been bought through one private offer. */
const candidatesMax = 100;
const dayMs = 86_400_000;
/** Microsoft asks clients to poll its jobs once a minute; certifying a listing takes days. */
const changePace = { maxDelayMs: 60_000, giveUpAfterMs: 14 * dayMs };

/** An operation begins as NotStarted, and then waits as InProgress (OpenAPI of the SaaS fulfillment API). */
const isOpen = (status: string | undefined): boolean => status === 'NotStarted' || status === 'InProgress';

export type AzureOptions = {
  outgoing: Outgoing;
  /** The API's address as partners know it, without a trailing slash. */
  publicUrl: string;
  clock?: Pick<Clock, 'wallNow'>;
  /** How long to look for the outcome of a request whose answer was lost; by default, what each kind of request needs. */
  lostAfterMs?: number;
};

/** Subscriptions show an operation at once. */
const lostOperationMs = 120_000;
/**
 * A private offer is listed when the job that makes it has ended. "Close the private deal within 15 minutes" (ISV to customer
 * private offers FAQ) is all that a page says of how long that takes. An offer that is sent again while the first request is
 * still worked on is offered to the buyer twice.
 */
const lostOfferMs = 900_000;

/** Microsoft's marketplace behind the port (SaaS fulfillment, metering and product ingestion APIs). */
export const createAzureMarketplace = ({
  outgoing,
  publicUrl,
  clock = systemClock,
  lostAfterMs,
}: AzureOptions): Marketplace => {
  const client = createAzureClient(outgoing);
  const ingestion = createIngestion(client);
  const fulfilment = createFulfilment(client);
  const wallNow = (): number => clock.wallNow().getTime();
  const startOffer = createStartOffer(ingestion, wallNow);
  const startProduct = createStartProduct(ingestion, ({ connectionId, credentials }) => ({
    webhookUrl: `${publicUrl}/hook/azure/${connectionId}`,
    tenantId: credentials.tenantId ?? '',
    clientId: credentials.clientId ?? '',
  }));
  const readChange = createReadChange(ingestion, { wallNow, lostAfterMs: lostAfterMs ?? lostOfferMs });
  const subscriptions = createSubscriptionChanges(fulfilment, {
    wallNow,
    lostAfterMs: lostAfterMs ?? lostOperationMs,
  });
  /** The ids of products do not change. */
  const productIds = new LRUCache<string, string>({ max: productsMax });

  /** The product behind the id that subscriptions name; that id itself if the catalog does not show one. */
  const productIdOf = async (access: MarketplaceAccess, offerId: string): Promise<string> => {
    const key = `${access.connectionId}\n${offerId}`;
    const known = productIds.get(key);
    if (known !== undefined) return known;
    const [found] = (await unlessRefused(ingestion.listProducts(access, offerId))) ?? [];
    if (!found?.id) return offerId;
    productIds.set(key, found.id);
    return found.id;
  };

  const readProduct = async (access: MarketplaceAccess, entityId: string): Promise<ProductRead | null> => {
    const asked = clock.wallNow();
    // Queried before what is stored, so that what is stored is never older than the version it is stored under.
    const submissions = await ingestion.listSubmissions(access, entityId);
    if (!submissions) return null;
    const { target } = standingOf(submissions, { deprecated: false, asked });
    const tree: AzureResource[] | null = await ingestion.tree(access, entityId, target);
    if (!tree) return null;
    const deprecated = isDeprecated(partOf(tree, 'product'));
    return readProductTree(tree, standingOf(submissions, { deprecated, asked }));
  };

  /**
   * A private offer with its absolute prices, which are a resource of their own: an offer that was made in Partner Center is
   * known by nothing else. Prices that are no longer shown are left out.
   */
  const withPrices = async (access: MarketplaceAccess, offer: AzurePrivateOffer): Promise<AzurePrivateOffer> => {
    const pricing: NonNullable<AzurePrivateOffer['pricing']> = [];
    for (const item of offer.pricing ?? []) {
      const id = priceDetailsIdOf(item);
      const found = id === null ? null : await unlessRefused(ingestion.priceDetails(access, id));
      pricing.push(found ? { ...item, privateOfferPlan: found } : item);
    }
    return offer.pricing ? { ...offer, pricing } : offer;
  };

  const readOffer: Marketplace['readOffer'] = async (access, externalId) => {
    const asked = clock.wallNow();
    const offer = await ingestion.getPrivateOffer(access, durableIdOf(externalId));
    return offer && readPrivateOffer(await withPrices(access, offer), asked);
  };

  const withPlan = async (
    access: MarketplaceAccess,
    subscription: AzureSubscription,
    asked: Date,
  ): Promise<AgreementRead> => {
    const [plan, productEntityId] = [
      await fulfilment.planOf(access, subscription),
      await productIdOf(access, subscription.offerId),
    ];
    return readSubscription(subscription, { plan, productEntityId, asked });
  };

  /**
   * The reinstatement of a suspended subscription that waits for our answer. "The publisher should acknowledge returned
   * operations" (SaaS fulfillment Operations APIs v2, List outstanding operations), which lists reinstatements: the
   * message about one may never have arrived.
   */
  const reinstatementOf = async (
    access: MarketplaceAccess,
    { id, saasSubscriptionStatus }: AzureSubscription,
  ): Promise<string | null> => {
    if (saasSubscriptionStatus !== 'Suspended') return null;
    const operations = (await unlessRefused(fulfilment.listOperations(access, id))) ?? [];
    return operations.find(({ action, status }) => action === 'Reinstate' && isOpen(status))?.id ?? null;
  };

  /**
   * Subscriptions bought through a private offer: there is none before it is accepted, and only their plans show it.
   */
  const boughtBy = async (
    access: MarketplaceAccess,
    subscriptions: readonly ListedSubscription[],
    offerExternalId: string,
  ): Promise<ListedSubscription[]> => {
    const offer = await ingestion.getPrivateOffer(access, durableIdOf(offerExternalId));
    // The samples of "Job status and retrieve private offer detail via API" have no `subState`: then only subscriptions tell.
    const isTold = offer?.subState !== null;
    if (!offer || (isTold ? offer.subState !== 'accepted' : offer.state !== 'live')) return [];
    const products = new Set(offer.pricing?.map(({ product }) => product));
    const bought: ListedSubscription[] = [];
    const newestFirst = subscriptions.toSorted((left, right) =>
      (right.created ?? '').localeCompare(left.created ?? ''),
    );
    for (const subscription of newestFirst.slice(0, candidatesMax)) {
      const { id, offerId, planId } = subscription;
      if (offerId === null || planId === null || !products.has(await productIdOf(access, offerId))) continue;
      const plan = await fulfilment.planOf(access, { id, planId });
      if (plan?.sourceOffers?.some(({ externalId }) => externalId === guidOf(offerExternalId)))
        bought.push(subscription);
    }
    return bought;
  };

  return {
    code: 'AZURE',
    usageBatchSize,
    readBatchSize,
    prettifyError: prettifyAzureError,
    // Microsoft's API cannot make a withdrawn private offer live again.
    extendsBy: async () => 'REOFFER',
    changePace,
    messages: {
      isAuthentic: createSignatureCheck(outgoing),
      readEnvelopes: readCallEnvelopes,
      readHint: readCallHint,
    },
    /** Microsoft returns the address with each private offer. */
    privateOfferUrl: () => null,

    verify: fulfilment.touch,

    listProducts: async (access, skip) => {
      const products: ProductRead[] = [];
      for (const { id } of await ingestion.listProducts(access)) {
        const product = id && (await unlessUnreadable(id, skip, () => unlessRefused(readProduct(access, id))));
        if (product) products.push(product);
      }
      return products;
    },

    readProduct,

    listOffers: async (access, { changedSince }) => {
      const asked = clock.wallNow();
      const since = changedSince === undefined ? 0 : Math.floor(changedSince.getTime() / dayMs) * dayMs;
      const offers = await ingestion.listPrivateOffers(access);
      return offers.flatMap((offer) => {
        // The last change is given as a day, and not always. An offer that waits for its buyer may be accepted at any
        // time.
        const changed = timeOf(offer.lastModified);
        const isOpen = offer.state === 'live' && offer.subState !== 'accepted';
        return isOpen || changed === null || changed.getTime() >= since
          ? [{ externalId: guidOf(offer.id), changedTime: changed ?? asked }]
          : [];
      });
    },

    readOffer,

    readOffers: async (access, externalIds, skip) => {
      const offers = [];
      for (const externalId of externalIds) {
        const offer = await unlessUnreadable(externalId, skip, () => readOffer(access, externalId));
        if (offer) offers.push(offer);
      }
      return offers;
    },

    startChange: (access, change, step) => {
      if (change.act === 'offerSet.create') throw new Error(`${change.act} is not a change at AZURE`);
      if (change.act.startsWith('agreement.')) return subscriptions.start(access, change as AgreementChange, step);
      return change.act.startsWith('product.')
        ? startProduct(access, change as ProductChange, step)
        : startOffer(access, change as OfferChange, step);
    },

    readChange: (access, changeId) => subscriptions.read(access, changeId) ?? readChange(access, changeId),

    listAgreements: async (access, { offerExternalId }) => {
      const asked = clock.wallNow();
      const all = await fulfilment.list(access);
      const found = offerExternalId === undefined ? all : await boughtBy(access, all, offerExternalId);
      // All of them: the times do not tell what changed since, and what is unknown is always new.
      return found.map((each) => ({ externalId: each.id, changedTime: listedTimeOf(each, asked) }));
    },

    readAgreement: async (access, externalId) => {
      const asked = clock.wallNow();
      const subscription = await fulfilment.get(access, externalId);
      if (!subscription) return null;
      const waitingOperationId = await reinstatementOf(access, subscription);
      return { ...(await withPlan(access, subscription, asked)), waitingOperationId };
    },

    approveAgreement: async (access, externalId) => {
      const subscription = await fulfilment.get(access, externalId);
      if (!subscription) throw refusedHere('EntityNotFound', `Subscription ${externalId} not found`);
      if (subscription.saasSubscriptionStatus !== 'PendingFulfillmentStart') return;
      await fulfilment.activate(access, subscription);
    },

    answerOperation: async (access, operation) => {
      // One that is unknown, or not visible yet, is 404 by the pages and 400 as the authors of Microsoft's emulator saw it.
      const readNow = () => unlessRefused(fulfilment.getOperation(access, operation));
      const read = await readNow();
      const isOurs = read?.operationRequestSource === 'Partner';
      const isOther =
        (read?.subscriptionId ?? operation.agreementId).toLowerCase() !== operation.agreementId.toLowerCase();
      if (!read || isOurs || isOther || !isOpen(read.status)) return true;
      if (read.status !== 'InProgress') return false;
      try {
        await fulfilment.updateOperation(access, operation);
      } catch (error) {
        // It has ended in the meantime, or waits for nobody: then it still takes a moment until the subscription shows it.
        // Whether a reinstatement is answered at all is not certain, so it fails nothing.
        if (!isPartnerError(error)) throw error;
        if (read.action !== 'Reinstate' && (error.outcome !== 'REFUSED' || error.retryable)) throw error;
      }
      return !isOpen((await readNow())?.status);
    },

    resolveLanding: async (access, { token }) => {
      // A blank was a plus before the address was decoded like a form.
      const header = token.replaceAll(' ', '+');
      if (!/^[\x21-\x7e]{1,8192}$/.test(header)) return null;
      const resolved = await fulfilment.resolve(access, header);
      if (!resolved) return null;
      const subscription = resolved.subscription ?? (await fulfilment.get(access, resolved.id));
      const buyerAccountId = subscription ? buyerAccountOf(subscription) : '';
      if (buyerAccountId === '') return null;
      return { buyerAccountId, agreementIds: [resolved.id], productExternalId: resolved.offerId, licenseArn: null };
    },

    reportUsage: createReportUsage(fulfilment),

    readUsage: async (access, question) =>
      readShownUsage(question, await fulfilment.usageEvents(access, usageQuery(question))),

    listUsage: async (access, question) =>
      readUsageLines(question, await fulfilment.usageEvents(access, usageDayQuery(question))),
  };
};
