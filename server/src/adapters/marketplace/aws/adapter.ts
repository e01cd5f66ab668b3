import { isPartnerError } from '../../partner-error.ts';
import type { Skip } from '../../read-each.ts';
import type { Marketplace, MarketplaceAccess, OfferRead, ProductRead, RenewalRead, UsageOutcome } from '../port.ts';
import { refusedByAws } from '../s3-address.ts';
import type { AcceptedTerms, DescribedAgreement, DescribedEntity } from './answers.ts';
import type { ClientOptions } from './client.ts';
import { unreadableAnswer } from './errors.ts';
import { resolveAwsLanding } from './landing.ts';
import { openAwsCalls } from './open-calls.ts';
import { unlessRefused } from './pages.ts';
import { prettifyAwsError } from './prettify.ts';
import { createStartChange, nothingToChange } from './start-change.ts';
import { licenseOf, readAgreementAnswer } from './translate/agreement.ts';
import { readCancellationAnswer } from './translate/cancellation.ts';
import { readChangeSet, readOfferEntity, readProductEntity, splitIdentifier } from './translate/entities.ts';
import { awsMessages } from './translate/event.ts';
import { readPublicOffer } from './translate/public-offer.ts';
import { readRenewal } from './translate/renewal.ts';
import { readAuthorizationEntity } from './translate/resale-authorization.ts';
import { isAuthorizationId } from './translate/resale-changes.ts';
import { secondsOf } from './translate/seconds.ts';
import { isSubmittable, matchOutcomes, usageDocuments, usageRequest } from './translate/usage.ts';

const usageBatchSize = 25;
const readBatchSize = 20;
/** Requests to cancel one agreement that are read; older ones have been answered long ago. */
const cancellationsMax = 20;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/** A document that the translation cannot make sense of counts as an unreadable answer. */
const translate = <T>(what: string, requestId: string | undefined, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (isPartnerError(error)) throw error;
    throw unreadableAnswer(what, messageOf(error), requestId);
  }
};

/** Of many items, one that makes no sense is skipped and reported, so that the others can still be read. */
const readableOnly = <To>(
  list: readonly DescribedEntity[],
  read: (entity: DescribedEntity) => To,
  skip: Skip | undefined,
): To[] =>
  list.flatMap((entity) => {
    try {
      return [read(entity)];
    } catch (error) {
      skip?.(splitIdentifier(entity.EntityIdentifier).id, messageOf(error));
      return [];
    }
  });

/** People at AWS review it (Developer Guide, UpdateVisibility: up to 37 days). */
const publication = {
  review: 'AWS reviews the product before it shows it to everyone',
  days: 37,
  maxDelayMs: 3_600_000,
};

// Taken from links of sellers: the listing's page, opened with the private offer.
const privateOfferUrl = ({ productEntityId, externalId }: { productEntityId: string; externalId: string }): string =>
  `https://aws.amazon.com/marketplace/saas/ordering?productId=${productEntityId}&offerId=${externalId}`;

const readOfferWithUrl = (access: MarketplaceAccess, entity: DescribedEntity): OfferRead => {
  if (isAuthorizationId(entity.EntityIdentifier)) return readAuthorizationEntity(entity, access.accountId);
  const offer = readOfferEntity(entity);
  return { ...offer, privateOfferUrl: offer.isPrivate ? privateOfferUrl(offer) : null };
};

/** An unreadable public offer leaves the product without prices rather than unread. */
const withPublicOffer = (product: ProductRead, offers: readonly DescribedEntity[] | null): ProductRead => {
  if (!offers) return product;
  try {
    return { ...product, ...readPublicOffer(offers, product) };
  } catch {
    return product;
  }
};

export type AwsMarketplace = Marketplace & {
  /** Lists one product; returns its owner, or null if there is none. */
  askOwner(access: MarketplaceAccess): Promise<string | null>;
  close(): void;
};

/** `arn:aws:aws-marketplace:us-east-1:111122223333:AWSMarketplace/SaaSProduct/prod-…` */
const accountOf = (arn: string | null | undefined): string | null =>
  /^arn:[\w-]+:aws-marketplace:[\w-]*:(\d{12}):/.exec(arn ?? '')?.[1] ?? null;

