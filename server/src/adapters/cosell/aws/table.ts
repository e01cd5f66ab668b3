import {
  AwsFundingUsed,
  AwsPartition,
  Channel,
  CompetitorName,
  CountryCode,
  CurrencyCode,
  DeliveryModel,
  ExpectedContractDurationTerm,
  Industry,
  MarketingSource,
  NationalSecurity,
  OpportunityOrigin,
  OpportunityType,
  PaymentFrequency,
  PrimaryNeedFromAws,
  RelatedEntityType,
  RevenueModel,
  ReviewStatus,
  SalesActivity,
  Stage,
} from '@aws-sdk/client-partnercentral-selling/dist-es/models/enums.js';
import { isMailAddress } from '../../../kit/mail-address.ts';
import { type Condition, type Form, type MemberRule, pattern } from '../check-document.ts';
import { lostReasons } from './words.ts';

// CreateOpportunity as data. Sizes, patterns and lists: the model of the Selling API (2022-07-26). What must be given,
// and when: the field table that AWS publishes for integrations (partner-crm-integration-samples,
// Opportunity-Fields.csv). Lists that the model only tells in its text stand at the end.

const words = (what: string, list: Readonly<Record<string, string>>) => ({ what, list: Object.values(list) });

const isSecret: Condition = { path: 'NationalSecurity', is: [NationalSecurity.YES] };
const isOtherIndustry: Condition = { path: 'Customer.Account.Industry', is: [Industry.OTHER] };
const isInUnitedStates: Condition = { path: 'Customer.Account.Address.CountryCode', is: [CountryCode.US] };
const isLost: Condition = { path: 'LifeCycle.Stage', is: [Stage.CLOSED_LOST] };
const isFromMarketing: Condition = { path: 'Marketing.Source', is: [MarketingSource.MARKETING_ACTIVITY] };
const hasOtherCompetitor: Condition = { path: 'Project.CompetitorName', is: [CompetitorName.OTHER] };
const isRenewal: Condition = { path: 'OpportunityType', is: [OpportunityType.FLAT_RENEWAL] };

/** At most 18 digits before the point: what this service can hold (AWS allows 31). */
const money = pattern(/^(0|[1-9]\d{0,17})(\.\d{0,2})?$/, 'an amount such as 12500.00, with at most 2 decimals');
const phone = pattern(/^\+[1-9]\d{1,14}$/, 'a phone number with + and its country, such as +14155550123');
const mail = {
  say: 'a mail address in small letters, of at most 80 characters',
  fits: (text: string): boolean => text.length <= 80 && text === text.toLowerCase() && isMailAddress(text),
};
const website = pattern(/^\S[^\s.]*\.\S+$/, 'a web address such as https://example.com');
const estimate = pattern(
  /^https:\/\/(calculator\.aws|pricing\.calculator\.aws\.eu)\/#\/estimate\?id=[a-f0-9]{32,64}$/,
  'the public address of an estimate of the AWS Pricing Calculator',
);
const months = pattern(/^(?:[1-9]\d?|1[0-3]\d|14[0-4])$/, 'a number of months from 1 to 144, as a text');

const contact = (path: string): MemberRule[] => [
  { path: `${path}[].Email`, kind: 'text', form: mail },
  { path: `${path}[].FirstName`, kind: 'text', max: 80 },
  { path: `${path}[].LastName`, kind: 'text', max: 80 },
  { path: `${path}[].BusinessTitle`, kind: 'text', max: 80 },
  { path: `${path}[].Phone`, kind: 'text', form: phone },
];

/** Only AWS writes these, or our connection decides them. They may be in a document, and are never sent from it. */
export const partnerOnly: readonly string[] = [
  ...['Id', 'Arn', 'Catalog', 'ClientToken', 'CreatedDate', 'LastModifiedDate'],
  ...['LifeCycle.ReviewStatus', 'LifeCycle.ReviewComments', 'LifeCycle.ReviewStatusReason'],
  'LifeCycle.NextStepsHistory',
];

