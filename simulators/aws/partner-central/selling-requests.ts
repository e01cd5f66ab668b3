import {
  anyText,
  listOf,
  type Members,
  matching,
  object,
  oneOf,
  type Shape,
  textOf,
  time,
  union,
  whole,
} from './shape.ts';
import * as values from './values.ts';

/**
 * The requests of the Selling service that are simulated, with the constraints of its model (partnercentral-selling,
 * 2022-07-26). A check of the exchanges holds this table to the published model.
 */

const catalog = matching('[a-zA-Z]+');
const clientToken = matching('.{1,255}');
const opportunityId = matching('O[0-9]{1,19}');
const solutionId = matching('S-[0-9]{1,19}');
const engagementId = matching('eng-[0-9a-z]{14}');
const engagementRef = matching('(arn:.*|eng-[0-9a-z]{14})');
const invitationRef = matching('(?=.{1,255}$)(arn:.*|engi-[0-9a-z]{13})');
const taskRef = matching('(arn:.*|task-[0-9a-z]{13})');
const awsAccount = matching('([0-9]{12}|\\w{1,12})');
const date = matching('[1-9][0-9]{3}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])');
const email = matching(
  "(?=.{0,80}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?",
);
const phone = matching('\\+[1-9]\\d{1,14}');
const money = matching('(0|([1-9][0-9]{0,30}))(\\.[0-9]{0,2})?');
const tagText = '([\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*)';
const tagKey = matching(`(?=.{1,128}$)${tagText}`);
const tags = listOf(object({ Key: tagKey, Value: matching(`(?=.{0,256}$)${tagText}`) }), 1, 200);
const taggable = matching(
  '(?=.{1,1000}$)arn:[\\w+=/,.@-]+:partnercentral:[\\w+=/,.@-]*:[0-9]{12}:catalog/([a-zA-Z]+)/[\\w+=,.@-]+(/[\\w+=,.@-]+)*',
);
const sortedBy = (...names: string[]): Shape =>
  object({ SortOrder: oneOf(['ASCENDING', 'DESCENDING']), SortBy: oneOf(names) });

const contact = object(
  {},
  { Email: email, FirstName: textOf(0, 80), LastName: textOf(0, 80), BusinessTitle: textOf(0, 80), Phone: phone },
);
const address = object(
  {},
  {
    City: textOf(0, 255),
    PostalCode: textOf(0, 20),
    StateOrRegion: anyText,
    CountryCode: oneOf(values.countryCodes),
    StreetAddress: textOf(0, 255),
  },
);
const customer = object(
  {},
  {
    Account: object(
      { CompanyName: textOf(0, 120) },
      {
        Industry: oneOf(values.industries),
        OtherIndustry: textOf(0, 255),
        WebsiteUrl: textOf(4, 255),
        AwsAccountId: awsAccount,
        Address: address,
        Duns: matching('[0-9]{9}'),
      },
    ),
    Contacts: listOf(contact),
  },
);
const expectedSpend = listOf(
  object(
    { CurrencyCode: oneOf(values.currencyCodes), Frequency: oneOf(['Monthly']), TargetCompany: textOf(1, 80) },
    {
      Amount: matching('((0|([1-9][0-9]{0,30}))(\\.[0-9]{0,2})?)?'),
      EstimationUrl: matching(
        'https://(calculator\\.aws|pricing\\.calculator\\.aws\\.eu)/#/estimate\\?id=[a-f0-9]{32,64}',
      ),
    },
  ),
  0,
  10,
);
const project = object(
  {},
  {
    DeliveryModels: listOf(oneOf(values.deliveryModels)),
    ExpectedCustomerSpend: expectedSpend,
    ExpectedContractDuration: object({ Term: oneOf(['Months']), Value: anyText }),
    Title: textOf(0, 255),
    ApnPrograms: listOf(anyText),
    CustomerBusinessProblem: textOf(20, 2000),
    CustomerUseCase: anyText,
    RelatedOpportunityIdentifier: opportunityId,
    SalesActivities: listOf(oneOf(values.salesActivities)),
    CompetitorName: oneOf(values.competitors),
    OtherCompetitorNames: textOf(0, 255),
    OtherSolutionDescription: textOf(0, 255),
    AdditionalComments: textOf(1, 255),
    AwsPartition: oneOf(['aws-eusc']),
  },
);
const lifeCycle = object(
  {},
  {
    Stage: oneOf(values.stages),
    ClosedLostReason: oneOf(values.closedLostReasons),
    NextSteps: textOf(0, 255),
    TargetCloseDate: date,
    ReviewStatus: oneOf(values.reviewStatuses),
    ReviewComments: anyText,
    ReviewStatusReason: anyText,
    NextStepsHistory: listOf(object({ Value: anyText, Time: time }), 0, 50),
  },
);
/** A partner's data of an opportunity: UpdateOpportunity replaces all of it. */
const record: Members = {
  PrimaryNeedsFromAws: listOf(oneOf(values.primaryNeeds)),
  NationalSecurity: oneOf(['Yes', 'No']),
  PartnerOpportunityIdentifier: textOf(0, 64),
  Customer: customer,
  Project: project,
  OpportunityType: oneOf(values.opportunityTypes),
  Marketing: object(
    {},
    {
      CampaignName: anyText,
      Source: oneOf(values.marketingSources),
      UseCases: listOf(anyText),
      Channels: listOf(oneOf(values.channels)),
      AwsFundingUsed: oneOf(['Yes', 'No']),
    },
  ),
  SoftwareRevenue: object(
    {},
    {
      DeliveryModel: oneOf(values.revenueModels),
      Value: object({ Amount: money, CurrencyCode: oneOf(values.currencyCodes) }),
      EffectiveDate: date,
      ExpirationDate: date,
    },
  ),
  LifeCycle: lifeCycle,
};
export const recordNames = Object.keys(record);
export const recordShape = object({}, record);

