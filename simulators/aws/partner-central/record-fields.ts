import type { Json, JsonValue } from '../state.ts';
import type { OpportunityRecord, ReviewStatus } from './rows.ts';

/** A member of a record by its path; undefined if it is absent. */
export const valueAt = (record: OpportunityRecord, path: string): JsonValue | undefined => {
  let value: JsonValue | undefined = record as Json;
  for (const name of path.split('.')) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
};

/** Whether a member has a value: empty texts and lists have none. */
export const isGiven = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The paths of a record's members; a list is one member. */
const leavesOf = (value: JsonValue | undefined, path = ''): string[] => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
};

/** The members that differ between two records. */
export const changedFields = (before: OpportunityRecord, after: OpportunityRecord): string[] => {
  const paths = new Set([...leavesOf(before as Json), ...leavesOf(after as Json)]);
  const textAt = (record: OpportunityRecord, path: string): string => {
    const value = valueAt(record, path);
    return isGiven(value) ? JSON.stringify(value) : '';
  };
  return [...paths].filter((path) => path !== '' && textAt(before, path) !== textAt(after, path)).sort();
};

/** Editable while AWS asks for more (developer guide, "Working with opportunity updates", 4). */
const editableOnRequest = [
  'Customer.Account.Address.City',
  'Customer.Account.Address.CountryCode',
  'Customer.Account.Address.PostalCode',
  'Customer.Account.Address.StateOrRegion',
  'Customer.Account.Address.StreetAddress',
  'Customer.Account.WebsiteUrl',
  'LifeCycle.TargetCloseDate',
  'Project.ExpectedCustomerSpend',
  'Project.CustomerBusinessProblem',
  'PartnerOpportunityIdentifier',
];

/**
 * Fixed once AWS has approved the opportunity (the same page, 5; and the column "Updates up until Launched/Lost" of the
 * samples' Opportunity-Fields.csv). A value that was never given may still be given.
 */
const fixedByApproval = [
  'Customer.Account.Address.CountryCode',
  'Customer.Account.Address.PostalCode',
  'Customer.Account.Address.StateOrRegion',
  'Customer.Account.CompanyName',
  'Customer.Account.Industry',
  'Customer.Account.OtherIndustry',
  'Customer.Account.WebsiteUrl',
  'NationalSecurity',
  'PartnerOpportunityIdentifier',
  'Project.CustomerBusinessProblem',
  'Project.Title',
];

/** Editable after the launch, by the partner's traits (Opportunity-Fields.csv, "Update - After Launched"). */
const editableAfterLaunch = {
  software: ['Project.DeliveryModels', 'Project.AdditionalComments'],
  saasRevenueRecognition: [
    'SoftwareRevenue.DeliveryModel',
    'SoftwareRevenue.EffectiveDate',
    'SoftwareRevenue.ExpirationDate',
    'SoftwareRevenue.Value.Amount',
    'SoftwareRevenue.Value.CurrencyCode',
  ],
};

/** How a partner may edit an opportunity in a review status: not at all, only some members, or by its stage. */
const editing: Record<ReviewStatus, 'all' | 'none' | 'requested' | 'by stage'> = {
  'Pending Submission': 'all',
  Submitted: 'none',
  'In review': 'none',
  'Action Required': 'requested',
  Approved: 'by stage',
  Rejected: 'none',
};

/** Whether an opportunity with a review status can be edited at all. */
export const isReadOnly = (status: ReviewStatus): boolean => editing[status] === 'none';

/** Whether entities can be associated and removed (Opportunity-Fields.csv, the rows of solutions, products and offers). */
export const hasOpenRelations = (status: ReviewStatus, stage: string | undefined): boolean =>
  editing[status] === 'all' || (editing[status] === 'by stage' && stage !== 'Launched' && stage !== 'Closed Lost');

/** The changed members that may not be changed now. */
export const forbiddenChanges = (
  opportunity: { reviewStatus: ReviewStatus; record: OpportunityRecord },
  changed: string[],
  traits: { path: 'Software' | 'Services'; saasRevenueRecognition: boolean },
): string[] => {
  const { record, reviewStatus } = opportunity;
  const rule = editing[reviewStatus];
  if (rule === 'all') return [];
  if (rule === 'none') return changed;
  if (rule === 'requested') return changed.filter((path) => !editableOnRequest.includes(path));
  const stage = record.LifeCycle?.Stage;
  if (stage === 'Closed Lost') return changed;
  if (stage === 'Launched') {
    const open = [
      ...(traits.path === 'Software' ? editableAfterLaunch.software : []),
      ...(traits.saasRevenueRecognition ? editableAfterLaunch.saasRevenueRecognition : []),
    ];
    return changed.filter((path) => !open.includes(path));
  }
  return changed.filter((path) => fixedByApproval.includes(path) && isGiven(valueAt(record, path)));
};
