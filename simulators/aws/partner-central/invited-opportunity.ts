import type { AwsTransaction, Json } from '../state.ts';
import { without } from './call.ts';
import { newOpportunityId } from './opportunity-store.ts';
import type { Contact, EngagementInvitation, OpportunityRecord, Spend } from './rows.ts';
import { websitePattern } from './selling-requests.ts';
import { matches } from './shape.ts';

type InvitedProject = {
  Title: string;
  BusinessProblem: string;
  TargetCompletionDate: string;
  ExpectedCustomerSpend: Spend[];
};
type InvitedCustomer = { Industry: string; CompanyName: string; WebsiteUrl: string; CountryCode: string };

/** The opportunity that the receiver of a partner's invitation gets by accepting, with the contents of the invitation. A lead has none. */
export const opportunityOfInvitation = (
  transaction: AwsTransaction,
  payload: Json | undefined,
): EngagementInvitation['opportunity'] => {
  if (!payload) return null;
  const { CountryCode, ...account } = payload.Customer as InvitedCustomer;
  const { Title, BusinessProblem, TargetCompletionDate, ExpectedCustomerSpend } = payload.Project as InvitedProject;
  const record: OpportunityRecord = {
    NationalSecurity: 'No',
    Customer: { Account: { ...account, Address: { CountryCode } } },
    Project: { Title, CustomerBusinessProblem: BusinessProblem, ExpectedCustomerSpend },
    LifeCycle: { Stage: 'Prospect', TargetCloseDate: TargetCompletionDate },
  };
  return { id: newOpportunityId(transaction), record };
};

/**
 * The part of an opportunity that an invitation shows; null if a member that the model requires is missing. It contains neither contacts of
 * the customer nor its address, so that the receiver decides without knowing them.
 */
export const payloadOf = (
  { Customer, Project, LifeCycle }: OpportunityRecord,
  responsibilities: string[],
  senderContacts: Contact[] = [],
): Json | null => {
  const { Industry, CompanyName, WebsiteUrl = '', Address } = Customer?.Account ?? {};
  const { Title, CustomerBusinessProblem: BusinessProblem, ExpectedCustomerSpend = [] } = Project ?? {};
  const { TargetCloseDate: TargetCompletionDate } = LifeCycle ?? {};
  const isComplete =
    Industry && CompanyName && Address?.CountryCode && matches(websitePattern, WebsiteUrl) && Title && BusinessProblem;
  if (!isComplete || !TargetCompletionDate) return null;
  return {
    OpportunityInvitation: without({
      SenderContacts: senderContacts.length === 0 ? null : senderContacts,
      ReceiverResponsibilities: responsibilities,
      Customer: { Industry, CompanyName, WebsiteUrl, CountryCode: Address.CountryCode },
      Project: { Title, BusinessProblem, TargetCompletionDate, ExpectedCustomerSpend },
    }),
  };
};
