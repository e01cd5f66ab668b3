import type { Decimal } from '../../kit/decimal.ts';

/** Partners that deals are sold together with. */
export type CoSellPartner = 'AWS' | 'AZURE' | 'GCP';

export const coSellPartners = ['AWS', 'AZURE', 'GCP'] as const satisfies readonly CoSellPartner[];

/** One connected co-sell account. Credentials are opened only for a call. */
export type CoSellAccess = {
  connectionId: string;
  partner: CoSellPartner;
  /** AWS: the account of Partner Central; AZURE: the partner's MPN id; GCP: the partner id. */
  accountId: string;
  /** The address of the partner's API; absent: the real one. */
  endpoint: string | undefined;
  /** Addresses of single services, by the names of `adapters/partner-services.ts`. */
  endpoints?: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
  /**
   * Stores credentials that the partner has renewed, replacing the current ones. Absent: they need not be stored now. If stored twice, the
   * last ones are kept; if a user replaced them in the meantime, the user's are kept.
   */
  keep?: (renewed: Readonly<Record<string, string>>) => Promise<void>;
};

/** A referral in the partner's own members and words (AWS: those of CreateOpportunity). */
export type ReferralDocument = Readonly<Record<string, unknown>>;

/** The stages of a deal, in their order; a lost deal has left it. The words of the API. */
export const referralStages = [
  'PROSPECT',
  'QUALIFIED',
  'TECHNICAL_VALIDATION',
  'BUSINESS_VALIDATION',
  'COMMITTED',
  'LAUNCHED',
  'CLOSED_LOST',
] as const;
export type ReferralStage = (typeof referralStages)[number];

/** How a partner sees a referral, in the words of the API. */
export type PartnerStanding =
  /** Only at the partner as a draft. */
  | 'CREATED'
  | 'SUBMITTED'
  | 'IN_REVIEW'
  | 'ACTION_REQUIRED'
  | 'ACCEPTED'
  | 'REJECTED'
  /** The partner offers it to us. */
  | 'PENDING_ACCEPTANCE'
  | 'EXPIRED'
  | 'WON'
  | 'LOST';

export type BuyerCompany = { name: string; website?: string; country?: string; industry?: string };

/** What every partner's document says, in one vocabulary. A member that it does not state is absent. */
export type UnifiedReferral = {
  name?: string;
  /** A partner that hides the buyer still states some of it: AWS its country, where national security is concerned. */
  buyerCompany?: Partial<BuyerCompany>;
  stage?: ReferralStage;
  /** The expected value of the deal as the partner states it. */
  dealValue?: Decimal;
  /** ISO 4217. */
  currency?: string;
  /** YYYY-MM-DD. */
  targetCloseDate?: string;
  /** The id of the CRM record, as the partner keeps it for us. */
  crmRecordId?: string;
};

/** Unified members that a deal can be without. */
export const clearableMembers = [
  'dealValue',
  'currency',
  'targetCloseDate',
] as const satisfies readonly (keyof UnifiedReferral)[];
export type ClearableMember = (typeof clearableMembers)[number];

/** A fault of a document. `path` is dotted, from the document's root; `message` says how to mend it. */
export type DocumentFault = { path: string; code: string; message: string };

/** Someone at the partner who works on the deal. */
export type PartnerContactRead = { name: string; email: string; title?: string; role?: string };

/** A referral as its partner shows it. */
export type ReferralRead = {
  externalId: string;
  /** The id under which it was offered, if it is another. */
  formerExternalId?: string;
  direction: 'OUTBOUND' | 'INBOUND';
  /** Opaque; a write names the version that it was made for, and the partner refuses it if it is not the latest. */
  version: string;
  /** When the partner last changed it, as it says. */
  updatedTime: Date;
  standing: PartnerStanding;
  /** The partner's own words for the standing, and its reason or comments. */
  words: { status: string; reason?: string; comments?: string };
  /** An offered referral expires then. */
  acceptBy?: Date;
  /** Its document, without what only the partner writes. */
  document: ReferralDocument;
  /** What only the partner writes: insights, its own stage, next best actions. Shown, never sent back. */
  partnerDocument: ReferralDocument;
  contacts: readonly PartnerContactRead[];
};

/** What changes at a partner since a time that it gave us before; null: since ever. */
export type ChangesRead = {
  /** Ids of referrals, and of referrals that are offered to us. */
  externalIds: readonly string[];
  /** To be given back at the next read. */
  cursor: string;
};

/** How much of a document may be changed in a situation. */
export type Situation = {
  act: 'SUBMIT' | 'UPDATE';
  /** The standing at the partner, for an update. */
  standing?: PartnerStanding;
  /** The document as the partner has it, for an update. */
  before?: ReferralDocument;
  /** Business day, YYYY-MM-DD. */
  today: string;
  /** What is stored with the document; absent: it is not checked for completeness. */
  links?: ReferralLinks;
};

/** One named part of the score of a draft. */
export type QualityFactor = {
  name: string;
  maxPoints: number;
  /** 0 to maxPoints. */
  points(document: ReferralDocument): number;
  advice: string;
};

