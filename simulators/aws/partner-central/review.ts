import type { AwsTransaction } from '../state.ts';
import { joinEngagement } from './engagements.ts';
import { sendInvitationEvent } from './events.ts';
import { changeOpportunity } from './opportunity-store.ts';
import type { AwsSide, AwsTeamMember, Opportunity, ReviewStatus } from './rows.ts';

const decisions = ['In review', 'Action Required', 'Approved', 'Rejected'] as const;
type Decision = (typeof decisions)[number];

/** Whether a review status is one that a reviewer at AWS sets. */
export const isDecision = (status: ReviewStatus): status is Decision => decisions.some((known) => known === status);

/** The people whom AWS names on an approved opportunity: always its sales representative and the owner of the customer's account. */
const approvedTeam: AwsTeamMember[] = [
  { Email: 'sales.rep@amazon.example', FirstName: 'Sam', LastName: 'Rep', BusinessTitle: 'AWSSalesRep' },
  { Email: 'account.owner@amazon.example', FirstName: 'Olu', LastName: 'Owner', BusinessTitle: 'AWSAccountOwner' },
];

/** AWS scores an opportunity after its submission; values set by the control API are kept. */
const approvedSide = (aws: AwsSide): AwsSide => ({
  ...aws,
  stage: aws.stage === 'Not Started' ? 'Prospect' : aws.stage,
  team: aws.team.length === 0 ? approvedTeam : aws.team,
  score: aws.score ?? 65,
  trend: aws.trend ?? 'No Change',
  engagementScore: aws.engagementScore ?? 'Medium',
  nextBestActions: aws.nextBestActions ?? 'Agree on the next steps with the sales representative of AWS.',
  cosellMotion: aws.cosellMotion ?? 'AWS Field-engaged',
});

/**
 * A person at AWS reviews a submitted opportunity. An approval also accepts the invitation with which the partner invited
 * AWS, and a rejection rejects it (developer guide, event scenarios).
 */
export const decideReview = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  decision: { status: Decision; reason?: string | undefined; comments?: string | undefined },
): Opportunity => {
  const { status } = decision;
  const isFinal = status === 'Approved' || status === 'Rejected';
  if (isFinal) answerInvitation(transaction, opportunity, status === 'Approved');
  return changeOpportunity(transaction, opportunity, {
    reviewStatus: status,
    reviewStatusReason: decision.reason ?? null,
    reviewComments: decision.comments ?? null,
    aws: opportunity.aws && status === 'Approved' ? approvedSide(opportunity.aws) : opportunity.aws,
  });
};

const answerInvitation = (transaction: AwsTransaction, { invitationId }: Opportunity, isAccepted: boolean): void => {
  const invitation = transaction.get('invitations', invitationId ?? '');
  if (invitation?.status !== 'PENDING') return;
  const answered = { ...invitation, status: isAccepted ? ('ACCEPTED' as const) : ('REJECTED' as const) };
  transaction.put('invitations', answered);
  sendInvitationEvent(transaction, isAccepted ? 'Accepted' : 'Rejected', answered);
  if (isAccepted) joinEngagement(transaction, answered);
};
