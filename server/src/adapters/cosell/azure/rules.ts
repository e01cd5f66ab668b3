import { joinWithOr } from '../../../kit/join-words.ts';
import { parseTime } from '../../../kit/time.ts';
import { documentChecker, type FixedPaths, wholeDocument } from '../check-document.ts';
import { listAt, putAt, textAt, valueAt } from '../document.ts';
import {
  type CoSellRules,
  type DocumentFault,
  type PartnerStanding,
  type ReferralDocument,
  type ReferralStage,
  referralStages,
  type Situation,
} from '../port.ts';
import { readWord } from '../read-word.ts';
import { type ClearableLens, type Lens, numberLens, textLens, translation, unstated } from '../translation.ts';
import { quality } from './quality.ts';
import { rules as members, partnerOnly, partnerOnlyLater } from './table.ts';
import { meaningOf, type Substatus, statusesAfter, wordsOfStage } from './words.ts';

const closing = 'details.closingDateTime';
const consentToShare = 'consent.consentToToShareInfoWithOthers';

const dayOf = (document: ReferralDocument): string | undefined =>
  parseTime(textAt(document, closing) ?? '')
    ?.toISOString()
    .match(/^\d{4}-\d\d-\d\d/)?.[0];

const targetCloseDate: ClearableLens<string> = {
  read: dayOf,
  write: (document, day) => putAt(document, closing, `${day}T00:00:00Z`),
  clear: (document) => putAt(document, closing, undefined),
};

/** The first industry; the others stay. */
const industry: Lens<string> = {
  read: (document) => textAt(document, 'details.requirements.industries.0.id'),
  write: (document, id) => {
    const [, ...others] = listAt(document, 'details.requirements.industries');
    return putAt(document, 'details.requirements.industries', [{ id }, ...others]);
  },
};

const meaning = (document: ReferralDocument) => readWord(meaningOf, valueAt(document, 'substatus'));

const putWords = (document: ReferralDocument, substatus: Substatus): ReferralDocument =>
  putAt(putAt(document, 'status', meaningOf[substatus].status), 'substatus', substatus);

/** Microsoft knows no stages of an open deal: only the end of one is stated. */
const stage: Lens<ReferralStage> = {
  read: (document) => meaning(document)?.stage,
  write: (document, next) => {
    const substatus = wordsOfStage[next];
    const isOpen = meaningOf[substatus].stage === undefined;
    return isOpen && meaning(document)?.stage === undefined ? document : putWords(document, substatus);
  },
};

const isEnd = (one: ReferralStage): boolean => meaningOf[wordsOfStage[one]].stage !== undefined;

const stagesAfter = (from: ReferralStage): readonly ReferralStage[] =>
  isEnd(from) ? [] : referralStages.filter((one) => one !== from);

const everything = { paths: wholeDocument(members).filter((name) => !partnerOnly.includes(name)) };
const closed: FixedPaths = { ...everything, why: 'the referral is closed, and Microsoft reopens none' };
/** The PATCH of Microsoft replaces any member of an open referral. */
const free: FixedPaths = { paths: [], why: 'only Microsoft writes it' };

const fixedByStanding: Readonly<Record<PartnerStanding, FixedPaths>> = {
  CREATED: free,
  SUBMITTED: free,
  IN_REVIEW: free,
  ACTION_REQUIRED: free,
  ACCEPTED: free,
  REJECTED: closed,
  PENDING_ACCEPTANCE: { ...everything, why: 'Microsoft offers it; accept it first' },
  EXPIRED: closed,
  WON: closed,
  LOST: closed,
};

const faultsOfWords = (document: ReferralDocument, { before }: Situation): DocumentFault[] => {
  const found = meaning(document);
  const status = readWord(statusesAfter, valueAt(document, 'status'));
  const faults: DocumentFault[] = [];
  if (found && status && found.status !== valueAt(document, 'status')) {
    const message = `must be ${found.status}, the status of the substatus ${textAt(document, 'substatus')}`;
    faults.push({ path: 'status', code: 'value', message });
  }
  const old = textAt(before, 'status');
  const allowed = readWord(statusesAfter, old);
  const next = textAt(document, 'status');
  if (allowed && next && !allowed.some((one) => one === next)) {
    faults.push({ path: 'status', code: 'stage', message: `cannot follow ${old}; it must be ${joinWithOr(allowed)}` });
  }
  return faults;
};

const faultsOfConsent = (document: ReferralDocument, { act }: Situation): DocumentFault[] => {
  const names = listAt(document, 'customerProfile.team').length > 0;
  if (act !== 'SUBMIT' || !names || valueAt(document, consentToShare) !== false) return [];
  const message = "must be true where the customer's contacts are named: ask them first, or leave them out";
  return [{ path: consentToShare, code: 'consent', message }];
};

const check = documentChecker({
  rules: members,
  closed: false,
  fixed: (standing) => fixedByStanding[standing],
  also: (document, situation) => [...faultsOfWords(document, situation), ...faultsOfConsent(document, situation)],
});

/** Referrals of Microsoft Partner Center: documents in the members of "Create a referral". */
export const azureRules: CoSellRules = {
  partner: 'AZURE',
  slot: 'createMicrosoftReferralRequest',
  ...translation({
    name: textLens('name'),
    company: {
      name: textLens('customerProfile.name'),
      website: unstated,
      country: textLens('customerProfile.address.country'),
      industry,
    },
    stage,
    dealValue: numberLens('details.dealValue'),
    currency: textLens('details.currency'),
    targetCloseDate,
    crmRecordId: textLens('externalReferenceId'),
  }),
  check,
  statedStages: referralStages.filter(isEnd),
  stagesAfter,
  close: (document, outcome, reason) => {
    const closedDocument = putWords(document, outcome === 'WON' ? 'Won' : 'Lost');
    return reason === undefined ? closedDocument : putAt(closedDocument, 'statusReason', reason);
  },
  lostReasons: [],
  links: () => ({}),
  made: (document) => document,
  fixed: (standing) => [...partnerOnly, ...partnerOnlyLater, ...fixedByStanding[standing].paths],
  sets: [],
  quality,
};
