import type { AwsReader, AwsTransaction, Json } from '../state.ts';
import { idOf, sharedArn } from './arns.ts';
import { accepts, cutPartnerPage, isoTime, type PartnerCall, sortBy, without } from './call.ts';
import { sendEngagementCreated, sendMemberEvent } from './events.ts';
import { accessDenied, notFound } from './refusals.ts';
import type { Catalog, Engagement, EngagementInvitation, EngagementMember, OpportunityRecord } from './rows.ts';
import { websitePattern } from './selling-requests.ts';
import { matches } from './shape.ts';

/** AWS as a party, as in the samples of events. */
export const awsParty: EngagementMember = {
  accountId: 'aws',
  companyName: 'AWS',
  websiteUrl: 'https://aws.amazon.com',
};

/** A party of an engagement: AWS or an account. */
export const partyOf = (reader: AwsReader, accountId: string): EngagementMember => {
  const account = reader.get('accounts', accountId);
  if (!account) return { ...awsParty, accountId };
  return { accountId, companyName: account.name.slice(0, 120), websiteUrl: null };
};

/** The context of an engagement that was created from an opportunity; parts that violate the context's constraints are omitted. */
const projectContext = ({ Customer, Project, LifeCycle }: OpportunityRecord): Json[] => {
  const { Industry, CompanyName, WebsiteUrl = '', Address } = Customer?.Account ?? {};
  const { Title, CustomerBusinessProblem: BusinessProblem } = Project ?? {};
  const TargetCompletionDate = LifeCycle?.TargetCloseDate;
  const hasCustomer = Industry && CompanyName && Address?.CountryCode && matches(websitePattern, WebsiteUrl);
  const customer = hasCustomer ? { Industry, CompanyName, WebsiteUrl, CountryCode: Address.CountryCode } : null;
  const project =
    Title && BusinessProblem && TargetCompletionDate ? { Title, BusinessProblem, TargetCompletionDate } : null;
  return [
    {
      Id: '1',
      Type: 'CustomerProject',
      Payload: { CustomerProject: without({ Customer: customer, Project: project }) },
    },
  ];
};

/** Creates an engagement with its first member (CreateEngagement: "automatically adds the caller"). */
export const createEngagement = (
  transaction: AwsTransaction,
  given: { catalog: Catalog; creator: EngagementMember; record: OpportunityRecord },
): Engagement => {
  const { catalog, creator, record } = given;
  const title = record.Project?.Title ?? '';
  const engagement: Engagement = {
    id: `eng-${transaction.ids.text(14)}`,
    catalog,
    title: Array.from(title).slice(0, 40).join(''),
    description: Array.from(title).slice(0, 255).join(''),
    createdAt: transaction.at,
    createdBy: creator.accountId,
    modifiedAt: transaction.at,
    modifiedBy: creator.accountId,
    members: [creator],
    contexts: projectContext(record),
  };
  transaction.put('engagements', engagement);
  sendEngagementCreated(transaction, engagement);
  return engagement;
};

/** The receiver of an accepted invitation becomes a member of the engagement. */
export const joinEngagement = (transaction: AwsTransaction, invitation: EngagementInvitation): void => {
  const engagement = transaction.get('engagements', invitation.engagementId);
  const member = partyOf(transaction, invitation.receiverAccountId);
  if (!engagement || isMember(engagement, member.accountId)) return;
  const joined: Engagement = {
    ...engagement,
    members: [...engagement.members, member],
    modifiedAt: transaction.at,
    modifiedBy: member.accountId,
  };
  transaction.put('engagements', joined);
  sendMemberEvent(transaction, joined, member);
};

const isMember = ({ members }: Engagement, accountId: string): boolean =>
  members.some((member) => member.accountId === accountId);

/** An engagement of which the account is a member; others may not see it. */
export const requireEngagement = (
  reader: AwsReader,
  { account, catalog }: { account: { id: string }; catalog: Catalog },
  reference: string,
): Engagement => {
  const engagement = reader.get('engagements', idOf(reference));
  if (!engagement || engagement.catalog !== catalog) throw notFound(`Engagement ${reference}`);
  if (!isMember(engagement, account.id)) throw accessDenied('Only members of the engagement may do this.');
  return engagement;
};

const contextTypes = ({ contexts }: Engagement): string[] => contexts.map(({ Type }) => String(Type));

const summaryOf = (engagement: Engagement): Json => ({
  Arn: sharedArn(engagement.catalog, 'engagement', engagement.id),
  Id: engagement.id,
  Title: engagement.title,
  CreatedAt: isoTime(engagement.createdAt),
  CreatedBy: engagement.createdBy,
  MemberCount: engagement.members.length,
  ModifiedAt: isoTime(engagement.modifiedAt),
  ModifiedBy: engagement.modifiedBy,
});

/** GetEngagement. */
export const getEngagement = ({ simulation, input, ...call }: PartnerCall<{ Identifier: string }>): Json => {
  const engagement = requireEngagement(simulation.store, call, input.Identifier);
  return { ...summaryOf(engagement), Description: engagement.description, Contexts: engagement.contexts };
};

type ListInput = {
  MaxResults?: number;
  NextToken?: string;
  CreatedBy?: string[];
  ExcludeCreatedBy?: string[];
  ContextTypes?: string[];
  ExcludeContextTypes?: string[];
  EngagementIdentifier?: string[];
  Sort?: { SortBy: string; SortOrder: string };
};

/** ListEngagements: those of which the caller is a member. */
export const listEngagements = ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
  const { CreatedBy, ExcludeCreatedBy = [], ContextTypes = [], ExcludeContextTypes = [] } = input;
  const found = simulation.store
    .list('engagements')
    .filter((row) => row.catalog === catalog && isMember(row, account.id))
    .filter((row) => accepts(CreatedBy, row.createdBy) && !ExcludeCreatedBy.includes(row.createdBy))
    .filter((row) => ContextTypes.length === 0 || contextTypes(row).some((type) => ContextTypes.includes(type)))
    .filter((row) => !contextTypes(row).some((type) => ExcludeContextTypes.includes(type)))
    .filter((row) => accepts(input.EngagementIdentifier?.map(idOf), row.id));
  const sorted = sortBy(found, input.Sort, { CreatedDate: (row) => row.createdAt }, newestFirst('CreatedDate'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  return {
    EngagementSummaryList: page.map((row) => ({ ...summaryOf(row), ContextTypes: contextTypes(row) })),
    NextToken,
  };
};

/** The default order of lists; the service documents none. */
export const newestFirst = (SortBy: string) => ({ SortBy, SortOrder: 'DESCENDING' as const });

/** ListEngagementMembers. */
export const listMembers = ({
  simulation,
  input,
  ...call
}: PartnerCall<{ Identifier: string; MaxResults?: number; NextToken?: string }>) => {
  const engagement = requireEngagement(simulation.store, call, input.Identifier);
  const { page, NextToken } = cutPartnerPage(engagement.members, input, 10);
  return {
    EngagementMemberList: page.map(({ accountId, companyName, websiteUrl }) =>
      without({ AccountId: accountId, CompanyName: companyName, WebsiteUrl: websiteUrl }),
    ),
    NextToken,
  };
};