const submission = {
  required: { InvolvementType: oneOf(values.involvementTypes) },
  optional: { Visibility: oneOf(values.visibilities) },
};
const relation = {
  Catalog: catalog,
  OpportunityIdentifier: opportunityId,
  RelatedEntityType: oneOf(values.relatedEntityTypes),
  RelatedEntityIdentifier: textOf(1, 255),
};
const taskList: Members = {
  MaxResults: whole(1, 1000),
  NextToken: textOf(1, 2048),
  Sort: sortedBy('StartTime'),
  TaskStatus: listOf(oneOf(values.taskStatuses), 1, 3),
  TaskIdentifier: listOf(taskRef, 1, 10),
  OpportunityIdentifier: listOf(opportunityId, 1, 10),
};
const page: Members = { MaxResults: whole(1, 100), NextToken: anyText };
const companyName = textOf(1, 120);

/**
 * The model's pattern of a website, `((http|https)://)??(www[.])??([a-zA-Z0-9]|-)+?([.][a-zA-Z0-9(-|/|=|?)??]+?)+?`, takes
 * exponential time; this one accepts the same texts, since `(-|` is a range that has the dot and all letters.
 */
export const websitePattern = '(?=.{4,255}$)(https?://)?(www[.])?[a-zA-Z0-9-]+[.][(-|]+';

const invitedCustomer = object({
  Industry: oneOf(values.industries),
  CompanyName: companyName,
  WebsiteUrl: matching(websitePattern),
  CountryCode: oneOf(values.countryCodes),
});
const opportunityInvitation = object(
  {
    ReceiverResponsibilities: listOf(oneOf(values.receiverResponsibilities)),
    Customer: invitedCustomer,
    Project: object({
      BusinessProblem: textOf(20, 2000),
      Title: textOf(1, 255),
      TargetCompletionDate: date,
      ExpectedCustomerSpend: expectedSpend,
    }),
  },
  {
    SenderContacts: listOf(
      object(
        { Email: matching("(?=.{1,80}$)[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]+@[a-zA-Z0-9-]+(?:.[a-zA-Z0-9-]+)*") },
        { FirstName: textOf(0, 80), LastName: textOf(0, 80), BusinessTitle: textOf(0, 80), Phone: phone },
      ),
      1,
      3,
    ),
  },
);
const anyTextTo255 = textOf(0, 255);
const leadInvitation = object({
  Customer: object(
    { CompanyName: companyName },
    {
      Industry: anyTextTo255,
      WebsiteUrl: anyTextTo255,
      CountryCode: textOf(0, 10),
      AwsMaturity: anyTextTo255,
      MarketSegment: anyTextTo255,
    },
  ),
  Interaction: object(
    { ContactBusinessTitle: textOf(0, 80) },
    { SourceType: anyTextTo255, SourceId: anyTextTo255, SourceName: anyTextTo255, Usecase: anyTextTo255 },
  ),
});
const identified = (identifier: Shape): Shape => object({ Catalog: catalog, Identifier: identifier });
const related = object(relation);