/** AWS Marketplace behind the port (AWS Marketplace Catalog, Agreement and Metering APIs). */
export const createAwsMarketplace = (options: ClientOptions = {}): AwsMarketplace => {
  const { calls, close } = openAwsCalls(options);

  /**
   * The offer by which AWS will renew an agreement, other than the agreement's own; null if there is none. Undefined if
   * the account may not see it.
   */
  const renewalOf = async (
    access: MarketplaceAccess,
    agreement: DescribedAgreement,
    terms: AcceptedTerms,
  ): Promise<RenewalRead | null | undefined> => {
    if (agreement.status !== 'ACTIVE' || !terms.some(({ renewalTerm }) => renewalTerm)) return null;
    const ownId = agreement.proposalSummary.offerId;
    const found = await unlessRefused(calls.listRenewalOffers(access, agreement.agreementId));
    if (!found) return undefined;
    const id = found.find((offerId) => offerId !== ownId);
    if (id === undefined) return null;
    const entities = await unlessRefused(calls.describeEntities(access, ownId === null ? [id] : [id, ownId]));
    if (!entities) return undefined;
    const entityOf = (wanted: string | null) =>
      entities.find(({ EntityIdentifier }) => splitIdentifier(EntityIdentifier).id === wanted);
    const renewing = entityOf(id);
    return renewing ? readRenewal(agreement, entityOf(ownId), renewing) : null;
  };

  return {
    code: 'AWS',
    usageBatchSize,
    readBatchSize,
    close,
    askOwner: async (access) => accountOf((await calls.listOneProduct(access)).answer.EntitySummaryList[0]?.EntityArn),
    prettifyError: prettifyAwsError,
    publication,
    refusesDocumentAt: refusedByAws,
    extendsBy: async () => 'CHANGE',
    messages: awsMessages,

    privateOfferUrl: (offer) => (isAuthorizationId(offer.externalId) ? null : privateOfferUrl(offer)),

    verify: async (access) => {
      await calls.listOneProduct(access);
    },

    listProducts: async (access, skip) => {
      const ids = (await calls.listEntities(access, 'SaaSProduct')).map((entity) => entity.EntityId);
      const offers = await unlessRefused(calls.describePublicOffers(access));
      const products = [];
      for (let start = 0; start < ids.length; start += readBatchSize) {
        const entities = await calls.describeEntities(access, ids.slice(start, start + readBatchSize), skip);
        const read = (entity: DescribedEntity) => readProductEntity(entity, access.productCodeProducts);
        products.push(...readableOnly(entities, read, skip));
      }
      return products.map((product) => withPublicOffer(product, offers));
    },

    readProduct: async (access, entityId) => {
      const read = await calls.describeEntity(access, entityId);
      if (!read) return null;
      const product = translate('DescribeEntity', read.requestId, () =>
        readProductEntity(read.answer, access.productCodeProducts),
      );
      return withPublicOffer(product, await unlessRefused(calls.describePublicOffers(access, [entityId])));
    },

    listOffers: async (access, { changedSince }) =>
      [
        ...(await calls.listChangedAuthorizations(access, changedSince)),
        ...(await calls.listChangedOffers(access, changedSince)),
      ].map(({ EntityId, LastModifiedDate }) => ({
        externalId: EntityId,
        changedTime: LastModifiedDate === null ? null : new Date(LastModifiedDate),
      })),

    readOffer: async (access, externalId) => {
      const read = await calls.describeEntity(access, externalId);
      return read && translate('DescribeEntity', read.requestId, () => readOfferWithUrl(access, read.answer));
    },

    readOffers: async (access, externalIds, skip) =>
      readableOnly(
        await calls.describeEntities(access, externalIds, skip),
        (entity) => readOfferWithUrl(access, entity),
        skip,
      ),

    startChange: createStartChange(calls),

    readChange: async (access, changeId) =>
      changeId === nothingToChange
        ? { state: 'DONE', entityIds: {} }
        : readChangeSet((await calls.describeChangeSet(access, changeId)).answer),

    listAgreements: async (access, { changedSince, offerExternalId }) => {
      // Agreements are made for a channel partner's offers, not for the authorizations behind them.
      if (isAuthorizationId(offerExternalId ?? '')) return [];
      const found = await calls.searchAgreements(access, [
        ...(offerExternalId === undefined ? [] : [{ name: 'OfferId', values: [offerExternalId] }]),
        ...(changedSince === undefined ? [] : [{ name: 'AfterLastUpdateTime', values: [secondsOf(changedSince)] }]),
      ]);
      return found.map(({ agreementId, lastUpdateTime }) => ({ externalId: agreementId, changedTime: lastUpdateTime }));
    },

    resolveLanding: (access, landing) => resolveAwsLanding(calls, access, landing),

    readAgreement: async (access, externalId) => {
      // Only the search knows the time of the last update, and only by offer. It is queried before everything that is
      // stored, so that what is stored is never older than the version it is stored under.
      const first = await calls.describeAgreement(access, externalId);
      const { offerId } = first?.answer.proposalSummary ?? {};
      if (!first || !offerId) return null;
      const summaries = await calls.searchAgreements(access, [
        { name: 'OfferId', values: [offerId] },
        { name: 'AcceptorAccountId', values: [first.answer.acceptor.accountId] },
      ]);
      const summary = summaries.find(({ agreementId }) => agreementId === externalId);
      const read = await calls.describeAgreement(access, externalId);
      if (!read) return null;
      const terms = await calls.readTerms(access, externalId);
      const stated = new Set(summary?.entitlements.flatMap((item) => item.licenseArn ?? []));
      const [only = null] = stated;
      const licenseArn =
        stated.size === 1 ? only : (licenseOf(await calls.readEntitlements(access, externalId)) ?? only);
      const lastUpdateTime = summary?.lastUpdateTime ?? null;
      const renewal = await renewalOf(access, read.answer, terms);
      return translate('DescribeAgreement', read.requestId, () =>
        readAgreementAnswer(read.answer, {
          lastUpdateTime,
          licenseArn,
          terms,
          ...(renewal === undefined ? {} : { renewal }),
        }),
      );
    },

    requestCancellation: async (access, request) =>
      readCancellationAnswer(await calls.sendCancellation(access, request)),

    withdrawCancellation: async (access, request) => {
      try {
        return readCancellationAnswer(await calls.cancelCancellation(access, request));
      } catch (error) {
        // It no longer waits: an earlier try has withdrawn it, or it was answered.
        if (!isPartnerError(error) || error.partnerCode !== 'ConflictException') throw error;
        const now = readCancellationAnswer(await calls.readCancellation(access, request));
        if (now.status === 'PENDING_APPROVAL') throw error;
        return now;
      }
    },

    readCancellations: async (access, agreementId) => {
      const listed = await unlessRefused(calls.listCancellations(access, { agreementId }));
      const newestFirst = (listed ?? []).toSorted(
        (left, right) => right.createdAt.getTime() - left.createdAt.getTime(),
      );
      const read = [];
      for (const { agreementCancellationRequestId: externalId } of newestFirst.slice(0, cancellationsMax))
        read.push(readCancellationAnswer(await calls.readCancellation(access, { agreementId, externalId })));
      return read;
    },

    listCancelling: async (access) => {
      const listed = await unlessRefused(calls.listCancellations(access, { status: 'PENDING_APPROVAL' }));
      return (listed ?? []).map(({ agreementId }) => agreementId);
    },

    reportUsage: async (access, rows) => {
      const submittable = rows.filter(isSubmittable);
      const unprocessed = rows
        .filter((row) => !isSubmittable(row))
        .map((row): [string, UsageOutcome] => [row.reportId, { state: 'UNPROCESSED' }]);
      if (submittable.length === 0)
        return { outcomes: new Map(unprocessed), requestId: undefined, request: {}, response: {} };
      const request = usageRequest(submittable);
      const { answer, requestId } = await calls.batchMeterUsage(access, request);
      return {
        outcomes: new Map([...unprocessed, ...matchOutcomes(submittable, answer)]),
        requestId,
        ...usageDocuments(request, answer),
      };
    },
  };
};
