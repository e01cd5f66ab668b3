import { factsOf, type Transitions } from '../../../kit/transitions.ts';

export const referralStatuses = [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'SUBMITTED',
  'IN_REVIEW',
  'ACTION_REQUIRED',
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'WON',
  'LOST',
  'ARCHIVED',
] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

type Fact =
  /** Only here: it can be changed freely and submitted. */
  | 'draft'
  /** Neither ended nor archived. */
  | 'open'
  /** Has ended, and may be put away. */
  | 'ended'
  /** Won or lost. */
  | 'closed'
  | 'won'
  | 'lost'
  /** Ended for a reason that is shown, if one was given. */
  | 'reasoned'
  /** Put away. */
  | 'archived'
  /** Its partner offers it, and waits for our answer. */
  | 'offered'
  /** Its partner can show it, and a change of ours is sent there. */
  | 'atPartner'
  /** Its partner is making it: what is changed now is sent afterwards. */
  | 'beingMade'
  /** Its partner got it as a file, if it has no interface. */
  | 'handedOver'
  /** No longer the referral of its CRM record: another may be created without force. */
  | 'givenUp';

export const referralIs = factsOf<ReferralStatus, Fact>({
  DRAFT: ['draft', 'open'],
  PENDING_CREATE: ['open', 'beingMade'],
  CREATE_FAILED: ['draft', 'open', 'ended'],
  SUBMITTED: ['open', 'atPartner', 'handedOver'],
  IN_REVIEW: ['open', 'atPartner', 'handedOver'],
  ACTION_REQUIRED: ['open', 'atPartner', 'handedOver'],
  PENDING_ACCEPTANCE: ['open', 'offered', 'atPartner'],
  ACCEPTED: ['open', 'atPartner', 'handedOver'],
  REJECTED: ['ended', 'reasoned', 'givenUp'],
  EXPIRED: ['ended', 'givenUp'],
  WON: ['ended', 'closed', 'won', 'atPartner', 'handedOver'],
  LOST: ['ended', 'closed', 'lost', 'reasoned', 'atPartner', 'handedOver'],
  ARCHIVED: ['givenUp', 'archived', 'reasoned'],
});

/** Whether both sides agree, as it was last tried. */
export const syncIs = factsOf<'IN_SYNC' | 'PENDING' | 'FAILED', 'done' | 'pending'>({
  IN_SYNC: ['done'],
  PENDING: ['pending'],
  FAILED: [],
});

/** Under review at the partner, by people. */
const reviewed = ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED'] as const;
const open = referralStatuses.filter((status) => referralIs.open(status));
const ended = referralStatuses.filter((status) => referralIs.ended(status));
/** An offer is answered, not lost: until it is accepted, AWS and Microsoft take nothing but an answer (decision 0124). */
const losable = open.filter((status) => !referralIs.offered(status));