/** What an opportunity is associated with: calls of its own add and remove it. */
export const relatedMember = 'RelatedEntityIdentifiers';

const entityArn = (entity: string, id: string): Form =>
  pattern(
    new RegExp(`^arn:aws:aws-marketplace:[a-z]{2}-[a-z]+-\\d:\\d{12}:AWSMarketplace/${entity}/${id}$`),
    `the ARN of AWS Marketplace, such as arn:aws:aws-marketplace:us-east-1:123456789012:AWSMarketplace/${entity}/…`,
  );
const anyArn = pattern(/^arn:\S{1,2000}$/, 'an ARN');

/** Their forms, and how many of each AWS takes ("Association quotas per opportunity"). Offer sets have no quota: ours is wide. */
const relatedKinds: Readonly<Record<RelatedEntityType, { max: number; form: Form }>> = {
  [RelatedEntityType.SOLUTIONS]: { max: 10, form: pattern(/^S-\d{1,19}$/, 'the id of a solution, S- and digits') },
  [RelatedEntityType.AWS_PRODUCTS]: { max: 20, form: pattern(/^\S(.{0,253}\S)?$/, 'the code of a product of AWS') },
  [RelatedEntityType.AWS_MARKETPLACE_OFFERS]: { max: 1, form: entityArn('Offer', '[\\w-]{1,255}') },
  [RelatedEntityType.AWS_MARKETPLACE_OFFER_SETS]: { max: 50, form: entityArn('OfferSet', 'offerset-[\\w-]{1,246}') },
  [RelatedEntityType.AWS_MARKETPLACE_SOLUTIONS]: { max: 10, form: anyArn },
  [RelatedEntityType.AWS_MARKETPLACE_PRODUCTS]: { max: 10, form: anyArn },
};

export const relatedTypes = Object.keys(relatedKinds) as RelatedEntityType[];

/** What is sold ("Creating an Opportunity"): AWS wants one of these, or a description. */
export const soldTypes: readonly RelatedEntityType[] = [
  ...[RelatedEntityType.SOLUTIONS, RelatedEntityType.AWS_MARKETPLACE_SOLUTIONS],
  RelatedEntityType.AWS_MARKETPLACE_PRODUCTS,
];

/** UpdateOpportunity has no such members. */
export const onlyAtCreation: readonly string[] = ['Origin', 'OpportunityTeam', 'Tags'];

/** "Only the following fields are editable when the Lifecycle.ReviewStatus is Action Required" (LifeCycle.ReviewStatus). */
export const freeInActionRequired: readonly string[] = [
  'Customer.Account.Address',
  'Customer.Account.WebsiteUrl',
  'LifeCycle.TargetCloseDate',
  'Project.ExpectedCustomerSpend',
  'Project.CustomerBusinessProblem',
  'PartnerOpportunityIdentifier',
];

/**
 * The field table's "Updates up until Launched/Lost" says No. The developer guide also names
 * PartnerOpportunityIdentifier, which the field table allows: AWS decides.
 */
export const fixedOnceApproved: readonly string[] = [
  'NationalSecurity',
  ...['CompanyName', 'WebsiteUrl', 'Industry', 'OtherIndustry'].map((name) => `Customer.Account.${name}`),
  ...['CountryCode', 'PostalCode', 'StateOrRegion'].map((name) => `Customer.Account.Address.${name}`),
  'Project.Title',
  'Project.CustomerBusinessProblem',
];

/** The field table's "Update - After Launched" says Yes. */
export const freeOnceLaunched: readonly string[] = [
  'SoftwareRevenue',
  'Project.DeliveryModels',
  'Project.AdditionalComments',
];

/** Values of `Frequency` of an expected spend: AWS's text also names None, for a single amount, which its model lacks. */
const frequencies: readonly string[] = [...Object.values(PaymentFrequency), 'None'];

