import { big, type Decimal } from '../../../kit/decimal.ts';
import { allBut, documentChecker, type FixedPaths, wholeDocument } from '../check-document.ts';
import { isObject, listAt, putAt, textAt, valueAt } from '../document.ts';
import type {
  CoSellRules,
  DocumentFault,
  PartnerStanding,
  ReferralDocument,
  ReferralStage,
  Situation,
} from '../port.ts';
import { referralStages } from '../port.ts';
import { readWord } from '../read-word.ts';
import { mayFollow } from '../stages.ts';
import { type ClearableLens, dayLens, type Lens, textLens, translation } from '../translation.ts';
import { countriesWithoutPostalCodes, fitsPostalFormat, postalFormatsOf } from './postal-codes.ts';
import { quality } from './quality.ts';
import {
  fixedOnceApproved,
  freeInActionRequired,
  freeOnceLaunched,
  rules as members,
  onlyAtCreation,
  partnerOnly,
  relatedMember,
  relatedTypes,
  soldTypes,
} from './table.ts';
import { lostReasons, stageOf, stageWord } from './words.ts';

const account = 'Customer.Account';
const address = `${account}.Address`;
const spends = 'Project.ExpectedCustomerSpend';
const revenueValue = 'SoftwareRevenue.Value';
const stagePath = 'LifeCycle.Stage';
const lostReason = 'LifeCycle.ClosedLostReason';

// ── Money ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const amountAt = (document: ReferralDocument, path: string): Decimal | undefined => {
  const text = textAt(document, `${path}.Amount`);
  return text !== undefined && /^(0|[1-9]\d{0,17})(\.\d{1,2})?$/.test(text) ? big(text).toFixed() : undefined;
};

const spendOf = (document: ReferralDocument, company: 'AWS' | 'Self'): string | undefined => {
  const index = listAt(document, spends).findIndex((spend) => isObject(spend) && spend.TargetCompany === company);
  return index < 0 ? undefined : `${spends}.${index}`;
};

/** Where the document states the contract's value: the software's value, or the seller's own spend entry. */
const contractPath = (document: ReferralDocument): string | undefined =>
  isObject(valueAt(document, revenueValue)) ? revenueValue : spendOf(document, 'Self');

/** AWS: from 1 to 144 months, as a text. */
const monthsOf = (document: ReferralDocument): number | undefined => {
  const months = Number(textAt(document, 'Project.ExpectedContractDuration.Value'));
  return Number.isInteger(months) && months >= 1 && months <= 144 ? months : undefined;
};

/** Decision 0122: the contract's total value; else the customer's monthly spend at AWS times the contract's months. */
const dealValue: ClearableLens<Decimal> = {
  read: (document) => {
    const contract = contractPath(document);
    if (contract !== undefined) return amountAt(document, contract);
    const spend = spendOf(document, 'AWS');
    const monthly = spend && amountAt(document, spend);
    const months = monthsOf(document);
    return monthly && months ? big(monthly).times(months).toFixed() : undefined;
  },
  write: (document, amount) => {
    const contract = contractPath(document);
    if (contract !== undefined) return putAt(document, `${contract}.Amount`, amount);
    const code = currency.read(document);
    return putAt(document, revenueValue, { Amount: amount, ...(code === undefined ? {} : { CurrencyCode: code }) });
  },
  // An amount and its currency are one member to AWS. The spend at AWS stays: AWS plans with it.
  clear: (document) => putAt(document, revenueValue, undefined),
};

const currencyPath = (document: ReferralDocument): string =>
  `${contractPath(document) ?? spendOf(document, 'AWS') ?? revenueValue}.CurrencyCode`;

const currency: ClearableLens<string> = {
  read: (document) => textAt(document, currencyPath(document)),
  write: (document, code) => putAt(document, currencyPath(document), code),
  clear: (document) => putAt(document, currencyPath(document), undefined),
};

// ── Stages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const stage: Lens<ReferralStage> = {
  read: (document) => readWord(stageOf, valueAt(document, stagePath)),
  write: (document, next) => {
    const moved = putAt(document, stagePath, stageWord[next]);
    return next === 'CLOSED_LOST' ? moved : putAt(moved, lostReason, undefined);
  },
};

/** The open stages in their order; a deal moves one forward, or back to any. */
const path = referralStages.filter((one) => one !== 'CLOSED_LOST');

/**
 * AWS is reported to refuse skipped stages (unconfirmed, decision 0123). It takes no other stage once a deal is launched or lost (field table: Stage, "Updates up
 * until Launched/Lost" Yes, "After Launched" No).
 */
const stagesAfter = (from: ReferralStage): readonly ReferralStage[] => {
  if (from === 'LAUNCHED' || from === 'CLOSED_LOST') return [];
  const at = path.indexOf(from);
  return [...path.filter((_, index) => index < at || index === at + 1), 'CLOSED_LOST'];
};

