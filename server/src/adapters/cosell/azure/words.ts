import type { PartnerStanding, ReferralStage } from '../port.ts';
import { readWord } from '../read-word.ts';

// The words of Microsoft's referrals (Partner Center documentation, "Referral resources": ReferralStatus,
// ReferralSubstatus, "Status & Substatus transition states"). `None` is in the enumerations, and has no meaning.

export const statuses = ['New', 'Active', 'Closed'] as const;
export type Status = (typeof statuses)[number];

export const substatuses = ['Pending', 'Received', 'Accepted', 'Won', 'Lost', 'Declined', 'Expired'] as const;
export type Substatus = (typeof substatuses)[number];

/** A row for each substatus: its status, and what both mean. Pending is ours in review; Received is offered to us. */
export const meaningOf: Readonly<
  Record<Substatus, { status: Status; standing: PartnerStanding; stage?: ReferralStage }>
> = {
  Pending: { status: 'New', standing: 'SUBMITTED' },
  Received: { status: 'New', standing: 'PENDING_ACCEPTANCE' },
  Accepted: { status: 'Active', standing: 'ACCEPTED' },
  Won: { status: 'Closed', standing: 'WON', stage: 'LAUNCHED' },
  Lost: { status: 'Closed', standing: 'LOST', stage: 'CLOSED_LOST' },
  Declined: { status: 'Closed', standing: 'REJECTED', stage: 'CLOSED_LOST' },
  Expired: { status: 'Closed', standing: 'EXPIRED', stage: 'CLOSED_LOST' },
};

/** The words for each status; Microsoft has no drafts, never requires action, and does not distinguish a review from its queue. */
export const wordsOf: Readonly<Record<PartnerStanding, Substatus | undefined>> = {
  CREATED: undefined,
  SUBMITTED: 'Pending',
  IN_REVIEW: 'Pending',
  ACTION_REQUIRED: undefined,
  ACCEPTED: 'Accepted',
  REJECTED: 'Declined',
  PENDING_ACCEPTANCE: 'Received',
  EXPIRED: 'Expired',
  WON: 'Won',
  LOST: 'Lost',
};

/** The words that a stage needs. An open stage is ours alone: it needs an accepted referral only where that is closed. */
export const wordsOfStage: Readonly<Record<ReferralStage, Substatus>> = {
  PROSPECT: 'Accepted',
  QUALIFIED: 'Accepted',
  TECHNICAL_VALIDATION: 'Accepted',
  BUSINESS_VALIDATION: 'Accepted',
  COMMITTED: 'Accepted',
  LAUNCHED: 'Won',
  CLOSED_LOST: 'Lost',
};

/** What a status alone means, beside a substatus that is missing or that this release does not know. */
const standingOfStatus: Readonly<Record<Status, PartnerStanding>> = {
  New: 'SUBMITTED',
  Active: 'ACCEPTED',
  Closed: 'EXPIRED',
};

/** What unknown words mean: Microsoft has the referral, and nothing is done about it until its words are known. */
const unknownWords: PartnerStanding = 'IN_REVIEW';

export const standingOf = (words: { status?: unknown; substatus?: unknown }): PartnerStanding =>
  readWord(meaningOf, words.substatus)?.standing ?? readWord(standingOfStatus, words.status) ?? unknownWords;

/** Which status may follow a status. Closed stays closed. */
export const statusesAfter: Readonly<Record<Status, readonly Status[]>> = {
  New: ['New', 'Active', 'Closed'],
  Active: ['Active', 'Closed'],
  Closed: ['Closed'],
};
