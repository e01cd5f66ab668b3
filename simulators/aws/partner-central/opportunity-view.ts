import type { Json } from '../state.ts';
import { partnerArn } from './arns.ts';
import { isoTime, without } from './call.ts';
import type { AwsSide, NextStep, Opportunity } from './rows.ts';

const historyView = (steps: NextStep[]): Json[] => steps.map(({ Value, at }) => ({ Value, Time: isoTime(at) }));

const arnOf = ({ accountId, catalog, id }: Opportunity): string => partnerArn(accountId, catalog, 'opportunity', id);

const lifeCycleView = (opportunity: Opportunity): Json =>
  without({
    ...opportunity.record.LifeCycle,
    ReviewStatus: opportunity.reviewStatus,
    ReviewComments: opportunity.reviewComments,
    ReviewStatusReason: opportunity.reviewStatusReason,
  });

/** GetOpportunity. Lists of related entities are present only if they have members. */
export const opportunityView = (opportunity: Opportunity): Json => {
  const { record, nextStepsHistory, related } = opportunity;
  return without({
    ...record,
    Catalog: opportunity.catalog,
    Id: opportunity.id,
    Arn: arnOf(opportunity),
    CreatedDate: isoTime(opportunity.createdAt),
    LastModifiedDate: isoTime(opportunity.modifiedAt),
    LifeCycle: {
      ...lifeCycleView(opportunity),
      ...(nextStepsHistory.length === 0 ? {} : { NextStepsHistory: historyView(nextStepsHistory) }),
    },
    RelatedEntityIdentifiers: Object.fromEntries(Object.entries(related).filter(([, ids]) => ids.length > 0)),
    OpportunityTeam: opportunity.team.length === 0 ? null : opportunity.team,
  });
};

/** An item of ListOpportunities: without contacts, related entities and most of the project. */
export const opportunitySummary = (opportunity: Opportunity): Json => {
  const { record } = opportunity;
  const { CompanyName, Industry, OtherIndustry, WebsiteUrl, Address } = record.Customer?.Account ?? {};
  const { DeliveryModels, ExpectedCustomerSpend, ExpectedContractDuration } = record.Project ?? {};
  const { StreetAddress: _, ...address } = Address ?? {};
  return without({
    Catalog: opportunity.catalog,
    Id: opportunity.id,
    Arn: arnOf(opportunity),
    PartnerOpportunityIdentifier: record.PartnerOpportunityIdentifier,
    OpportunityType: record.OpportunityType,
    LastModifiedDate: isoTime(opportunity.modifiedAt),
    CreatedDate: isoTime(opportunity.createdAt),
    LifeCycle: lifeCycleView(opportunity),
    Customer:
      CompanyName === undefined
        ? null
        : {
            Account: without({
              CompanyName,
              Industry,
              OtherIndustry,
              WebsiteUrl,
              Address: Address === undefined ? null : address,
            }),
          },
    Project:
      record.Project === undefined
        ? null
        : without({ DeliveryModels, ExpectedCustomerSpend, ExpectedContractDuration }),
  });
};

const insightsView = (aws: AwsSide): Json =>
  without({
    EngagementScore: aws.engagementScore,
    NextBestActions: aws.nextBestActions,
    OpportunityQuality: aws.score === null ? null : without({ Score: aws.score, Trend: aws.trend }),
  });

/** GetAwsOpportunitySummary: the opportunity as AWS tracks it. */
export const awsSummaryView = (opportunity: Opportunity, aws: AwsSide): Json => {
  const { record, related } = opportunity;
  const { Solutions, AwsProducts, AwsMarketplaceSolutions, AwsMarketplaceProducts } = related;
  const shared = { Solutions, AwsProducts, AwsMarketplaceSolutions, AwsMarketplaceProducts };
  return without({
    Catalog: opportunity.catalog,
    RelatedOpportunityId: opportunity.id,
    Origin: opportunity.origin,
    InvolvementType: aws.involvementType,
    Visibility: aws.visibility,
    InvolvementTypeChangeReason: aws.changeReason,
    CosellMotion: aws.cosellMotion,
    LifeCycle: without({
      Stage: aws.stage,
      TargetCloseDate: aws.targetCloseDate,
      ClosedLostReason: aws.closedLostReason,
      NextSteps: aws.nextSteps,
      NextStepsHistory: aws.nextStepsHistory.length === 0 ? null : historyView(aws.nextStepsHistory),
    }),
    OpportunityTeam: aws.team,
    Insights: insightsView(aws),
    RelatedEntityIds: Object.fromEntries(Object.entries(shared).filter(([, ids]) => ids.length > 0)),
    Customer: { Contacts: record.Customer?.Contacts ?? [] },
    Project: without({
      ExpectedCustomerSpend: record.Project?.ExpectedCustomerSpend,
      AwsPartition: record.Project?.AwsPartition,
    }),
  });
};
