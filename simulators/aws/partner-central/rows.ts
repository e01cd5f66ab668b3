import type { Json } from '../json.ts';

/** Times are epoch milliseconds of business time. Every row belongs to one catalog. */

export type Catalog = 'AWS' | 'Sandbox';

export type ReviewStatus =
  | 'Pending Submission'
  | 'Submitted'
  | 'In review'
  | 'Action Required'
  | 'Approved'
  | 'Rejected';

export type Contact = {
  Email?: string;
  FirstName?: string;
  LastName?: string;
  BusinessTitle?: string;
  Phone?: string;
};

export type Spend = {
  Amount?: string;
  CurrencyCode: string;
  Frequency: string;
  TargetCompany: string;
  EstimationUrl?: string;
};

/** A partner's data of an opportunity, in wire format; null members are absent. */
export type OpportunityRecord = {
  PrimaryNeedsFromAws?: string[];
  NationalSecurity?: string;
  PartnerOpportunityIdentifier?: string;
  Customer?: {
    Account?: {
      CompanyName: string;
      Industry?: string;
      OtherIndustry?: string;
      WebsiteUrl?: string;
      AwsAccountId?: string;
      Duns?: string;
      Address?: {
        City?: string;
        PostalCode?: string;
        StateOrRegion?: string;
        CountryCode?: string;
        StreetAddress?: string;
      };
    };
    Contacts?: Contact[];
  };
  Project?: {
    DeliveryModels?: string[];
    ExpectedCustomerSpend?: Spend[];
    ExpectedContractDuration?: { Term: string; Value: string };
    Title?: string;
    ApnPrograms?: string[];
    CustomerBusinessProblem?: string;
    CustomerUseCase?: string;
    RelatedOpportunityIdentifier?: string;
    SalesActivities?: string[];
    CompetitorName?: string;
    OtherCompetitorNames?: string;
    OtherSolutionDescription?: string;
    AdditionalComments?: string;
    AwsPartition?: string;
  };
  OpportunityType?: string;
  Marketing?: {
    CampaignName?: string;
    Source?: string;
    UseCases?: string[];
    Channels?: string[];
    AwsFundingUsed?: string;
  };
  SoftwareRevenue?: {
    DeliveryModel?: string;
    Value?: { Amount: string; CurrencyCode: string };
    EffectiveDate?: string;
    ExpirationDate?: string;
  };
  LifeCycle?: { Stage?: string; ClosedLostReason?: string; NextSteps?: string; TargetCloseDate?: string };
};

export type RelatedEntityType =
  | 'Solutions'
  | 'AwsProducts'
  | 'AwsMarketplaceOffers'
  | 'AwsMarketplaceOfferSets'
  | 'AwsMarketplaceSolutions'
  | 'AwsMarketplaceProducts';

export type NextStep = { Value: string; at: number };

export type AwsTeamMember = { Email: string; FirstName: string; LastName: string; BusinessTitle: string };

/** The opportunity as AWS tracks it, which a partner can only read. It begins with the submission. */
export type AwsSide = {
  involvementType: string;
  visibility: string;
  changeReason: string | null;
  stage: string;
  targetCloseDate: string | null;
  closedLostReason: string | null;
  nextSteps: string | null;
  nextStepsHistory: NextStep[];
  team: AwsTeamMember[];
  /** 0 to 100; null before AWS has scored the opportunity. */
  score: number | null;
  trend: string | null;
  engagementScore: string | null;
  nextBestActions: string | null;
  cosellMotion: string | null;
};

export type Opportunity = {
  id: string;
  accountId: string;
  catalog: Catalog;
  origin: 'Partner Referral' | 'AWS Referral';
  createdAt: number;
  /** Increases with every change, so that it identifies the version. */
  modifiedAt: number;
  record: OpportunityRecord;
  reviewStatus: ReviewStatus;
  reviewComments: string | null;
  reviewStatusReason: string | null;
  nextStepsHistory: NextStep[];
  team: Contact[];
  /** The member of the team to whom AssignOpportunity gave it. */
  ownerEmail: string | null;
  related: Record<RelatedEntityType, string[]>;
  engagementId: string | null;
  /** Through which AWS or the partner was invited to the engagement. */
  invitationId: string | null;
  snapshotJobId: string | null;
  aws: AwsSide | null;
};

/** `accountId` is `aws` for AWS itself. */
export type EngagementMember = { accountId: string; companyName: string; websiteUrl: string | null };

export type Engagement = {
  id: string;
  catalog: Catalog;
  title: string;
  description: string;
  createdAt: number;
  createdBy: string;
  modifiedAt: number;
  modifiedBy: string;
  members: EngagementMember[];
  /** EngagementContextDetails. */
  contexts: Json[];
};

export type EngagementInvitation = {
  id: string;
  catalog: Catalog;
  engagementId: string;
  senderAccountId: string;
  senderCompanyName: string;
  receiverAccountId: string;
  status: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED';
  createdAt: number;
  expiresAt: number;
  message: string;
  rejectionReason: string | null;
  payloadType: 'OpportunityInvitation' | 'LeadInvitation';
  /** The data that the receiver sees before it decides; null if the opportunity lacks something that an invitation must show. */
  payload: Json | null;
  /** The id and record of the opportunity that the receiver gets by accepting; null for AWS as receiver, and for a lead. */
  opportunity: { id: string; record: OpportunityRecord } | null;
};

export type PartnerTask = {
  id: string;
  kind: 'engagement-from-opportunity' | 'engagement-by-accepting-invitation';
  accountId: string;
  catalog: Catalog;
  startedAt: number;
  status: 'IN_PROGRESS' | 'COMPLETE' | 'FAILED';
  message: string | null;
  reasonCode: string | null;
  opportunityId: string | null;
  invitationId: string | null;
  engagementId: string | null;
  snapshotJobId: string | null;
  submission: Submission | null;
};

export type Submission = { InvolvementType: string; Visibility?: string };

export type Solution = {
  id: string;
  accountId: string;
  catalog: Catalog;
  name: string;
  category: string;
  status: 'Active' | 'Inactive' | 'Draft';
  createdAt: number;
  marketplaceSolutionArn: string | null;
};

/** Two accounts that have agreed to work together; either sees the other as participant. */
export type Connection = {
  id: string;
  catalog: Catalog;
  accountId: string;
  otherAccountId: string;
  /** The other participant's name; it may have no account in this simulator. */
  otherName: string;
  types: { type: 'OPPORTUNITY_COLLABORATION' | 'SUBSIDIARY'; createdAt: number; canceledAt: number | null }[];
  modifiedAt: number;
};

export type ConnectionInvitation = {
  id: string;
  catalog: Catalog;
  accountId: string;
  otherAccountId: string;
  participantType: 'SENDER' | 'RECEIVER';
  type: 'OPPORTUNITY_COLLABORATION' | 'SUBSIDIARY';
  status: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'CANCELED';
  message: string;
  inviterName: string;
  inviterEmail: string;
  createdAt: number;
  modifiedAt: number;
  expiresAt: number;
};

/** Traits of a partner on which rules depend; the id is the account's. */
export type PartnerTraits = { id: string; path: 'Software' | 'Services'; saasRevenueRecognition: boolean };

/** The id is `<account>/<catalog>`. */
export type SellingSettings = { id: string; snapshotJobRoleArn: string };