// ── What AWS lets nobody change ──────────────────────────────────────────────────────────────────────────────────────

const everything = { paths: wholeDocument(members).filter((name) => !partnerOnly.includes(name)) };
const inReview: FixedPaths = { ...everything, why: 'AWS has it in review; wait until it is approved, or needs action' };

/** Beyond what only AWS writes. */
const fixedByStanding: Readonly<Record<PartnerStanding, FixedPaths>> = {
  CREATED: { paths: onlyAtCreation, why: 'AWS accepts it only when the opportunity is created' },
  SUBMITTED: inReview,
  IN_REVIEW: inReview,
  ACTION_REQUIRED: {
    paths: allBut(members, [...freeInActionRequired, ...partnerOnly]),
    why: 'while AWS requires action, it accepts only the address, website, close date, spend, problem and CRM id',
  },
  ACCEPTED: {
    paths: [...fixedOnceApproved, ...onlyAtCreation],
    why: 'AWS has approved it',
  },
  REJECTED: { ...everything, why: 'AWS has rejected it; create another opportunity' },
  PENDING_ACCEPTANCE: { ...everything, why: 'AWS offers it; accept it first' },
  EXPIRED: { ...everything, why: 'the offer of AWS has expired' },
  WON: {
    paths: allBut(members, [...freeOnceLaunched, ...partnerOnly]),
    why: 'the opportunity is launched; AWS accepts only its software revenue, delivery models and comments',
  },
  LOST: { ...everything, why: 'the opportunity is lost' },
};

// ── What no row of the table can say ─────────────────────────────────────────────────────────────────────────────────

const faultsOfPlace = (document: ReferralDocument, { act }: Situation): DocumentFault[] => {
  const country = textAt(document, `${address}.CountryCode`);
  const code = textAt(document, `${address}.PostalCode`);
  const at = `${address}.PostalCode`;
  const isSecret = valueAt(document, 'NationalSecurity') === 'Yes';
  const faults: DocumentFault[] = [];
  if (country && countriesWithoutPostalCodes.has(country)) {
    if (code) faults.push({ path: at, code: 'forbidden', message: `must be left out: ${country} has no postal codes` });
  } else if (!code) {
    if (act === 'SUBMIT') faults.push({ path: at, code: 'required', message: 'is required for this country' });
  } else if (country && !fitsPostalFormat(country, code)) {
    const message = `must have a format of ${country}: ${postalFormatsOf(country).join(' or ')} (# digit, @ letter)`;
    faults.push({ path: at, code: 'format', message });
  }
  if (act === 'SUBMIT' && country === 'US' && !isSecret && !textAt(document, `${address}.StateOrRegion`)) {
    faults.push({ path: `${address}.StateOrRegion`, code: 'required', message: 'is required in the United States' });
  }
  if (isSecret && valueAt(document, `${account}.Industry`) !== 'Government') {
    const message = 'must be No unless Customer.Account.Industry is Government';
    faults.push({ path: 'NationalSecurity', code: 'forbidden', message });
  }
  return faults;
};

/** ExpectedCustomerSpend of the model's text: AWS counts its own monthly spend, in USD, or EUR in its European partition. */
const faultsOfSpend = (document: ReferralDocument, { act }: Situation): DocumentFault[] => {
  const list = listAt(document, spends);
  const isEuropean = textAt(document, 'Project.AwsPartition') !== undefined;
  const isTotal = monthsOf(document) !== undefined;
  const faults = list.flatMap((spend, index): DocumentFault[] => {
    if (!isObject(spend)) return [];
    const at = `${spends}.${index}`;
    const own: DocumentFault[] = [];
    const tell = (name: string, code: string, message: string) => own.push({ path: `${at}.${name}`, code, message });
    const code = textAt(spend, 'CurrencyCode');
    if (isEuropean && code && code !== 'EUR')
      tell('CurrencyCode', 'value', 'must be EUR, as Project.AwsPartition is given');
    else if (code && code !== 'USD' && code !== 'EUR') tell('CurrencyCode', 'value', 'must be USD or EUR');
    const company = textAt(spend, 'TargetCompany');
    if (isTotal && company && company !== 'AWS' && company !== 'Self') {
      tell('TargetCompany', 'value', 'must be AWS or Self, as Project.ExpectedContractDuration is given');
    }
    if (company === 'AWS' && textAt(spend, 'Frequency') === 'None') {
      tell('Frequency', 'value', 'must be Monthly for what is spent at AWS');
    }
    return own;
  });
  if (act === 'SUBMIT' && list.length > 0) {
    const spend = spendOf(document, 'AWS');
    const monthly = spend && amountAt(document, spend);
    if (!spend) {
      const message = 'must have an item whose TargetCompany is AWS: what the customer will spend there each month';
      faults.push({ path: spends, code: 'required', message });
    } else if (monthly && big(monthly).eq(0)) {
      faults.push({ path: `${spend}.Amount`, code: 'range', message: 'must be more than 0' });
    }
  }
  return faults;
};