/** What is known of a partner's referrals without asking it: pure, and the same for the same input. */
export type CoSellRules = {
  partner: CoSellPartner;
  /** The member of a referral's `info` that holds its document. */
  slot: 'aceOpportunityV2' | 'createMicrosoftReferralRequest' | 'gcpOpportunityV2';
  unify(document: ReferralDocument): UnifiedReferral;
  /** The document with what a caller changed in the unified members. */
  write(document: ReferralDocument, change: UnifiedReferral): ReferralDocument;
  /** The document without what a caller cleared. It may still state a member from somewhere else: `unify` says so. */
  clear(document: ReferralDocument, members: readonly ClearableMember[]): ReferralDocument;
  /** Every fault that the partner would find, and what it cannot read. Empty: it can be sent. */
  check(document: ReferralDocument, situation: Situation): DocumentFault[];
  /**
   * The stages that the partner's words tell apart. Any other is ours alone: `write` uses the nearest word, and `unify`
   * states that word's stage, or none.
   */
  statedStages: readonly ReferralStage[];
  /** The stages that may follow; the same stage is always allowed. */
  stagesAfter(stage: ReferralStage): readonly ReferralStage[];
  /** The document that closes the deal as lost or won, in the partner's words. `reason` is one of `lostReasons`, if it has any. */
  close(document: ReferralDocument, outcome: 'WON' | 'LOST', reason: string | undefined): ReferralDocument;
  lostReasons: readonly string[];
  links(document: ReferralDocument): ReferralLinks;
  /** The document as `create` makes it: without what is linked by `submit`. */
  made(document: ReferralDocument): ReferralDocument;
  /** Dotted paths that only the partner writes, or that it refuses in that standing. A path stands for all below it. */
  fixed(standing: PartnerStanding): readonly string[];
  /** Dotted paths of lists whose items each side adds and removes by themselves, in no order. */
  sets: readonly string[];
  quality: readonly QualityFactor[];
};

export type SolutionRead = {
  id: string;
  name: string;
  publisherName: string;
  solutionType: 'MICROSOFT' | 'THIRD_PARTY';
  type: string;
};

/** The parts of the document that a partner accepts in separate calls, once the referral exists. */
export type ReferralLinks = {
  /** What is sold, and the private offer, by their ids at the partner (AWS: the members of RelatedEntityIdentifiers). */
  related?: Readonly<Record<string, readonly string[]>>;
  /** AWS only: whether the partner sells along, or only sees it. */
  involvement?: 'CO_SELL' | 'FOR_VISIBILITY_ONLY';
  visibility?: 'FULL' | 'LIMITED';
};

/** What a partner without idempotency keys needs to recognize what an earlier attempt has made. */
export type EarlierAttempts = {
  /** When the first attempt began, at the earliest. */
  since: Date;
  /** Whether that id belongs to another referral of ours. */
  isTaken(externalId: string): Promise<boolean>;
};

/** The code of the refusal of an update that was made for another version than the latest. */
export const staleVersionCode = 'StaleVersion';

/**
 * One partner. Every call may be made again with the same key or version and then has no second effect. Errors are partner
 * errors (`partner-error.ts`). A member that is absent is something that the partner does not offer.
 */
export type CoSell = {
  rules: CoSellRules;
  /** Throws a partner error if the account cannot be used. */
  verify(access: CoSellAccess): Promise<void>;
  /**
   * Makes the referral at the partner and returns its id. `key`: the same for every attempt. Absent: the partner has no
   * interface, and the referral is handed over by file.
   */
  create?(
    access: CoSellAccess,
    document: ReferralDocument,
    links: ReferralLinks,
    key: string,
    earlier: EarlierAttempts,
  ): Promise<string>;
  /** Links what the document names, and has the partner review it. Absent: creating it does. */
  submit?(access: CoSellAccess, externalId: string, links: ReferralLinks, key: string): Promise<void>;
  /**
   * Null: there is none that this account may see. The id of an offered referral that was accepted reads what it became.
   */
  read?(access: CoSellAccess, externalId: string): Promise<ReferralRead | null>;
  /** Replaces what it may of the document; refused with `staleVersionCode` if the partner has another version. */
  update?(
    access: CoSellAccess,
    externalId: string,
    document: ReferralDocument,
    version: string,
    key: string,
  ): Promise<void>;
  /** Accepts what the partner offers; returns the id under which it is to be read from then on, null while the partner works on it. */
  accept?(access: CoSellAccess, externalId: string, key: string): Promise<string | null>;
  decline?(access: CoSellAccess, externalId: string, reason: string, key: string): Promise<void>;
  /** At most 1000 at once. */
  listChanged?(access: CoSellAccess, cursor: string | null): Promise<ChangesRead>;
  /** Another partner is asked to join the deal; returns the id of its referral. */
  invitePartner?(
    access: CoSellAccess,
    externalId: string,
    invited: { partnerId: string; notes: string; assistanceRequestCode: string },
    key: string,
  ): Promise<string>;
  /** Connected partners whose name has that text, in any case. */
  searchPartners?(
    access: CoSellAccess,
    query: string,
    limit: number,
  ): Promise<{ id: string; name: string; awsAccountId: string }[]>;
  searchSolutions?(access: CoSellAccess, kind: SolutionRead['solutionType'], term: string): Promise<SolutionRead[]>;
  /** A readable sentence for a refusal. */
  prettifyError(error: { code: string; message: string }): string;
  /** What a refusal says about single members, by their paths in the document; empty if it names none. */
  readFaults(details: unknown): DocumentFault[];
};

/** The partners by code, as wired; absent ones are not available. */
export type CoSells = Readonly<Partial<Record<CoSellPartner, CoSell>>>;