/** Valid values of StateOrRegion, of the model's text. */
const states = [
  ...[
    'Alabama',
    'Alaska',
    'American Samoa',
    'Arizona',
    'Arkansas',
    'California',
    'Colorado',
    'Connecticut',
    'Delaware',
  ],
  ...['Dist. of Columbia', 'Federated States of Micronesia', 'Florida', 'Georgia', 'Guam', 'Hawaii', 'Idaho'],
  ...['Illinois', 'Indiana', 'Iowa', 'Kansas', 'Kentucky', 'Louisiana', 'Maine', 'Marshall Islands', 'Maryland'],
  ...['Massachusetts', 'Michigan', 'Minnesota', 'Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada'],
  ...['New Hampshire', 'New Jersey', 'New Mexico', 'New York', 'North Carolina', 'North Dakota'],
  ...['Northern Mariana Islands', 'Ohio', 'Oklahoma', 'Oregon', 'Palau', 'Pennsylvania', 'Puerto Rico'],
  ...['Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah', 'Vermont', 'Virginia'],
  ...['Virgin Islands', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'APO/AE', 'AFO/FPO', 'FPO, AP'],
];

/** Valid values of CustomerUseCase, of the model's text; the field table writes some with spaces around the slash. */
const useCases = [
  ...['AI Machine Learning and Analytics', 'Archiving', 'Blockchain', 'Business Applications: Mainframe Modernization'],
  ...['Big Data: Data Warehouse/Data Integration/ETL/Data Lake/BI', 'Business Applications & Contact Center'],
  ...['Business Applications & SAP Production', 'Centralized Operations Management', 'Cloud Management Tools'],
  'Cloud Management Tools & DevOps with Continuous Integration & Continuous Delivery (CICD)',
  ...['Configuration, Compliance & Auditing', 'Connected Services', 'Containers & Serverless'],
  ...['Content Delivery & Edge Services', 'Database', 'Edge Computing/End User Computing', 'Energy'],
  ...['Enterprise Governance & Controls', 'Enterprise Resource Planning', 'Financial Services'],
  ...['Healthcare and Life Sciences', 'High Performance Computing', 'Hybrid Application Platform'],
  ...['Industrial Software', 'IOT', 'Manufacturing, Supply Chain and Operations'],
  ...['Media & High performance computing (HPC)', 'Migration/Database Migration'],
  ...['Monitoring, logging and performance', 'Monitoring & Observability', 'Networking', 'Outpost', 'SAP'],
  ...['Security & Compliance', 'Storage & Backup', 'Training', 'VMC', 'VMWare', 'Web development & DevOps'],
];

/** Valid values of Marketing.UseCases, of the model's text. */
const marketingUseCases = [
  ...['AI/ML', 'Analytics', 'Application Integration', 'Blockchain', 'Business Applications'],
  ...['Cloud Financial Management', 'Compute', 'Containers', 'Customer Engagement', 'Databases', 'Developer Tools'],
  ...['End User Computing', 'Front End Web & Mobile', 'Game Tech', 'IoT', 'Management & Governance'],
  ...['Media Services', 'Migration & Transfer', 'Networking & Content Delivery', 'Quantum Technologies', 'Robotics'],
  ...['Satellite', 'Security', 'Serverless', 'Storage', 'VR & AR'],
];

