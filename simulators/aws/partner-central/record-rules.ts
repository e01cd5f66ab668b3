import { isGiven, valueAt } from './record-fields.ts';
import type { Opportunity, OpportunityRecord, PartnerTraits } from './rows.ts';
import type { Problem, ProblemCode } from './shape.ts';
import {
  apnPrograms,
  hasPostalCode,
  isStandard,
  marketingUseCases,
  useCases,
  usStates,
  wrongPostalFormat,
} from './standard-values.ts';

/**
 * The rules that the service applies to an opportunity beyond its model. Sources: the model's documentation of each member; the
 * developer guide ("Working with your opportunities"); Opportunity-Fields.csv of aws-samples/partner-crm-integration-samples.
 */

/** The input of the rules; `today` is a UTC day of business time, YYYY-MM-DD. */
type Facts = { record: OpportunityRecord; today: string };
type SubmissionFacts = Facts & { related: Opportunity['related']; involvementType: string };
type StageFacts = Pick<SubmissionFacts, 'record' | 'related'> & { traits: PartnerTraits };

type Rule<F> = readonly [field: string, code: ProblemCode, message: string, isBroken: (facts: F) => boolean];

const findProblems = <F>(rules: readonly Rule<F>[], facts: F): Problem[] =>
  rules.flatMap(([field, code, message, isBroken]) => (isBroken(facts) ? [{ field, code, message }] : []));

const address = (record: OpportunityRecord) => record.Customer?.Account?.Address ?? {};
const isSecret = ({ record }: Facts | SubmissionFacts): boolean => record.NationalSecurity === 'Yes';
const spends = (record: OpportunityRecord) => record.Project?.ExpectedCustomerSpend ?? [];
const isFromMarketing = ({ record }: Facts): boolean => record.Marketing?.Source === 'Marketing Activity';
const lacks =
  (path: string) =>
  ({ record }: { record: OpportunityRecord }): boolean =>
    !isGiven(valueAt(record, path));

const ofMarketing = (field: string): Rule<Facts> => [
  `Marketing.${field}`,
  'INVALID_VALUE',
  'must be empty unless Marketing.Source is Marketing Activity',
  (facts) => !isFromMarketing(facts) && isGiven(valueAt(facts.record, `Marketing.${field}`)),
];

/** The rules for every record, complete or not. */
const valueRules: readonly Rule<Facts>[] = [
  [
    'NationalSecurity',
    'INVALID_VALUE',
    'may be Yes only if Customer.Account.Industry is Government',
    (facts) => isSecret(facts) && facts.record.Customer?.Account?.Industry !== 'Government',
  ],
  [
    'Customer.Account.Address.StateOrRegion',
    'INVALID_VALUE',
    'must be a state of the United States in the spelling of AWS',
    ({ record }) => {
      const { CountryCode, StateOrRegion = '' } = address(record);
      return CountryCode === 'US' && StateOrRegion !== '' && !usStates.includes(StateOrRegion);
    },
  ],
  [
    'Customer.Account.Address.PostalCode',
    'INVALID_VALUE',
    'must be empty, because the country has no postal codes',
    ({ record }) => {
      const { CountryCode = '', PostalCode = '' } = address(record);
      return PostalCode !== '' && !hasPostalCode(CountryCode);
    },
  ],
  [
    'Customer.Account.Address.PostalCode',
    'INVALID_VALUE',
    'does not have the format of the country',
    ({ record }) => {
      const { CountryCode = '', PostalCode = '' } = address(record);
      return PostalCode !== '' && hasPostalCode(CountryCode) && wrongPostalFormat(CountryCode, PostalCode) !== null;
    },
  ],
  [
    'Project.CustomerUseCase',
    'INVALID_VALUE',
    'is not one of the use cases of AWS',
    ({ record }) =>
      !lacks('Project.CustomerUseCase')({ record }) && !isStandard(useCases, record.Project?.CustomerUseCase ?? ''),
  ],
  [
    'Project.ApnPrograms',
    'INVALID_VALUE',
    'has a program that is not one of AWS',
    ({ record }) => (record.Project?.ApnPrograms ?? []).some((program) => !isStandard(apnPrograms, program)),
  ],
  [
    'Project.OtherCompetitorNames',
    'INVALID_VALUE',
    'may be given only if Project.CompetitorName is *Other',
    ({ record }) => !lacks('Project.OtherCompetitorNames')({ record }) && record.Project?.CompetitorName !== '*Other',
  ],
  [
    'Project.ExpectedCustomerSpend',
    'INVALID_VALUE',
    'must be in USD or EUR, and in EUR for the partition aws-eusc',
    ({ record }) => {
      const currencies = record.Project?.AwsPartition === 'aws-eusc' ? ['EUR'] : ['USD', 'EUR'];
      return spends(record).some(({ CurrencyCode }) => !currencies.includes(CurrencyCode));
    },
  ],
  [
    'Project.ExpectedCustomerSpend',
    'INVALID_VALUE',
    'may name only the target companies AWS and Self',
    ({ record }) => spends(record).some(({ TargetCompany }) => !['AWS', 'Self'].includes(TargetCompany)),
  ],
  ...['CampaignName', 'UseCases', 'Channels', 'AwsFundingUsed'].map(ofMarketing),
  [
    'Marketing.UseCases',
    'INVALID_VALUE',
    'has a use case that is not one of AWS',
    ({ record }) => (record.Marketing?.UseCases ?? []).some((useCase) => !isStandard(marketingUseCases, useCase)),
  ],
  [
    'LifeCycle.ClosedLostReason',
    'REQUIRED_FIELD_MISSING',
    'must be given with the stage Closed Lost',
    ({ record }) => record.LifeCycle?.Stage === 'Closed Lost' && lacks('LifeCycle.ClosedLostReason')({ record }),
  ],
];

