import { scheduleDue } from '../../kit/due.ts';
import { change } from '../../kit/simulation.ts';
import type { AwsReader, AwsTransaction, DueItem, Json } from '../state.ts';
import { idOf, sharedArn } from './arns.ts';
import { accepts, cutPartnerPage, isoTime, type PartnerCall, sortBy, without } from './call.ts';
import { runOnce } from './client-token.ts';
import { awsParty, joinEngagement, newestFirst, partyOf, requireEngagement } from './engagements.ts';
import { sendInvitationEvent } from './events.ts';
import { opportunityOfInvitation } from './invited-opportunity.ts';
import { conflict, notFound, refuse } from './refusals.ts';
import type { Catalog, EngagementInvitation } from './rows.ts';

const day = 86_400_000;
/** An unanswered invitation expires after 15 days (developer guide, event scenarios). */
const invitationDays = 15;

/** Creates an invitation and announces it. AWS responds with its review, which does not expire. */
export const addInvitation = (
  transaction: AwsTransaction,
  given: Omit<EngagementInvitation, 'id' | 'status' | 'createdAt' | 'expiresAt' | 'rejectionReason'>,
  days: number = invitationDays,
): EngagementInvitation => {
  const invitation: EngagementInvitation = {
    ...given,
    id: `engi-${transaction.ids.text(13)}`,
    status: 'PENDING',
    createdAt: transaction.at,
    expiresAt: transaction.at + days * day,
    rejectionReason: null,
  };
  transaction.put('invitations', invitation);
  if (invitation.receiverAccountId !== awsParty.accountId) {
    scheduleDue(transaction, { kind: 'partner-invitation-expiry', at: invitation.expiresAt, refId: invitation.id });
  }
  sendInvitationEvent(transaction, 'Created', invitation);
  return invitation;
};

/** The deadline of an invitation. */
export const expireInvitation = (transaction: AwsTransaction, item: DueItem): void => {
  const invitation = transaction.get('invitations', item.refId);
  if (invitation?.status === 'PENDING') settle(transaction, invitation, { status: 'EXPIRED' });
};

const words = { ACCEPTED: 'Accepted', REJECTED: 'Rejected', EXPIRED: 'Expired' } as const;

const settle = (
  transaction: AwsTransaction,
  invitation: EngagementInvitation,
  changes: { status: keyof typeof words; rejectionReason?: string | null },
): void => {
  const settled: EngagementInvitation = { ...invitation, ...changes };
  transaction.put('invitations', settled);
  sendInvitationEvent(transaction, words[changes.status], settled);
};

/** The receiver accepts: it becomes a member of the engagement. Returns whether the invitation was still open. */
export const acceptInvitation = (transaction: AwsTransaction, invitation: EngagementInvitation): boolean => {
  if (invitation.status !== 'PENDING') return false;
  settle(transaction, invitation, { status: 'ACCEPTED' });
  joinEngagement(transaction, invitation);
  return true;
};

type Party = 'SENDER' | 'RECEIVER';
const partyIn = (invitation: EngagementInvitation, accountId: string): Party | null => {
  if (invitation.receiverAccountId === accountId) return 'RECEIVER';
  return invitation.senderAccountId === accountId ? 'SENDER' : null;
};

/** An invitation that the account has sent or received; a receiver is required where `as` says so. */
export const requireInvitation = (
  reader: AwsReader,
  { account, catalog }: { account: { id: string }; catalog: Catalog },
  reference: string,
  as?: 'RECEIVER',
): EngagementInvitation => {
  const invitation = reader.get('invitations', idOf(reference));
  const party = invitation?.catalog === catalog ? partyIn(invitation, account.id) : null;
  if (!invitation || party === null || (as !== undefined && party !== as)) {
    throw notFound(`Engagement invitation ${reference}`);
  }
  return invitation;
};

const summaryOf = (reader: AwsReader, invitation: EngagementInvitation, party: Party): Json => {
  const receiver = reader.get('accounts', invitation.receiverAccountId);
  return without({
    Arn: sharedArn(invitation.catalog, 'engagement-invitation', invitation.id),
    Id: invitation.id,
    Catalog: invitation.catalog,
    PayloadType: invitation.payloadType,
    EngagementId: invitation.engagementId,
    EngagementTitle: reader.get('engagements', invitation.engagementId)?.title,
    Status: invitation.status,
    InvitationDate: isoTime(invitation.createdAt),
    ExpirationDate: isoTime(invitation.expiresAt),
    SenderAwsAccountId: invitation.senderAccountId,
    SenderCompanyName: invitation.senderCompanyName,
    Receiver: {
      Account: without({
        Alias: (receiver?.name ?? 'AWS').slice(0, 80),
        AwsAccountId: invitation.receiverAccountId,
      }),
    },
    ParticipantType: party,
  });
};

/**
 * GetEngagementInvitation. A receiver sees a part of the opportunity: no contacts, street, postal code or account (developer
 * guide, "Reviewing the Engagement Invitation"), and nothing of it once the invitation is rejected or expired.
 */
