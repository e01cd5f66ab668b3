import type { AwsTransaction } from '../state.ts';
import { createEngagement, partyOf } from './engagements.ts';
import { sendMemberEvent } from './events.ts';
import { addInvitation } from './invitations.ts';
import { payloadOf } from './invited-opportunity.ts';
import { changeOpportunity, dayOf } from './opportunity-store.ts';
import { submissionProblems } from './record-rules.ts';
import type { AwsSide, Opportunity, Submission } from './rows.ts';
import type { Problem } from './shape.ts';

/** What keeps an opportunity from being submitted now. */
export const problemsOf = (opportunity: Opportunity, { InvolvementType }: Submission, at: number): Problem[] => {
  const { record, related, reviewStatus } = opportunity;
  if (reviewStatus !== 'Pending Submission') {
    const message = `is ${reviewStatus}: only an opportunity that is Pending Submission can be submitted`;
    return [{ code: 'INVALID_RESOURCE_STATE', field: 'LifeCycle.ReviewStatus', message }];
  }
  const problems = submissionProblems({ record, related, involvementType: InvolvementType, today: dayOf(at) });
  if (record.NationalSecurity === 'Yes' && InvolvementType !== 'Co-Sell') {
    // Opportunity-Fields.csv, doesOppBelongToNatSec: such an opportunity requires the support of AWS.
    const message = 'must be Co-Sell for a matter of national security';
    problems.push({ code: 'INVALID_VALUE', field: 'InvolvementType', message });
  }
  return problems;
};

/** The opportunity as AWS begins to track it. */
export const openAwsSide = (opportunity: Opportunity, { InvolvementType, Visibility }: Submission): AwsSide => ({
  involvementType: InvolvementType,
  visibility: Visibility ?? 'Full',
  changeReason: null,
  stage: 'Not Started',
  targetCloseDate: opportunity.record.LifeCycle?.TargetCloseDate ?? null,
  closedLostReason: null,
  nextSteps: null,
  nextStepsHistory: [],
  team: [],
  score: null,
  trend: null,
  engagementScore: null,
  nextBestActions: null,
  cosellMotion: null,
});

/** Submits an opportunity to the validation of AWS. */
export const submit = (transaction: AwsTransaction, opportunity: Opportunity, submission: Submission): Opportunity =>
  changeOpportunity(transaction, opportunity, {
    reviewStatus: 'Submitted',
    aws: openAwsSide(opportunity, submission),
  });

/**
 * Everything that StartEngagementFromOpportunityTask does for a valid opportunity (model): an engagement with a snapshot of
 * it, an invitation to AWS, and the submission.
 */
export const submitWithEngagement = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  submission: Submission,
): Opportunity => {
  const { accountId, catalog, record } = opportunity;
  const creator = partyOf(transaction, accountId);
  const engagement = createEngagement(transaction, { catalog, creator, record });
  sendMemberEvent(transaction, engagement, creator);
  const invitation = addInvitation(transaction, {
    catalog,
    engagementId: engagement.id,
    senderAccountId: accountId,
    senderCompanyName: creator.companyName,
    receiverAccountId: 'aws',
    message: 'Please review this opportunity.',
    payloadType: 'OpportunityInvitation',
    payload: payloadOf(record, ['Co-Sell Facilitator']),
    opportunity: null,
  });
  const shared: Opportunity = {
    ...opportunity,
    engagementId: engagement.id,
    invitationId: invitation.id,
    snapshotJobId: `job-${transaction.ids.text(13)}`,
  };
  return submit(transaction, shared, submission);
};
