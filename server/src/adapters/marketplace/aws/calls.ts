import { createHash } from 'node:crypto';
import {
  type AgreementCancellationRequestReasonCode,
  type AgreementCancellationRequestStatus,
  CancelAgreementCancellationRequestCommand,
  DescribeAgreementCommand,
  GetAgreementCancellationRequestCommand,
  GetAgreementEntitlementsCommand,
  GetAgreementTermsCommand,
  ListAgreementCancellationRequestsCommand,
  ListAgreementInvoiceLineItemsCommand,
  SearchAgreementsCommand,
  SendAgreementCancellationRequestCommand,
} from '@aws-sdk/client-marketplace-agreement';
import {
  BatchDescribeEntitiesCommand,
  type Change,
  DescribeChangeSetCommand,
  DescribeEntityCommand,
  type EntityTypeFilters,
  ListChangeSetsCommand,
  ListEntitiesCommand,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import {
  BatchMeterUsageCommand,
  type BatchMeterUsageRequest,
  ResolveCustomerCommand,
} from '@aws-sdk/client-marketplace-metering';
import { isPartnerError } from '../../partner-error.ts';
import type { Skip } from '../../read-each.ts';
import type { CancellationSend, MarketplaceAccess } from '../port.ts';
import * as answers from './answers.ts';
import { send } from './client.ts';
import type { AwsClients } from './clients.ts';
import { unreadEntity } from './errors.ts';
import { everyPage, isGone, unlessGone, unlessRefused } from './pages.ts';
import { secondsOf } from './translate/seconds.ts';

const Catalog = 'AWSMarketplace';
const pageSize = 50;
const tokenMax = 64;

/** BatchDescribeEntities takes no more at once. */
const describeMax = 20;

const spent = new Set(['InvalidTokenException', 'ExpiredTokenException']);
/** AWS limits keys to 64 printable characters. */
const clientToken = (key: string): string =>
  key.length <= tokenMax && /^[!-~]+$/.test(key) ? key : createHash('sha256').update(key).digest('hex');

/** The AWS Marketplace calls that the adapter is built from, in AWS's own words, with all pages of lists. */
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

  /**
   * Up to 20 entities; what does not exist is left out. Of several, AWS may fail to read some ("A map of errors returned",
   * BatchDescribeEntitiesResponse): these are reported to `skip`, and without it the first of them is thrown, as they exist.
   */
  const describeEntities = async (access: MarketplaceAccess, ids: string[], skip?: Skip) => {
    const EntityRequestList = ids.map((EntityId) => ({ Catalog, EntityId }));
    const { answer, requestId } = await send('BatchDescribeEntities', answers.describedEntities, () =>
      clients.of(access).catalog.send(new BatchDescribeEntitiesCommand({ EntityRequestList })),
    );
    for (const [id, { ErrorCode, ErrorMessage }] of Object.entries(answer.Errors ?? {})) {
      const error = unreadEntity(id, ErrorCode, { ErrorMessage, requestId });
      if (isGone(error)) continue;
      if (!skip) throw error;
      skip(id, error.message);
    }
    return Object.values(answer.EntityDetails ?? {});
  };

  const listEntities = (
    access: MarketplaceAccess,
    EntityType: 'SaaSProduct' | 'Offer' | 'ResaleAuthorization',
    filters?: EntityTypeFilters,
    OwnershipType?: 'SHARED',
  ) =>
    everyPage(async (NextToken) => {
      const { answer } = await send('ListEntities', answers.listedEntities, () =>
        clients.of(access).catalog.send(
          new ListEntitiesCommand({
            Catalog,
            EntityType,
            MaxResults: pageSize,
            NextToken,
            ...(filters ? { EntityTypeFilters: filters } : {}),
            ...(OwnershipType ? { OwnershipType } : {}),
          }),
        ),
      );
      return { items: answer.EntitySummaryList, next: answer.NextToken };
    });

  const listChangedOffers = (access: MarketplaceAccess, changedSince: Date | undefined) => {
    const DateRange = { AfterValue: changedSince && secondsOf(changedSince) };
    return listEntities(access, 'Offer', changedSince && { OfferFilters: { LastModifiedDate: { DateRange } } });
  };

  /** Resale authorizations, given and received. Accounts that may not see them have none. */
  const listChangedAuthorizations = async (access: MarketplaceAccess, changedSince: Date | undefined) => {
    const DateRange = { AfterValue: changedSince && secondsOf(changedSince) };
    const filters = changedSince && { ResaleAuthorizationFilters: { LastModifiedDate: { DateRange } } };
    const given = await unlessRefused(listEntities(access, 'ResaleAuthorization', filters));
    const received = await unlessRefused(listEntities(access, 'ResaleAuthorization', filters, 'SHARED'));
    return [...(given ?? []), ...(received ?? [])];
  };

  /** The released offers for everyone, of these products or of all. */
  const describePublicOffers = async (access: MarketplaceAccess, productIds?: string[]) => {
    const listed = await listEntities(access, 'Offer', {
      OfferFilters: {
        State: { ValueList: ['Released'] },
        Targeting: { ValueList: ['None'] },
        ...(productIds ? { ProductId: { ValueList: productIds } } : {}),
      },
    });
    const ids = listed.map(({ EntityId }) => EntityId);
    const found: answers.DescribedEntity[] = [];
    for (let start = 0; start < ids.length; start += describeMax) {
      found.push(...(await describeEntities(access, ids.slice(start, start + describeMax))));
    }
    return found;
  };

  /** The offers that AWS made to renew an agreement. */
  const listRenewalOffers = async (access: MarketplaceAccess, agreementId: string): Promise<string[]> => {
    const listed = await listEntities(access, 'Offer', {
      OfferFilters: {
        TargetAgreementId: { ValueList: [agreementId] },
        TargetAgreementIntent: { ValueList: ['Renew'] },
        CreatedBySource: { ValueList: ['AwsMarketplace'] },
      },
    });
    return listed.map(({ EntityId }) => EntityId);
  };

  /** The change set with a name, or null. */
  const findChangeSet = async (access: MarketplaceAccess, name: string): Promise<string | null> => {
    const FilterList = [{ Name: 'ChangeSetName', ValueList: [name] }];
    const { answer } = await send('ListChangeSets', answers.listedChangeSets, () =>
      clients.of(access).catalog.send(new ListChangeSetsCommand({ Catalog, FilterList, MaxResults: 1 })),
    );
    return answer.ChangeSetSummaryList[0]?.ChangeSetId ?? null;
  };

  /** The buyer behind a registration token; null if the token is unknown or no longer valid. */
  const resolveCustomer = async (access: MarketplaceAccess, RegistrationToken: string) => {
    try {
      const { answer } = await send('ResolveCustomer', answers.resolvedCustomer, () =>
        clients.of(access).metering.send(new ResolveCustomerCommand({ RegistrationToken })),
      );
      return answer;
    } catch (error) {
      if (isPartnerError(error) && error.outcome === 'REFUSED' && spent.has(error.partnerCode)) return null;
      throw error;
    }
  };

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

  const listInvoices = (access: MarketplaceAccess, agreementId: string) =>
    everyPage(async (nextToken) => {
      const { answer } = await send('ListAgreementInvoiceLineItems', answers.listedInvoices, () =>
        clients.of(access).agreement.send(
          new ListAgreementInvoiceLineItemsCommand({
            agreementId,
            groupBy: 'INVOICE_ID',
            maxResults: pageSize,
            nextToken,
          }),
        ),
      );
      return { items: answer.agreementInvoiceLineItemGroupSummaries, next: answer.nextToken };
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

  /** The entitlements of this agreement, with their licenses and states; none if the account may not see them. */
  const readEntitlements = async (access: MarketplaceAccess, agreementId: string) => {
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
    return found ?? [];
  };

  const sendCancellation = async (
    access: MarketplaceAccess,
    { agreementId, clientToken: token, reasonCode, reasonDescription }: CancellationSend,
  ) => {
    const command = new SendAgreementCancellationRequestCommand({
      agreementId,
      clientToken: token,
      reasonCode: reasonCode as AgreementCancellationRequestReasonCode,
      ...(reasonDescription === null ? {} : { description: reasonDescription }),
    });
    return (
      await send('SendAgreementCancellationRequest', answers.cancellationRequest, () =>
        clients.of(access).agreement.send(command),
      )
    ).answer;
  };

  const readCancellation = async (
    access: MarketplaceAccess,
    { agreementId, externalId }: { agreementId: string; externalId: string },
  ) =>
    (
      await send('GetAgreementCancellationRequest', answers.cancellationRequest, () =>
        clients.of(access).agreement.send(
          new GetAgreementCancellationRequestCommand({
            agreementId,
            agreementCancellationRequestId: externalId,
          }),
        ),
      )
    ).answer;

  const cancelCancellation = async (
    access: MarketplaceAccess,
    { agreementId, externalId, reason }: { agreementId: string; externalId: string; reason: string },
  ) =>
    (
      await send('CancelAgreementCancellationRequest', answers.cancellationRequest, () =>
        clients.of(access).agreement.send(
          new CancelAgreementCancellationRequestCommand({
            agreementId,
            agreementCancellationRequestId: externalId,
            cancellationReason: reason,
          }),
        ),
      )
    ).answer;

  const listCancellations = (
    access: MarketplaceAccess,
    filter: { agreementId?: string; status?: AgreementCancellationRequestStatus },
  ) =>
    everyPage(async (nextToken) => {
      const { answer } = await send('ListAgreementCancellationRequests', answers.listedCancellationRequests, () =>
        clients.of(access).agreement.send(
          new ListAgreementCancellationRequestsCommand({
            partyType: 'Proposer',
            catalog: Catalog,
            agreementType: 'PurchaseAgreement',
            maxResults: pageSize,
            nextToken,
            ...filter,
          }),
        ),
      );
      return { items: answer.items, next: answer.nextToken };
    });

  /** Checks the credentials with the cheapest list call. */
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
    listChangedOffers,
    listChangedAuthorizations,
    describePublicOffers,
    listRenewalOffers,
    findChangeSet,
    resolveCustomer,
    listOneProduct,
    searchAgreements,
    listInvoices,
    describeAgreement,
    readTerms,
    readEntitlements,
    sendCancellation,
    readCancellation,
    cancelCancellation,
    listCancellations,
    batchMeterUsage,
  };
};

export type AwsCalls = ReturnType<typeof createAwsCalls>;