export const rules: readonly MemberRule[] = [
  ...partnerOnly.filter((path) => !path.includes('.')).map((path) => ({ path, kind: 'anything' as const })),
  { path: 'PrimaryNeedsFromAws', kind: 'list' },
  { path: 'PrimaryNeedsFromAws[]', kind: 'text', words: words('needs', PrimaryNeedFromAws) },
  { path: 'NationalSecurity', kind: 'text', words: words('answers', NationalSecurity) },
  { path: 'PartnerOpportunityIdentifier', kind: 'text', max: 64 },
  { path: 'OpportunityType', kind: 'text', words: words('types', OpportunityType) },
  { path: 'Origin', kind: 'text', words: words('origins', OpportunityOrigin) },

  {
    path: 'Customer.Account.CompanyName',
    kind: 'text',
    required: 'SUBMITTED',
    unless: isSecret,
    max: 120,
  },
  {
    path: 'Customer.Account.WebsiteUrl',
    kind: 'text',
    required: 'SUBMITTED',
    unless: isSecret,
    min: 4,
    max: 255,
    form: website,
  },
  { path: 'Customer.Account.Industry', kind: 'text', required: 'SUBMITTED', words: words('industries', Industry) },
  {
    path: 'Customer.Account.OtherIndustry',
    kind: 'text',
    requiredIf: isOtherIndustry,
    onlyIf: isOtherIndustry,
    max: 255,
  },
  {
    path: 'Customer.Account.AwsAccountId',
    kind: 'text',
    form: pattern(/^\d{12}$/, 'an AWS account id of 12 digits'),
  },
  { path: 'Customer.Account.Duns', kind: 'text', form: pattern(/^\d{9}$/, 'a D-U-N-S number of 9 digits') },
  {
    path: 'Customer.Account.Address.CountryCode',
    kind: 'text',
    required: 'SUBMITTED',
    words: words('country codes', CountryCode),
  },
  { path: 'Customer.Account.Address.City', kind: 'text', max: 255 },
  { path: 'Customer.Account.Address.PostalCode', kind: 'text', max: 20 },
  {
    path: 'Customer.Account.Address.StateOrRegion',
    kind: 'text',
    onlyIf: isInUnitedStates,
    words: { what: 'states', list: states },
  },
  { path: 'Customer.Account.Address.StreetAddress', kind: 'text', max: 255 },
  ...contact('Customer.Contacts'),

  { path: 'Project.Title', kind: 'text', required: 'SUBMITTED', max: 255 },
  { path: 'Project.CustomerBusinessProblem', kind: 'text', required: 'SUBMITTED', min: 20, max: 2000 },
  {
    path: 'Project.CustomerUseCase',
    kind: 'text',
    required: 'SUBMITTED',
    words: { what: 'use cases', list: useCases, loose: true },
  },
  { path: 'Project.DeliveryModels', kind: 'list', required: 'SUBMITTED' },
  { path: 'Project.DeliveryModels[]', kind: 'text', words: words('delivery models', DeliveryModel) },
  { path: 'Project.SalesActivities', kind: 'list', required: 'SUBMITTED' },
  { path: 'Project.SalesActivities[]', kind: 'text', words: words('activities', SalesActivity) },
  { path: 'Project.ExpectedCustomerSpend', kind: 'list', required: 'SUBMITTED', max: 10 },
  { path: 'Project.ExpectedCustomerSpend[].Amount', kind: 'text', required: 'WITH_ITS_OBJECT', form: money },
  {
    path: 'Project.ExpectedCustomerSpend[].CurrencyCode',
    kind: 'text',
    required: 'WITH_ITS_OBJECT',
    words: words('currencies', CurrencyCode),
  },
  {
    path: 'Project.ExpectedCustomerSpend[].Frequency',
    kind: 'text',
    required: 'WITH_ITS_OBJECT',
    words: { what: 'frequencies', list: frequencies },
  },
  { path: 'Project.ExpectedCustomerSpend[].TargetCompany', kind: 'text', required: 'WITH_ITS_OBJECT', max: 80 },
  { path: 'Project.ExpectedCustomerSpend[].EstimationUrl', kind: 'text', form: estimate },
  {
    path: 'Project.ExpectedContractDuration.Term',
    kind: 'text',
    required: 'WITH_ITS_OBJECT',
    words: words('units', ExpectedContractDurationTerm),
  },
  { path: 'Project.ExpectedContractDuration.Value', kind: 'text', required: 'WITH_ITS_OBJECT', form: months },
  { path: 'Project.ApnPrograms', kind: 'list', max: 50 },
  { path: 'Project.ApnPrograms[]', kind: 'text', max: 255 },
  {
    path: 'Project.RelatedOpportunityIdentifier',
    kind: 'text',
    requiredIf: isRenewal,
    form: pattern(/^O\d{1,19}$/, 'the id of an opportunity, O and digits'),
  },
  { path: 'Project.CompetitorName', kind: 'text', words: words('competitors', CompetitorName) },
  {
    path: 'Project.OtherCompetitorNames',
    kind: 'text',
    requiredIf: hasOtherCompetitor,
    onlyIf: hasOtherCompetitor,
    max: 255,
  },
  { path: 'Project.OtherSolutionDescription', kind: 'text', max: 255 },
  { path: 'Project.AdditionalComments', kind: 'text', max: 255 },
  { path: 'Project.AwsPartition', kind: 'text', words: words('partitions', AwsPartition) },

  { path: 'Marketing.Source', kind: 'text', required: 'SUBMITTED', words: words('sources', MarketingSource) },
  {
    path: 'Marketing.AwsFundingUsed',
    kind: 'text',
    requiredIf: isFromMarketing,
    onlyIf: isFromMarketing,
    words: words('answers', AwsFundingUsed),
  },
  { path: 'Marketing.CampaignName', kind: 'text', onlyIf: isFromMarketing, max: 255 },
  { path: 'Marketing.UseCases', kind: 'list', onlyIf: isFromMarketing, max: 50 },
  {
    path: 'Marketing.UseCases[]',
    kind: 'text',
    words: { what: 'use cases', list: marketingUseCases, loose: true },
  },
  { path: 'Marketing.Channels', kind: 'list', onlyIf: isFromMarketing, max: 50 },
  { path: 'Marketing.Channels[]', kind: 'text', words: words('channels', Channel) },

  { path: 'SoftwareRevenue.DeliveryModel', kind: 'text', words: words('delivery models', RevenueModel) },
  { path: 'SoftwareRevenue.Value.Amount', kind: 'text', required: 'WITH_ITS_OBJECT', form: money },
  {
    path: 'SoftwareRevenue.Value.CurrencyCode',
    kind: 'text',
    required: 'WITH_ITS_OBJECT',
    words: words('currencies', CurrencyCode),
  },
  { path: 'SoftwareRevenue.EffectiveDate', kind: 'day' },
  { path: 'SoftwareRevenue.ExpirationDate', kind: 'day' },

  { path: 'LifeCycle.Stage', kind: 'text', words: words('stages', Stage) },
  {
    path: 'LifeCycle.ClosedLostReason',
    kind: 'text',
    requiredIf: isLost,
    onlyIf: isLost,
    words: { what: 'reasons', list: lostReasons },
  },
  { path: 'LifeCycle.NextSteps', kind: 'text', max: 255 },
  { path: 'LifeCycle.TargetCloseDate', kind: 'day', required: 'SUBMITTED', notPast: true },
  { path: 'LifeCycle.ReviewStatus', kind: 'text', words: words('review statuses', ReviewStatus) },
  ...['ReviewComments', 'ReviewStatusReason', 'NextStepsHistory'].map((name) => ({
    path: `LifeCycle.${name}`,
    kind: 'anything' as const,
  })),

  { path: 'OpportunityTeam', kind: 'list', max: 10 },
  ...contact('OpportunityTeam'),
  ...relatedTypes.flatMap((type): MemberRule[] => [
    { path: `${relatedMember}.${type}`, kind: 'list', max: relatedKinds[type].max },
    { path: `${relatedMember}.${type}[]`, kind: 'text', form: relatedKinds[type].form },
  ]),
  { path: 'Tags', kind: 'list', max: 200 },
  { path: 'Tags[].Key', kind: 'text', required: 'WITH_ITS_OBJECT', max: 128 },
  { path: 'Tags[].Value', kind: 'text', required: 'WITH_ITS_OBJECT', max: 256 },
];