export const getInvitation = ({ simulation, input, ...call }: PartnerCall<{ Identifier: string }>): Json => {
  const { store } = simulation;
  const invitation = requireInvitation(store, call, input.Identifier);
  const party = partyIn(invitation, call.account.id) ?? 'RECEIVER';
  const { ParticipantType: _, ...summary } = summaryOf(store, invitation, party);
  const isClosed = party === 'RECEIVER' && (invitation.status === 'REJECTED' || invitation.status === 'EXPIRED');
  const engagement = store.get('engagements', invitation.engagementId);
  return without({
    ...summary,
    RejectionReason: invitation.rejectionReason,
    InvitationMessage: invitation.message,
    ...(isClosed
      ? {}
      : {
          Payload: invitation.payload,
          EngagementDescription: engagement?.description,
          ExistingMembers: engagement?.members.map(({ companyName, websiteUrl }) =>
            without({ CompanyName: companyName, WebsiteUrl: websiteUrl }),
          ),
        }),
  });
};

type ListInput = {
  ParticipantType: Party;
  PayloadType?: string[];
  Status?: string[];
  EngagementIdentifier?: string[];
  SenderAwsAccountId?: string[];
  Sort?: { SortBy: string; SortOrder: string };
  MaxResults?: number;
  NextToken?: string;
};

/** ListEngagementInvitations: those that the account has sent, or those that it has received. */
export const listInvitations = ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
  const { store } = simulation;
  const found = store
    .list('invitations')
    .filter((row) => row.catalog === catalog && partyIn(row, account.id) === input.ParticipantType)
    .filter((row) => accepts(input.Status, row.status) && accepts(input.PayloadType, row.payloadType))
    .filter((row) => accepts(input.EngagementIdentifier?.map(idOf), row.engagementId))
    .filter((row) => accepts(input.SenderAwsAccountId, row.senderAccountId));
  const keys = { InvitationDate: (row: EngagementInvitation) => row.createdAt };
  const sorted = sortBy(found, input.Sort, keys, newestFirst('InvitationDate'));
  const { page, NextToken } = cutPartnerPage(sorted, input, 20);
  return {
    EngagementInvitationSummaries: page.map((row) => summaryOf(store, row, input.ParticipantType)),
    NextToken,
  };
};

/** AcceptEngagementInvitation: membership only; an opportunity is created by the task. */
export const acceptInvitationNow = ({ simulation, input, ...call }: PartnerCall<{ Identifier: string }>): Json =>
  change(simulation, (transaction) => {
    const invitation = requireInvitation(transaction, call, input.Identifier, 'RECEIVER');
    if (!acceptInvitation(transaction, invitation)) throw conflict(`The invitation is ${invitation.status}.`);
    return {};
  });

/** RejectEngagementInvitation. */
export const rejectInvitation = ({
  simulation,
  input,
  ...call
}: PartnerCall<{ Identifier: string; RejectionReason?: string }>): Json =>
  change(simulation, (transaction) => {
    const invitation = requireInvitation(transaction, call, input.Identifier, 'RECEIVER');
    if (invitation.status !== 'PENDING') throw conflict(`The invitation is ${invitation.status}.`);
    settle(transaction, invitation, { status: 'REJECTED', rejectionReason: input.RejectionReason ?? null });
    return {};
  });

type CreateInput = {
  Catalog: string;
  ClientToken: string;
  EngagementIdentifier: string;
  Invitation: {
    Message: string;
    Receiver: { Account: { AwsAccountId: string } };
    Payload: { OpportunityInvitation?: Json; LeadInvitation?: Json };
  };
};

/** CreateEngagementInvitation: a member of an engagement invites another partner. */
export const createInvitation = ({ simulation, account, catalog, input }: PartnerCall<CreateInput>): Json =>
  change(simulation, (transaction) =>
    runOnce(transaction, { operation: 'CreateEngagementInvitation', accountId: account.id, input }, () => {
      const engagement = requireEngagement(transaction, { account, catalog }, input.EngagementIdentifier);
      const { Message, Receiver, Payload } = input.Invitation;
      const receiverAccountId = Receiver.Account.AwsAccountId;
      if (transaction.get('accounts', receiverAccountId)?.kind !== 'seller') {
        throw refuse('INVALID_VALUE', 'Invitation.Receiver.Account.AwsAccountId', 'is not the account of a partner');
      }
      if (engagement.members.some((member) => member.accountId === receiverAccountId)) {
        throw conflict('The receiver is a member of the engagement already.');
      }
      const isOpen = transaction
        .list('invitations')
        .some(
          (row) =>
            row.engagementId === engagement.id &&
            row.receiverAccountId === receiverAccountId &&
            row.status === 'PENDING',
        );
      if (isOpen) throw conflict('The receiver has an open invitation to the engagement already.');
      const invitation = addInvitation(transaction, {
        catalog,
        engagementId: engagement.id,
        senderAccountId: account.id,
        senderCompanyName: partyOf(transaction, account.id).companyName,
        receiverAccountId,
        message: Message,
        payloadType: Payload.OpportunityInvitation ? 'OpportunityInvitation' : 'LeadInvitation',
        payload: Payload as Json,
        opportunity: opportunityOfInvitation(transaction, Payload.OpportunityInvitation),
      });
      return {
        Id: invitation.id,
        // The model's pattern of this ARN differs from the one in events.
        Arn: `arn:aws:partnercentral::${account.id}:${catalog}/engagement-invitation/${invitation.id}`,
      };
    }),
  );
