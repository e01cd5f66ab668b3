import type {
  ClosedLostReason,
  InvitationStatus,
  OpportunityOrigin,
  ReviewStatus,
  Stage,
} from '@aws-sdk/client-partnercentral-selling';
import type { PartnerStanding, ReferralStage } from '../port.ts';
import { readWord } from '../read-word.ts';

// The words of AWS Partner Central (Selling API, model 2022-07-26). The types are the SDK's: a word that AWS adds does
// not compile until it has a meaning here.

export const stageOf: Readonly<Record<Stage, ReferralStage>> = {
  Prospect: 'PROSPECT',
  Qualified: 'QUALIFIED',
  'Technical Validation': 'TECHNICAL_VALIDATION',
  'Business Validation': 'BUSINESS_VALIDATION',
  Committed: 'COMMITTED',
  Launched: 'LAUNCHED',
  'Closed Lost': 'CLOSED_LOST',
};

export const stageWord: Readonly<Record<ReferralStage, Stage>> = {
  PROSPECT: 'Prospect',
  QUALIFIED: 'Qualified',
  TECHNICAL_VALIDATION: 'Technical Validation',
  BUSINESS_VALIDATION: 'Business Validation',
  COMMITTED: 'Committed',
  LAUNCHED: 'Launched',
  CLOSED_LOST: 'Closed Lost',
};

/** LifeCycle.ReviewStatus of an opportunity that we referred. */
export const standingOfReview: Readonly<Record<ReviewStatus, PartnerStanding>> = {
  'Pending Submission': 'CREATED',
  Submitted: 'SUBMITTED',
  'In review': 'IN_REVIEW',
  'Action Required': 'ACTION_REQUIRED',
  Approved: 'ACCEPTED',
  Rejected: 'REJECTED',
};

/** The review status in which a standing is seen; an offered referral has none, but an invitation. */
export const reviewOf: Readonly<Record<PartnerStanding, ReviewStatus | undefined>> = {
  CREATED: 'Pending Submission',
  SUBMITTED: 'Submitted',
  IN_REVIEW: 'In review',
  ACTION_REQUIRED: 'Action Required',
  ACCEPTED: 'Approved',
  REJECTED: 'Rejected',
  PENDING_ACCEPTANCE: undefined,
  EXPIRED: undefined,
  WON: 'Approved',
  LOST: 'Approved',
};

/** The status of an invitation by which AWS offers an opportunity to us. */
export const standingOfInvitation: Readonly<Record<InvitationStatus, PartnerStanding>> = {
  PENDING: 'PENDING_ACCEPTANCE',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
};

/** What a review status that this release does not know means: AWS has the referral, and nothing of it can be changed. */
const unknownReview: PartnerStanding = 'IN_REVIEW';

/** An accepted opportunity is over in these stages. */
const endOf: Readonly<Partial<Record<ReferralStage, PartnerStanding>>> = { LAUNCHED: 'WON', CLOSED_LOST: 'LOST' };

const awsReferral: OpportunityOrigin = 'AWS Referral';

/**
 * How AWS sees an opportunity, from the words of its life cycle. AWS gives a review status only to what a partner
 * referred ("only applicable for partner referrals"): what AWS referred is ours to work on.
 */
export const standingOf = (words: { reviewStatus?: unknown; stage?: unknown; origin?: unknown }): PartnerStanding => {
  const isOurs = words.reviewStatus === undefined && words.origin === awsReferral;
  const standing = isOurs ? 'ACCEPTED' : (readWord(standingOfReview, words.reviewStatus) ?? unknownReview);
  const stage = readWord(stageOf, words.stage);
  return (standing === 'ACCEPTED' && stage && endOf[stage]) || standing;
};

/** LifeCycle.ClosedLostReason, in AWS's order of its model. */
export const lostReasons: readonly ClosedLostReason[] = Object.keys({
  'Customer Deficiency': true,
  'Delay / Cancellation of Project': true,
  'Legal / Tax / Regulatory': true,
  'Lost to Competitor - Google': true,
  'Lost to Competitor - Microsoft': true,
  'Lost to Competitor - SoftLayer': true,
  'Lost to Competitor - VMWare': true,
  'Lost to Competitor - Other': true,
  'No Opportunity': true,
  'On Premises Deployment': true,
  'Partner Gap': true,
  Price: true,
  'Security / Compliance': true,
  'Technical Limitations': true,
  'Customer Experience': true,
  Other: true,
  'People/Relationship/Governance': true,
  'Product/Technology': true,
  'Financial/Commercial': true,
} satisfies Record<ClosedLostReason, true>) as ClosedLostReason[];