const faultsOfRevenue = (document: ReferralDocument): DocumentFault[] => {
  const starts = textAt(document, 'SoftwareRevenue.EffectiveDate');
  const ends = textAt(document, 'SoftwareRevenue.ExpirationDate');
  if (!starts || !ends || ends >= starts) return [];
  return [{ path: 'SoftwareRevenue.ExpirationDate', code: 'order', message: 'must not be before EffectiveDate' }];
};

const faultsOfStage = (document: ReferralDocument, { act, before }: Situation): DocumentFault[] => {
  const next = stage.read(document);
  const faults: DocumentFault[] = [];
  if (act === 'SUBMIT' && next === 'CLOSED_LOST') {
    faults.push({ path: stagePath, code: 'value', message: 'must not be Closed Lost: AWS accepts only open deals' });
  }
  if (act === 'UPDATE' && before) {
    faults.push(...mayFollow(stage.read(before), next, stagesAfter, (one) => stageWord[one], stagePath));
  }
  return faults;
};

const hasSolution = (document: ReferralDocument): boolean =>
  soldTypes.some((type) => listAt(document, `${relatedMember}.${type}`).length > 0);

/** The involvement is kept beside the document; it is judged only where the caller names it. */
const faultsOfLinks = (document: ReferralDocument, { act, links }: Situation): DocumentFault[] => {
  const faults: DocumentFault[] = [];
  const late = ['COMMITTED', 'LAUNCHED'].find((one) => one === stage.read(document));
  if (late !== undefined && !hasSolution(document)) {
    const message = `is required from the stage Committed on: name a solution of Partner Central, S- and digits`;
    faults.push({ path: `${relatedMember}.Solutions`, code: 'required', message });
  }
  if (act !== 'SUBMIT') return faults;
  if (!hasSolution(document) && !textAt(document, 'Project.OtherSolutionDescription')) {
    const message = `is required, or a solution in ${relatedMember}.Solutions: AWS reviews no deal without what is sold`;
    faults.push({ path: 'Project.OtherSolutionDescription', code: 'required', message });
  }
  const isSeenOnly = links?.involvement === 'FOR_VISIBILITY_ONLY';
  if (!isSeenOnly && listAt(document, 'PrimaryNeedsFromAws').length === 0) {
    const message = 'is required: name what AWS is to help with, or choose to share it for visibility only';
    faults.push({ path: 'PrimaryNeedsFromAws', code: 'required', message });
  }
  return faults;
};

const faultsOfOrigin = (document: ReferralDocument, { act }: Situation): DocumentFault[] =>
  act === 'SUBMIT' && valueAt(document, 'Origin') === 'AWS Referral'
    ? [{ path: 'Origin', code: 'value', message: 'must be Partner Referral: only AWS refers as AWS Referral' }]
    : [];

const check = documentChecker({
  rules: members,
  closed: true,
  fixed: (standing) => fixedByStanding[standing],
  also: (document, situation) => [
    ...faultsOfPlace(document, situation),
    ...faultsOfSpend(document, situation),
    ...faultsOfRevenue(document),
    ...faultsOfStage(document, situation),
    ...faultsOfLinks(document, situation),
    ...faultsOfOrigin(document, situation),
  ],
});

/** Opportunities of AWS Partner Central: documents in the members of CreateOpportunity. */
export const awsRules: CoSellRules = {
  partner: 'AWS',
  slot: 'aceOpportunityV2',
  ...translation({
    name: textLens('Project.Title'),
    company: {
      name: textLens(`${account}.CompanyName`),
      website: textLens(`${account}.WebsiteUrl`),
      country: textLens(`${address}.CountryCode`),
      industry: textLens(`${account}.Industry`),
    },
    stage,
    dealValue,
    currency,
    targetCloseDate: dayLens('LifeCycle.TargetCloseDate'),
    crmRecordId: textLens('PartnerOpportunityIdentifier'),
  }),
  check,
  statedStages: referralStages,
  stagesAfter,
  close: (document, outcome, reason) =>
    outcome === 'WON'
      ? stage.write(document, 'LAUNCHED')
      : putAt(stage.write(document, 'CLOSED_LOST'), lostReason, reason),
  lostReasons,
  links: (document) => ({
    related: Object.fromEntries(
      relatedTypes.map((type) => [type, listAt(document, `${relatedMember}.${type}`).map(String)] as const),
    ),
  }),
  made: (document) => putAt(document, relatedMember, undefined),
  fixed: (standing) => [...new Set([...partnerOnly, ...fixedByStanding[standing].paths])],
  sets: relatedTypes.map((type) => `${relatedMember}.${type}`),
  quality,
};