/** The request of each simulated operation. */
export const sellingRequests = {
  CreateOpportunity: object(
    { Catalog: catalog, ClientToken: clientToken },
    { ...record, Origin: oneOf(values.origins), OpportunityTeam: listOf(contact, 0, 10), Tags: tags },
  ),
  GetOpportunity: identified(opportunityId),
  UpdateOpportunity: object({ Catalog: catalog, LastModifiedDate: time, Identifier: opportunityId }, record),
  ListOpportunities: object(
    { Catalog: catalog },
    {
      ...page,
      Sort: sortedBy('LastModifiedDate', 'Identifier', 'CustomerCompanyName', 'CreatedDate', 'TargetCloseDate'),
      LastModifiedDate: object({}, { AfterLastModifiedDate: time, BeforeLastModifiedDate: time }),
      Identifier: listOf(opportunityId, 0, 20),
      LifeCycleStage: listOf(oneOf(values.stages), 0, 10),
      LifeCycleReviewStatus: listOf(oneOf(values.reviewStatuses), 0, 10),
      CustomerCompanyName: listOf(anyText, 0, 10),
      CreatedDate: object({}, { AfterCreatedDate: time, BeforeCreatedDate: time }),
      TargetCloseDate: object({}, { AfterTargetCloseDate: date, BeforeTargetCloseDate: date }),
    },
  ),
  AssociateOpportunity: related,
  DisassociateOpportunity: related,
  AssignOpportunity: object({
    Catalog: catalog,
    Identifier: opportunityId,
    Assignee: object(
      { Email: email, FirstName: textOf(0, 80), LastName: textOf(0, 80), BusinessTitle: textOf(0, 80) },
      { Phone: phone },
    ),
  }),
  SubmitOpportunity: object(
    { Catalog: catalog, Identifier: opportunityId, ...submission.required },
    submission.optional,
  ),
  GetAwsOpportunitySummary: object({ Catalog: catalog, RelatedOpportunityIdentifier: opportunityId }),
  StartEngagementFromOpportunityTask: object(
    {
      Catalog: catalog,
      ClientToken: clientToken,
      Identifier: opportunityId,
      AwsSubmission: object(submission.required, submission.optional),
    },
    { Tags: tags },
  ),
  ListEngagementFromOpportunityTasks: object(
    { Catalog: catalog },
    { ...taskList, EngagementIdentifier: listOf(engagementRef, 1, 10) },
  ),
  StartEngagementByAcceptingInvitationTask: object(
    { Catalog: catalog, ClientToken: clientToken, Identifier: invitationRef },
    { Tags: tags },
  ),
  ListEngagementByAcceptingInvitationTasks: object(
    { Catalog: catalog },
    { ...taskList, EngagementInvitationIdentifier: listOf(invitationRef, 1, 10) },
  ),
  ListEngagementInvitations: object(
    { Catalog: catalog, ParticipantType: oneOf(['SENDER', 'RECEIVER']) },
    {
      ...page,
      Sort: sortedBy('InvitationDate'),
      PayloadType: listOf(oneOf(values.payloadTypes)),
      Status: listOf(oneOf(values.invitationStatuses), 1, 10),
      EngagementIdentifier: listOf(engagementRef, 1, 10),
      SenderAwsAccountId: listOf(awsAccount, 1, 10),
    },
  ),
  GetEngagementInvitation: identified(invitationRef),
  AcceptEngagementInvitation: identified(invitationRef),
  RejectEngagementInvitation: object(
    { Catalog: catalog, Identifier: invitationRef },
    { RejectionReason: matching('[\\u0020-\\u007E\\u00A0-\\uD7FF\\uE000-\\uFFFD]{1,80}') },
  ),
  CreateEngagementInvitation: object({
    Catalog: catalog,
    ClientToken: clientToken,
    EngagementIdentifier: engagementId,
    Invitation: object({
      Message: textOf(1, 255),
      Receiver: union({ Account: object({ AwsAccountId: awsAccount }, { Alias: textOf(0, 80) }) }),
      Payload: union({ OpportunityInvitation: opportunityInvitation, LeadInvitation: leadInvitation }),
    }),
  }),
  GetEngagement: identified(engagementRef),
  ListEngagements: object(
    { Catalog: catalog },
    {
      ...page,
      CreatedBy: listOf(awsAccount, 1, 10),
      ExcludeCreatedBy: listOf(awsAccount, 1, 10),
      ContextTypes: listOf(oneOf(values.contextTypes), 0, 5),
      ExcludeContextTypes: listOf(oneOf(values.contextTypes), 0, 5),
      Sort: sortedBy('CreatedDate'),
      EngagementIdentifier: listOf(engagementRef, 1, 10),
    },
  ),
  ListEngagementMembers: object(
    { Catalog: catalog, Identifier: engagementRef },
    { MaxResults: whole(1, 10), NextToken: anyText },
  ),
  ListSolutions: object(
    { Catalog: catalog },
    {
      ...page,
      Sort: sortedBy('Identifier', 'Name', 'Status', 'Category', 'CreatedDate'),
      Status: listOf(oneOf(values.solutionStatuses), 0, 10),
      Identifier: listOf(solutionId, 0, 20),
      Category: listOf(anyText, 0, 10),
      AwsMarketplaceSolutionArn: listOf(matching('arn:.*', 4, 2048), 0, 10),
    },
  ),
  GetSellingSystemSettings: object({ Catalog: catalog }),
  PutSellingSystemSettings: object(
    { Catalog: catalog },
    {
      ResourceSnapshotJobRoleIdentifier: matching(
        '(?=.{0,2048}$)(arn:aws:iam::\\d{12}:role/([-+=,.@_a-zA-Z0-9]+/)*)?[-+=,.@_a-zA-Z0-9]{1,64}',
      ),
    },
  ),
  ListTagsForResource: object({ ResourceArn: taggable }),
  TagResource: object({ ResourceArn: taggable, Tags: tags }),
  UntagResource: object({ ResourceArn: taggable, TagKeys: listOf(tagKey, 1, 50) }),
} satisfies Record<string, Shape>;