/** The states of a referral (decided.md 4; domain-rules.md 9). `show…`: the partner's read shows this state. */
export const referralTransitions = {
  change: {
    from: referralStatuses.filter((status) => referralIs.open(status) || referralIs.closed(status)),
    to: 'SAME',
    trigger: 'a caller changes the deal, or its partner or CRM does',
  },
  submit: { from: ['DRAFT', 'CREATE_FAILED'], to: 'PENDING_CREATE', trigger: 'a caller submits it to the partner' },
  register: { from: ['DRAFT'], to: 'ACCEPTED', trigger: 'DIRECT: the seller accepts the registration of the deal' },
  submitted: {
    from: ['PENDING_CREATE'],
    to: 'SUBMITTED',
    trigger: 'the partner has taken it, or GCP: its file is made',
  },
  createFailed: { from: ['PENDING_CREATE'], to: 'CREATE_FAILED', trigger: 'the partner refused it' },
  answer: { from: ['ACTION_REQUIRED'], to: 'SUBMITTED', trigger: 'a caller mends what the partner asked for' },
  invite: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'ACCEPTED'],
    to: 'SAME',
    trigger: 'AZURE: a caller invites another partner',
  },
  accept: { from: ['PENDING_ACCEPTANCE'], to: 'SAME', trigger: 'a caller accepts what the partner offers' },
  decline: { from: ['PENDING_ACCEPTANCE'], to: 'SAME', trigger: 'a caller declines what the partner offers' },
  review: {
    from: ['SUBMITTED', 'ACTION_REQUIRED'],
    to: 'IN_REVIEW',
    trigger: 'GCP: a caller notes that it is in review',
  },
  demand: {
    from: ['SUBMITTED', 'IN_REVIEW'],
    to: 'ACTION_REQUIRED',
    trigger: 'GCP: a caller notes that more is wanted',
  },
  approve: { from: reviewed, to: 'ACCEPTED', trigger: 'GCP: a caller notes that the partner accepted it' },
  refuse: { from: reviewed, to: 'REJECTED', trigger: 'GCP: a caller notes that the partner rejected it' },
  win: { from: ['ACCEPTED'], to: 'WON', trigger: 'a caller closes the deal as won' },
  lose: { from: losable, to: 'LOST', trigger: 'a caller closes the deal as lost' },
  reopen: {
    from: ['WON', 'LOST'],
    to: 'ACCEPTED',
    trigger: 'a caller reopens it, while no commission of it is past PENDING_CONFIRMATION',
  },
  reopenThere: {
    from: ['WON', 'LOST', 'ARCHIVED'],
    to: 'ACCEPTED',
    trigger: "DIRECT: the seller reopens the deal; the partner's copy follows, also if it was put away",
  },
  share: { from: ['ACCEPTED'], to: 'SAME', trigger: 'DIRECT: the seller changes what the partner earns' },
  archive: { from: ended, to: 'ARCHIVED', trigger: 'a caller puts it away' },
  showSubmitted: { from: ['IN_REVIEW', 'ACTION_REQUIRED'], to: 'SUBMITTED', trigger: 'a read of the partner' },
  showInReview: { from: ['SUBMITTED', 'ACTION_REQUIRED'], to: 'IN_REVIEW', trigger: 'a read of the partner' },
  showActionRequired: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACCEPTED'],
    to: 'ACTION_REQUIRED',
    trigger: 'a read of the partner',
  },
  showAccepted: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'PENDING_ACCEPTANCE', 'WON', 'LOST', 'EXPIRED'],
    to: 'ACCEPTED',
    trigger: 'a read of the partner',
  },
  showRejected: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'PENDING_ACCEPTANCE'],
    to: 'REJECTED',
    trigger: 'a read of the partner',
  },
  showExpired: {
    from: ['SUBMITTED', 'IN_REVIEW', 'PENDING_ACCEPTANCE'],
    to: 'EXPIRED',
    trigger: 'a read of the partner',
  },
  showWon: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'ACCEPTED', 'LOST'],
    to: 'WON',
    trigger: 'a read of the partner',
  },
  showLost: {
    from: ['SUBMITTED', 'IN_REVIEW', 'ACTION_REQUIRED', 'PENDING_ACCEPTANCE', 'ACCEPTED', 'WON'],
    to: 'LOST',
    trigger: 'a read of the partner',
  },
} as const satisfies Transitions<ReferralStatus, string>;

export type ReferralAct = keyof typeof referralTransitions;

export const stateTables = { referral: { statuses: referralStatuses, acts: referralTransitions } };

/** What a caller may ask for in `status`, each with the acts that it can mean; the first that is allowed counts. */
export const callerMoves = {
  SUBMITTED: ['submit', 'answer'],
  PENDING_CREATE: ['submit'],
  IN_REVIEW: ['review'],
  ACTION_REQUIRED: ['demand'],
  ACCEPTED: ['accept', 'register', 'approve', 'reopen'],
  REJECTED: ['decline', 'refuse'],
  WON: ['win'],
  LOST: ['lose'],
  ARCHIVED: ['archive'],
} as const satisfies Partial<Record<ReferralStatus, readonly ReferralAct[]>>;

/** Acts that only the partner's word may do where the partner has an interface. */
export const handMoves: readonly ReferralAct[] = ['review', 'demand', 'approve', 'refuse'];
