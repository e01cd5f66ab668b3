import { createHash } from 'node:crypto';
import {
  DescribeAgreementCommand,
  GetAgreementEntitlementsCommand,
  GetAgreementTermsCommand,
  SearchAgreementsCommand,
} from '@aws-sdk/client-marketplace-agreement';
import {
  BatchDescribeEntitiesCommand,
  type Change,
  DescribeChangeSetCommand,
  DescribeEntityCommand,
  ListEntitiesCommand,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import { BatchMeterUsageCommand, type BatchMeterUsageRequest } from '@aws-sdk/client-marketplace-metering';
import { isPartnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';
import * as answers from './answers.ts';
import { type AwsClients, send } from './client.ts';
import { unreadableAnswer } from './errors.ts';

const Catalog = 'AWSMarketplace';
const pageSize = 50;
/** A partner that never stops giving pages does not hold a step for ever. */
const pagesMax = 200;
const tokenMax = 64;

const gone = new Set(['ResourceNotFoundException', 'ResourceNotSupportedException']);

/** Reads something that may not exist there: null then. */
const unlessGone = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (isPartnerError(error) && error.outcome === 'REFUSED' && gone.has(error.partnerCode)) return null;
    throw error;
  }
};

/** Asks for something that the caller may not be allowed to see, and that is only an addition. */
const unlessRefused = async <T>(read: Promise<T>): Promise<T | null> => {
  try {
    return await read;
  } catch (error) {
    if (isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable) return null;
    throw error;
  }
};

const everyPage = async <T>(
  page: (token: string | undefined) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> => {
  const found: T[] = [];
  let token: string | undefined;
  for (let count = 0; count < pagesMax; count += 1) {
    const { items, next } = await page(token);
    found.push(...items);
    if (next === null || next === token) return found;
    token = next;
  }
  throw unreadableAnswer('a list', `more than ${pagesMax} pages`, undefined);
};

/** Keys are at most 64 printable characters there. */
const clientToken = (key: string): string =>
  key.length <= tokenMax && /^[!-~]+$/.test(key) ? key : createHash('sha256').update(key).digest('hex');

/** The calls of AWS Marketplace that the adapter is made of, in AWS's own words, all pages of lists. */
export const createAwsCalls = (clients: { of(access: MarketplaceAccess): AwsClients }) => {
  const startChangeSet = async (access: MarketplaceAccess, set: { name: string; changes: Change[]; key: string }) => {
    const command = new StartChangeSetCommand({
      Catalog,
      ChangeSet: set.changes,
      ChangeSetName: set.name,
      ClientRequestToken: clientToken(set.key),
    });
    const { answer } = await send('StartChangeSet', answers.startedChangeSet, () =>
      clients.of(access).catalog.send(command),
    );
    return { changeId: answer.ChangeSetId };
  };

  const describeEntity = (access: MarketplaceAccess, EntityId: string) =>
    unlessGone(
      send('DescribeEntity', answers.describedEntity, () =>
        clients.of(access).catalog.send(new DescribeEntityCommand({ Catalog, EntityId })),
      ),
    );

  const describeEntities = async (access: MarketplaceAccess, ids: string[]) => {
    const EntityRequestList = ids.map((EntityId) => ({ Catalog, EntityId }));
    const { answer } = await send('BatchDescribeEntities', answers.describedEntities, () =>
      clients.of(access).catalog.send(new BatchDescribeEntitiesCommand({ EntityRequestList })),
    );
    return Object.values(answer.EntityDetails ?? {});
  };

  const listEntities = (
    access: MarketplaceAccess,
    EntityType: 'SaaSProduct' | 'Offer',
    changedSince: Date | undefined,
  ) =>
    everyPage(async (NextToken) => {
      const DateRange = { AfterValue: changedSince?.toISOString() };
      const { answer } = await send('ListEntities', answers.listedEntities, () =>
        clients.of(access).catalog.send(
          new ListEntitiesCommand({
            Catalog,
            EntityType,
            MaxResults: pageSize,
            NextToken,
            ...(changedSince && EntityType === 'Offer'
              ? { EntityTypeFilters: { OfferFilters: { LastModifiedDate: { DateRange } } } }
              : {}),
          }),
        ),
      );
      return { items: answer.EntitySummaryList, next: answer.NextToken };
    });

  const searchAgreements = (access: MarketplaceAccess, filters: { name: string; values: string[] }[]) =>
    everyPage(async (nextToken) => {
      const { answer } = await send('SearchAgreements', answers.searchedAgreements, () =>
        clients.of(access).agreement.send(
          new SearchAgreementsCommand({
            catalog: Catalog,
            filters: [
              { name: 'PartyType', values: ['Proposer'] },
              { name: 'AgreementType', values: ['PurchaseAgreement'] },
              ...filters,
            ],
            maxResults: pageSize,
            nextToken,
          }),
        ),
      );
      return { items: answer.agreementViewSummaries, next: answer.nextToken };
    });

  const describeAgreement = (access: MarketplaceAccess, agreementId: string) =>
    unlessGone(
      send('DescribeAgreement', answers.describedAgreement, () =>
        clients.of(access).agreement.send(new DescribeAgreementCommand({ agreementId })),
      ),
    );

  const readTerms = (access: MarketplaceAccess, agreementId: string) =>
    everyPage(async (nextToken) => {
      const { answer } = await send('GetAgreementTerms', answers.agreementTerms, () =>
        clients
          .of(access)
          .agreement.send(new GetAgreementTermsCommand({ agreementId, maxResults: pageSize, nextToken })),
      );
      return { items: answer.acceptedTerms, next: answer.nextToken };
    });

  /** The licence of this very agreement. A buyer may hold several of one product, so the account alone does not tell. */
  const readLicense = async (access: MarketplaceAccess, agreementId: string): Promise<string | null> => {
    const found = await unlessRefused(
      everyPage(async (nextToken) => {
        const { answer } = await send('GetAgreementEntitlements', answers.agreementEntitlements, () =>
          clients
            .of(access)
            .agreement.send(new GetAgreementEntitlementsCommand({ agreementId, maxResults: pageSize, nextToken })),
        );
        return { items: answer.agreementEntitlements, next: answer.nextToken };
      }),
    );
    return found?.find((item) => item.licenseArn !== null)?.licenseArn ?? null;
  };

  /** Checks the credentials by the cheapest list there is. */
  const listOneProduct = (access: MarketplaceAccess) =>
    send('ListEntities', answers.listedEntities, () =>
      clients.of(access).catalog.send(new ListEntitiesCommand({ Catalog, EntityType: 'SaaSProduct', MaxResults: 1 })),
    );

  const describeChangeSet = (access: MarketplaceAccess, ChangeSetId: string) =>
    send('DescribeChangeSet', answers.describedChangeSet, () =>
      clients.of(access).catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId })),
    );

  const batchMeterUsage = (access: MarketplaceAccess, request: BatchMeterUsageRequest) =>
    send('BatchMeterUsage', answers.meteredUsage, () =>
      clients.of(access).metering.send(new BatchMeterUsageCommand(request)),
    );

  return {
    startChangeSet,
    describeChangeSet,
    describeEntity,
    describeEntities,
    listEntities,
    listOneProduct,
    searchAgreements,
    describeAgreement,
    readTerms,
    readLicense,
    batchMeterUsage,
  };
};
