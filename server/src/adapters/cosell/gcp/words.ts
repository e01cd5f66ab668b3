import type { PartnerStanding, ReferralStage } from '../port.ts';
import { readWord } from '../read-word.ts';

// The words of Google's leads and opportunities (Cloud CRM Partners API v1). UNCONFIRMED: Google's pages name the
// enumerations `salesStage`, `leadStatus` and `leadApprovalStatus`, but their words could not be read. The stages are those of a single
// third-party integration, which is not authoritative; of the states only DRAFT, SUBMITTED, ACCEPTED and
// REJECTED are Google's (Cloud Channel API, opportunities), the others are guesses. Correct them in this file with the first account.
// Prefixes such as SALES_STAGE_ are ignored, and an unlisted word is shown unchanged.

/** Opportunity.salesStage. */
export const stageOf = {
  QUALIFYING: 'PROSPECT',
  QUALIFIED: 'QUALIFIED',
  PROPOSAL: 'TECHNICAL_VALIDATION',
  NEGOTIATING: 'BUSINESS_VALIDATION',
  CLOSED_WON: 'LAUNCHED',
  CLOSED_LOST: 'CLOSED_LOST',
} as const satisfies Readonly<Record<string, ReferralStage>>;

export type SalesStage = keyof typeof stageOf;

/** The word for each stage; Google has none between negotiation and the end. */
export const stageWord: Readonly<Record<ReferralStage, SalesStage>> = {
  PROSPECT: 'QUALIFYING',
  QUALIFIED: 'QUALIFIED',
  TECHNICAL_VALIDATION: 'PROPOSAL',
  BUSINESS_VALIDATION: 'NEGOTIATING',
  COMMITTED: 'NEGOTIATING',
  LAUNCHED: 'CLOSED_WON',
  CLOSED_LOST: 'CLOSED_LOST',
};

/** The states of a registered deal. */
export const standingOfState = {
  DRAFT: 'CREATED',
  SUBMITTED: 'SUBMITTED',
  NEW: 'SUBMITTED',
  PENDING: 'IN_REVIEW',
  IN_REVIEW: 'IN_REVIEW',
  UNDER_REVIEW: 'IN_REVIEW',
  ACCEPTED: 'ACCEPTED',
  APPROVED: 'ACCEPTED',
  CONVERTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  DISQUALIFIED: 'REJECTED',
} as const satisfies Readonly<Record<string, PartnerStanding>>;

export type DealState = keyof typeof standingOfState;

/** The state for each status. Google has no state that requires action, and offers no leads. */
export const stateOf: Readonly<Record<PartnerStanding, DealState | undefined>> = {
  CREATED: 'DRAFT',
  SUBMITTED: 'SUBMITTED',
  IN_REVIEW: 'IN_REVIEW',
  ACTION_REQUIRED: undefined,
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  PENDING_ACCEPTANCE: undefined,
  EXPIRED: undefined,
  WON: 'ACCEPTED',
  LOST: 'ACCEPTED',
};

/** What a state that this release does not know means: Google has the lead, and nothing is done about it. */
const unknownState: PartnerStanding = 'IN_REVIEW';

const bare = (word: unknown): unknown =>
  typeof word === 'string'
    ? word.replace(/^(?:SALES_STAGE|LEAD_STATUS|APPROVAL_STATE|APPROVAL_STATUS|STATE)_/i, '')
    : word;

export const readStage = (word: unknown): ReferralStage | undefined => readWord(stageOf, bare(word));

const endOf: Readonly<Partial<Record<ReferralStage, PartnerStanding>>> = { LAUNCHED: 'WON', CLOSED_LOST: 'LOST' };

/** How Google sees a deal: from the approval of its lead, else its status; the sales stage of its opportunity ends it. */
export const standingOf = (words: { approval?: unknown; status?: unknown; salesStage?: unknown }): PartnerStanding => {
  const stage = readStage(words.salesStage);
  const end = stage && endOf[stage];
  const standing = readWord(standingOfState, bare(words.approval)) ?? readWord(standingOfState, bare(words.status));
  return end ?? standing ?? unknownState;
};