const datePast: Rule<Facts> = [
  'LifeCycle.TargetCloseDate',
  'INVALID_VALUE',
  'must not be in the past',
  ({ record, today }) =>
    isGiven(record.LifeCycle?.TargetCloseDate) && (record.LifeCycle?.TargetCloseDate ?? '') < today,
];

type Exception = (facts: SubmissionFacts) => boolean;
const mandatory = (
  field: string,
  unless: Exception = () => false,
  message = 'must be given',
): Rule<SubmissionFacts> => [
  field,
  'REQUIRED_FIELD_MISSING',
  message,
  (facts) => lacks(field)(facts) && !unless(facts),
];
const account = 'Customer.Account';

/** What an opportunity needs before AWS validates it, and must keep from then on. */
const submissionRules: readonly Rule<SubmissionFacts>[] = [
  mandatory(`${account}.CompanyName`, isSecret),
  mandatory(`${account}.WebsiteUrl`, isSecret),
  mandatory(`${account}.Address.CountryCode`),
  mandatory(
    `${account}.Address.PostalCode`,
    (facts) => isSecret(facts) || !hasPostalCode(address(facts.record).CountryCode ?? ''),
  ),
  mandatory(
    `${account}.Address.StateOrRegion`,
    (facts) => isSecret(facts) || address(facts.record).CountryCode !== 'US',
    'must be given for the United States',
  ),
  mandatory(`${account}.Industry`),
  mandatory(
    `${account}.OtherIndustry`,
    ({ record }) => record.Customer?.Account?.Industry !== 'Other',
    'must be given with the industry Other',
  ),
  mandatory('LifeCycle.Stage'),
  mandatory('LifeCycle.TargetCloseDate'),
  mandatory('Marketing.Source'),
  mandatory('Marketing.AwsFundingUsed', (facts) => !isFromMarketing(facts), 'must be given for a marketing activity'),
  mandatory('PrimaryNeedsFromAws', ({ involvementType }) => involvementType !== 'Co-Sell', 'must be given to co-sell'),
  mandatory('Project.CustomerBusinessProblem'),
  mandatory('Project.CustomerUseCase'),
  mandatory('Project.DeliveryModels'),
  mandatory('Project.ExpectedCustomerSpend'),
  [
    'Project.ExpectedCustomerSpend',
    'INVALID_VALUE',
    'must have an amount greater than 0',
    ({ record }) => spends(record).some(({ Amount = '' }) => !/[1-9]/.test(Amount)),
  ],
  mandatory(
    'Project.OtherCompetitorNames',
    ({ record }) => record.Project?.CompetitorName !== '*Other',
    'must be given with the competitor *Other',
  ),
  mandatory(
    'Project.RelatedOpportunityIdentifier',
    ({ record }) => record.OpportunityType !== 'Flat Renewal',
    'must be given for a Flat Renewal',
  ),
  mandatory('Project.SalesActivities'),
  mandatory('Project.Title'),
  [
    'RelatedEntityIdentifiers.Solutions',
    'REQUIRED_FIELD_MISSING',
    'or Project.OtherSolutionDescription must be given: associate a solution first',
    ({ record, related }) => !hasSolution(related) && lacks('Project.OtherSolutionDescription')({ record }),
  ],
];

