import { putEvent } from '../events.ts';
import { type AwsTransaction, isoSeconds, type Json } from '../state.ts';
import { sharedArn } from './arns.ts';
import type { Engagement, EngagementInvitation, EngagementMember, Opportunity } from './rows.ts';

/**
 * Events of the Selling service: ids only, so that the receiver reads the rest. Source: the developer guide of Partner
 * Central, "Notifications for the AWS Partner Central Selling API" (event scenarios and example events).
 */
const send = (
  transaction: AwsTransaction,
  accountId: string,
  detailType: string,
  resources: string[],
  detail: Json,
): void => {
  // AWS is a member of engagements but has no account in the simulator.
  if (!transaction.get('accounts', accountId)) return;
  putEvent(transaction, accountId, { source: 'aws.partnercentral-selling', detailType, resources, detail });
};

/** Detail types that name an opportunity; the EventBridge reference lists the last two without an example or a trigger. */
export type OpportunityEvent =
  | 'Opportunity Created'
  | 'Opportunity Updated'
  | 'Opportunity Accepted'
  | 'Opportunity Rejected';

export const sendOpportunityEvent = (transaction: AwsTransaction, type: OpportunityEvent, opportunity: Opportunity) =>
  send(transaction, opportunity.accountId, type, [], {
    schemaVersion: '1.0',
    catalog: opportunity.catalog,
    opportunity: { identifier: opportunity.id },
  });

/** `Engagement Invitation <word>`: to the sender and to the receiver, whose `participantType` differs. */
export const sendInvitationEvent = (
  transaction: AwsTransaction,
  word: 'Created' | 'Accepted' | 'Rejected' | 'Expired',
  invitation: EngagementInvitation,
): void => {
  const { catalog, senderAccountId, receiverAccountId } = invitation;
  const arn = sharedArn(catalog, 'engagement-invitation', invitation.id);
  const parties = [
    ['Sender', senderAccountId],
    ['Receiver', receiverAccountId],
  ] as const;
  for (const [participantType, accountId] of parties) {
    send(transaction, accountId, `Engagement Invitation ${word}`, [arn], {
      catalog,
      engagementInvitation: {
        arn,
        id: invitation.id,
        engagementId: invitation.engagementId,
        senderAccountId,
        receiverAccountId,
        ...(word === 'Created'
          ? { senderCompanyName: invitation.senderCompanyName, expirationDate: isoSeconds(invitation.expiresAt) }
          : {}),
        participantType,
        payloadType: invitation.payloadType,
      },
    });
  }
};

/** `Engagement Created`, to its first member. */
export const sendEngagementCreated = (transaction: AwsTransaction, engagement: Engagement): void => {
  const { catalog, id, createdAt, createdBy, contexts } = engagement;
  const engagementArn = sharedArn(catalog, 'engagement', id);
  send(transaction, createdBy, 'Engagement Created', [engagementArn], {
    catalog,
    engagement: {
      engagementArn,
      engagementId: id,
      CreatedAt: isoSeconds(createdAt),
      CreatedBy: createdBy,
      ContextTypes: contexts.map(({ Type = '' }) => Type),
    },
  });
};

/** `Engagement Member Added`, to every member; `Joined` is a name of the EventBridge reference without an example. */
export const sendMemberEvent = (
  transaction: AwsTransaction,
  engagement: Engagement,
  { accountId, companyName }: EngagementMember,
  word: 'Added' | 'Joined' = 'Added',
): void => {
  for (const member of engagement.members) {
    const resources = [sharedArn(engagement.catalog, 'engagement', engagement.id)];
    send(transaction, member.accountId, `Engagement Member ${word}`, resources, {
      catalog: engagement.catalog,
      engagement: { id: engagement.id },
      engagementMember: { accountId, companyName },
    });
  }
};

/** `Engagement Resource Snapshot Created`: the shared copy of the opportunity is of a new revision. */
export const sendSnapshotEvent = (
  transaction: AwsTransaction,
  { accountId, catalog, id, engagementId }: Opportunity,
  type: 'Engagement Resource Snapshot Created' | 'Resource Snapshot Created' = 'Engagement Resource Snapshot Created',
): void => {
  if (engagementId === null) return;
  const template = 'OpportunitySummaryView';
  const path = `${engagementId}/resource/Opportunity/${id}/template/${template}/snapshot/snapshot-${transaction.at}`;
  send(transaction, accountId, type, [sharedArn(catalog, 'engagement', engagementId)], {
    catalog,
    resourceSnapshot: {
      arn: sharedArn(catalog, 'engagement', path),
      engagementId,
      resourceType: 'Opportunity',
      resourceId: id,
      createdBy: accountId,
      targetMemberAccounts: [accountId, 'aws'],
      resourceSnapshotTemplateName: template,
    },
  });
};
