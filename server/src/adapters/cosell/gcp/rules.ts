import { documentChecker, type FixedPaths } from '../check-document.ts';
import { isAbsent, isObject, putAt, valueAt } from '../document.ts';
import {
  type CoSellRules,
  type DocumentFault,
  type PartnerStanding,
  type ReferralDocument,
  type ReferralStage,
  referralStages,
  type Situation,
} from '../port.ts';
import { type ClearableLens, type Lens, numberLens, textLens, translation, unstated } from '../translation.ts';
import { dateLens, dayOfDate } from './google-date.ts';
import { quality } from './quality.ts';
import { rules as members, partnerOnly } from './table.ts';
import { readStage, stageOf, stageWord } from './words.ts';

const hasOpportunity = (document: ReferralDocument): boolean => isObject(document.opportunity);

/** The value in the opportunity, else in the lead from which it was created. Written to the opportunity as soon as one exists. */
const later = <T>(opportunity: ClearableLens<T>, lead: ClearableLens<T>): ClearableLens<T> => ({
  read: (document) => opportunity.read(document) ?? lead.read(document),
  write: (document, value) => (hasOpportunity(document) ? opportunity : lead).write(document, value),
  clear: (document) => (hasOpportunity(document) ? opportunity : lead).clear(document),
});

const putStage = (document: ReferralDocument, stage: ReferralStage): ReferralDocument =>
  putAt(document, 'opportunity.salesStage', stageWord[stage]);

/** A lead has no stage; it is ours alone until Google makes an opportunity of it. */
const stage: Lens<ReferralStage> = {
  read: (document) => readStage(valueAt(document, 'opportunity.salesStage')),
  write: (document, next) => (hasOpportunity(document) ? putStage(document, next) : document),
};

const nothing: FixedPaths = { paths: [], why: 'only Google writes it' };
const everything = (why: string): FixedPaths => ({ paths: ['lead', 'opportunity'], why });
/** The API has no method that changes a lead. */
const lead: FixedPaths = { paths: ['lead'], why: 'Google accepts no changes to a lead; change the opportunity' };

const fixedByStanding: Readonly<Record<PartnerStanding, FixedPaths>> = {
  CREATED: nothing,
  SUBMITTED: everything('Google has it in review'),
  IN_REVIEW: everything('Google has it in review'),
  ACTION_REQUIRED: lead,
  ACCEPTED: lead,
  REJECTED: everything('Google has rejected it; register the deal again'),
  PENDING_ACCEPTANCE: lead,
  EXPIRED: everything('Google has closed it'),
  WON: lead,
  LOST: lead,
};

const faultsOfDates = (document: ReferralDocument, { act, today, before }: Situation): DocumentFault[] =>
  ['lead.estimatedCloseDate', 'opportunity.closeDate'].flatMap((path): DocumentFault[] => {
    const value = valueAt(document, path);
    if (!isObject(value) || isAbsent(value.year) || isAbsent(value.month) || isAbsent(value.day)) return [];
    const day = dayOfDate(value);
    if (!day) return [{ path, code: 'format', message: 'must be a day of the calendar, with its year' }];
    const isNew = act === 'SUBMIT' || day !== dayOfDate(valueAt(before, path));
    return isNew && day < today ? [{ path, code: 'past', message: `must not be in the past; today is ${today}` }] : [];
  });

const check = documentChecker({
  rules: members,
  closed: false,
  fixed: (standing) => fixedByStanding[standing],
  also: faultsOfDates,
});

/** Deals at Google: documents of a `lead`, and of the `opportunity` that Google makes of it (Cloud CRM Partners API v1). */
export const gcpRules: CoSellRules = {
  partner: 'GCP',
  slot: 'gcpOpportunityV2',
  ...translation({
    name: textLens('lead.opportunitySummary'),
    company: {
      name: textLens('lead.customer.company'),
      website: unstated,
      country: textLens('lead.customer.customerAddress.regionCode'),
      industry: textLens('lead.customer.industry'),
    },
    stage,
    dealValue: later(numberLens('opportunity.dealSize'), numberLens('lead.partnerAnnualContractValue')),
    currency: textLens('lead.leadCurrencyCode'),
    targetCloseDate: later(dateLens('opportunity.closeDate'), dateLens('lead.estimatedCloseDate')),
    crmRecordId: later(textLens('opportunity.externalSystemId'), textLens('lead.externalSystemId')),
  }),
  check,
  statedStages: Object.values(stageOf),
  // Google publishes no order of its stages.
  stagesAfter: (from) => referralStages.filter((one) => one !== from),
  close: (document, outcome) => putStage(document, outcome === 'WON' ? 'LAUNCHED' : 'CLOSED_LOST'),
  lostReasons: [],
  links: () => ({}),
  made: (document) => document,
  fixed: (standing) => [...new Set([...partnerOnly, ...fixedByStanding[standing].paths])],
  sets: [],
  quality,
};
