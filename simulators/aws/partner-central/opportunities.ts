import { change } from '../../kit/simulation.ts';
import type { Json } from '../state.ts';
import { accepts, cutPartnerPage, type PartnerCall, sortBy } from './call.ts';
import { newestFirst } from './engagements.ts';
import { changeOpportunity, requireOpportunity } from './opportunity-store.ts';
import { awsSummaryView, opportunitySummary, opportunityView } from './opportunity-view.ts';
import { isReadOnly } from './record-fields.ts';
import { notAllowed, notFound, refuse } from './refusals.ts';
import type { Contact, Opportunity, Submission } from './rows.ts';
import { problemsOf, submit } from './submission.ts';

/** GetOpportunity. */
export const getOpportunity = ({ simulation, input, ...call }: PartnerCall<{ Identifier: string }>): Json =>
  opportunityView(requireOpportunity(simulation.store, call, input.Identifier));

/** GetAwsOpportunitySummary: AWS has its own opportunity from the submission on. */
export const getAwsSummary = ({
  simulation,
  input,
  ...call
}: PartnerCall<{ RelatedOpportunityIdentifier: string }>): Json => {
  const opportunity = requireOpportunity(simulation.store, call, input.RelatedOpportunityIdentifier);
  if (!opportunity.aws) throw notFound(`An AWS opportunity for ${opportunity.id}`);
  return awsSummaryView(opportunity, opportunity.aws);
};

type ListInput = {
  Sort?: { SortBy: string; SortOrder: string };
  LastModifiedDate?: { AfterLastModifiedDate?: string; BeforeLastModifiedDate?: string };
  CreatedDate?: { AfterCreatedDate?: string; BeforeCreatedDate?: string };
  TargetCloseDate?: { AfterTargetCloseDate?: string; BeforeTargetCloseDate?: string };
  Identifier?: string[];
  LifeCycleStage?: string[];
  LifeCycleReviewStatus?: string[];
  CustomerCompanyName?: string[];
  MaxResults?: number;
  NextToken?: string;
};

const companyOf = ({ record }: Opportunity): string => record.Customer?.Account?.CompanyName ?? '';
const closeDateOf = ({ record }: Opportunity): string => record.LifeCycle?.TargetCloseDate ?? '';
const sortKeys: Record<string, (row: Opportunity) => string | number> = {
  LastModifiedDate: (row) => row.modifiedAt,
  Identifier: (row) => row.id,
  CustomerCompanyName: companyOf,
  CreatedDate: (row) => row.createdAt,
  TargetCloseDate: closeDateOf,
};

/** Whether a time is in an inclusive range. */
const isWithin = (time: number, after: string | undefined, before: string | undefined): boolean =>
  (after === undefined || time >= Date.parse(after)) && (before === undefined || time <= Date.parse(before));

/** ListOpportunities: short summaries; filters are ANDed, and ranges are inclusive. */
export const listOpportunities = ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
  const { LastModifiedDate: modified = {}, CreatedDate: created = {}, TargetCloseDate: close = {} } = input;
  const companies = input.CustomerCompanyName?.map((name) => name.toLowerCase());
  const found = simulation.store
    .list('opportunities')
    .filter((row) => row.accountId === account.id && row.catalog === catalog)
    .filter((row) => accepts(input.Identifier, row.id) && accepts(input.LifeCycleReviewStatus, row.reviewStatus))
    .filter((row) => accepts(input.LifeCycleStage, row.record.LifeCycle?.Stage ?? ''))
    .filter((row) => accepts(companies, companyOf(row).toLowerCase()))
    .filter((row) => isWithin(row.modifiedAt, modified.AfterLastModifiedDate, modified.BeforeLastModifiedDate))
    .filter((row) => isWithin(row.createdAt, created.AfterCreatedDate, created.BeforeCreatedDate))
    .filter((row) => close.AfterTargetCloseDate === undefined || closeDateOf(row) >= close.AfterTargetCloseDate)
    .filter((row) => {
      const { BeforeTargetCloseDate: before } = close;
      return before === undefined || (closeDateOf(row) !== '' && closeDateOf(row) <= before);
    });
  const sorted = sortBy(found, input.Sort, sortKeys, newestFirst('LastModifiedDate'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  return { OpportunitySummaries: page.map(opportunitySummary), NextToken };
};

/** SubmitOpportunity: the last step of the task, as a separate operation. */
export const submitOpportunity = ({
  simulation,
  input,
  ...call
}: PartnerCall<{ Identifier: string } & Submission>): Json =>
  change(simulation, (transaction) => {
    const opportunity = requireOpportunity(transaction, call, input.Identifier);
    const problems = problemsOf(opportunity, input, transaction.at);
    if (problems.length > 0) throw notAllowed(problems);
    submit(transaction, opportunity, input);
    return {};
  });

/** AssignOpportunity: the assignee replaces the earlier one in the opportunity's team (model: at most 10 members). */
export const assignOpportunity = ({
  simulation,
  input,
  ...call
}: PartnerCall<{ Identifier: string; Assignee: Contact & { Email: string } }>): Json =>
  change(simulation, (transaction) => {
    const opportunity = requireOpportunity(transaction, call, input.Identifier);
    const { reviewStatus, ownerEmail } = opportunity;
    if (isReadOnly(reviewStatus)) {
      throw refuse(
        'INVALID_RESOURCE_STATE',
        'LifeCycle.ReviewStatus',
        `is ${reviewStatus}: the opportunity is read-only`,
      );
    }
    const { Assignee } = input;
    const others = opportunity.team.filter(({ Email }) => Email !== ownerEmail && Email !== Assignee.Email);
    const team = [...others.slice(0, 9), Assignee];
    changeOpportunity(transaction, opportunity, { team, ownerEmail: Assignee.Email });
    return {};
  });
