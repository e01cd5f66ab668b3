import type { AwsTransaction } from '../state.ts';
import { awsParty, createEngagement } from './engagements.ts';
import { addInvitation } from './invitations.ts';
import { payloadOf } from './invited-opportunity.ts';
import { newOpportunityId } from './opportunity-store.ts';
import type { Catalog, Contact, EngagementInvitation, OpportunityRecord } from './rows.ts';

const salesContact: Contact = {
  Email: 'sales.rep@amazon.example',
  FirstName: 'Sam',
  LastName: 'Rep',
  BusinessTitle: 'AWSSalesRep',
};

/** AWS attaches a partner to one of AWS's own opportunities and invites it (developer guide, "Working with opportunities from AWS"). */
export const inviteFromAws = (
  transaction: AwsTransaction,
  given: {
    accountId: string;
    catalog: Catalog;
    record: OpportunityRecord;
    opportunityId?: string;
    message?: string | undefined;
    days?: number | undefined;
  },
): EngagementInvitation => {
  const { accountId, catalog, record } = given;
  const engagement = createEngagement(transaction, { catalog, creator: awsParty, record });
  return addInvitation(
    transaction,
    {
      catalog,
      engagementId: engagement.id,
      senderAccountId: awsParty.accountId,
      senderCompanyName: awsParty.companyName,
      receiverAccountId: accountId,
      message: given.message ?? 'AWS would like to work with you on this opportunity.',
      payloadType: 'OpportunityInvitation',
      payload: payloadOf(record, ['Software Partner'], [salesContact]),
      opportunity: { id: given.opportunityId ?? newOpportunityId(transaction), record },
    },
    given.days,
  );
};