/** Whether a solution, or one of AWS Marketplace, is associated (developer guide, "Creating an Opportunity"). */
export const hasSolution = (related: Opportunity['related']): boolean =>
  [related.Solutions, related.AwsMarketplaceSolutions, related.AwsMarketplaceProducts].some((ids) => ids.length > 0);

const isAt = (record: OpportunityRecord, ...stages: string[]): boolean =>
  stages.includes(record.LifeCycle?.Stage ?? '');
const atLaunch = (field: string, trait: (traits: PartnerTraits) => boolean): Rule<StageFacts> => [
  field,
  'REQUIRED_FIELD_MISSING',
  'must be given with the stage Launched',
  (facts) => isAt(facts.record, 'Launched') && trait(facts.traits) && lacks(field)(facts),
];

/** The requirements of a stage. AWS documents no order of stages: an opportunity may skip some. */
const stageRules: readonly Rule<StageFacts>[] = [
  [
    'RelatedEntityIdentifiers.Solutions',
    'REQUIRED_FIELD_MISSING',
    'must have a solution from the stage Committed on',
    ({ record, related }) => isAt(record, 'Committed', 'Launched') && !hasSolution(related),
  ],
  atLaunch(`${account}.AwsAccountId`, ({ path }) => path === 'Services'),
  ...['DeliveryModel', 'EffectiveDate', 'ExpirationDate', 'Value.Amount', 'Value.CurrencyCode'].map((name) =>
    atLaunch(`SoftwareRevenue.${name}`, ({ saasRevenueRecognition }) => saasRevenueRecognition),
  ),
];

/** Co-selling an opportunity that was submitted for visibility needs more (Opportunity-Fields.csv, partnerPrimaryNeedFromAws). */
const coSellRules: readonly Rule<Pick<Facts, 'record'>>[] = [
  'Project.SalesActivities',
  'LifeCycle.NextSteps',
  'Customer.Contacts',
].map((field) => [field, 'REQUIRED_FIELD_MISSING', 'must be given to change to co-sell', lacks(field)]);

/** The faults in the values of a record; `isDateNew`: whether its target close date was just set. */
export const valueProblems = (facts: Facts, isDateNew: boolean): Problem[] =>
  findProblems(isDateNew ? [...valueRules, datePast] : valueRules, facts);

/** What keeps an opportunity from being submitted. */
export const submissionProblems = (facts: SubmissionFacts): Problem[] => [
  ...findProblems([...submissionRules, ...valueRules, datePast], facts),
  ...(isAt(facts.record, 'Closed Lost')
    ? [
        {
          code: 'INVALID_VALUE' as const,
          field: 'LifeCycle.Stage',
          message: 'must not be Closed Lost: a lost opportunity is not suitable for submission',
        },
      ]
    : []),
];

/** What an update removes from a submitted opportunity although it is required. A referral of AWS may lack some of it from the start. */
export const lostProblems = (facts: SubmissionFacts, before: OpportunityRecord): Problem[] => {
  const known = findProblems(submissionRules, { ...facts, record: before });
  const isKnown = ({ field, code }: Problem) =>
    known.some((problem) => problem.field === field && problem.code === code);
  return findProblems(submissionRules, facts).filter((problem) => !isKnown(problem));
};
export const stageProblems = (facts: StageFacts): Problem[] => findProblems(stageRules, facts);
export const coSellProblems = (record: OpportunityRecord): Problem[] => findProblems(coSellRules, { record });
