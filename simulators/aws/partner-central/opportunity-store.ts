import type { AwsReader, AwsTransaction } from '../state.ts';
import { sendOpportunityEvent, sendSnapshotEvent } from './events.ts';
import { notFound } from './refusals.ts';
import type { Catalog, NextStep, Opportunity, OpportunityRecord, PartnerTraits, RelatedEntityType } from './rows.ts';

/** An opportunity of an account in a catalog; it is not found in the other catalog. */
export const requireOpportunity = (
  reader: AwsReader,
  { account, catalog }: { account: { id: string }; catalog: Catalog },
  id: string,
): Opportunity => {
  const opportunity = reader.get('opportunities', id);
  if (opportunity?.accountId === account.id && opportunity.catalog === catalog) return opportunity;
  throw notFound(`Opportunity ${id}`);
};

const nothingRelated = (): Record<RelatedEntityType, string[]> => ({
  Solutions: [],
  AwsProducts: [],
  AwsMarketplaceOffers: [],
  AwsMarketplaceOfferSets: [],
  AwsMarketplaceSolutions: [],
  AwsMarketplaceProducts: [],
});

/** A new id in the form of the service. */
export const newOpportunityId = (transaction: AwsTransaction): string => `O${transaction.ids.digits(12)}`;

const historyMax = 50;
/** Adds next steps to their history, which keeps the latest (model: at most 50). */
export const addNextSteps = (history: NextStep[], before: string | null, after: string | null, at: number) =>
  after === null || after === '' || after === before ? history : [...history, { Value: after, at }].slice(-historyMax);

/** Stores a new opportunity and announces it. */
export const addOpportunity = (
  transaction: AwsTransaction,
  given: Pick<Opportunity, 'id' | 'accountId' | 'catalog' | 'origin' | 'record'> & Partial<Opportunity>,
): Opportunity => {
  const opportunity: Opportunity = {
    createdAt: transaction.at,
    modifiedAt: transaction.at,
    reviewStatus: 'Pending Submission',
    reviewComments: null,
    reviewStatusReason: null,
    nextStepsHistory: addNextSteps([], null, given.record.LifeCycle?.NextSteps ?? null, transaction.at),
    team: [],
    ownerEmail: null,
    related: nothingRelated(),
    engagementId: null,
    invitationId: null,
    snapshotJobId: null,
    aws: null,
    ...given,
  };
  transaction.put('opportunities', opportunity);
  sendOpportunityEvent(transaction, 'Opportunity Created', opportunity);
  return opportunity;
};

/**
 * Stores a change of an opportunity and announces it, with a new snapshot if its engagement shares it and `isShared`
 * allows. The date of the modification is its version, so that it always increases.
 */
export const changeOpportunity = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  changes: Partial<Opportunity>,
  { isShared = true }: { isShared?: boolean } = {},
): Opportunity => {
  const modifiedAt = Math.max(transaction.at, opportunity.modifiedAt + 1);
  const changed: Opportunity = { ...opportunity, ...changes, modifiedAt };
  transaction.put('opportunities', changed);
  sendOpportunityEvent(transaction, 'Opportunity Updated', changed);
  if (isShared) sendSnapshotEvent(transaction, changed);
  return changed;
};

/** The traits of a partner; a partner is of the software path until the control API says otherwise. */
export const traitsOf = (reader: AwsReader, accountId: string): PartnerTraits =>
  reader.get('partnerTraits', accountId) ?? { id: accountId, path: 'Software', saasRevenueRecognition: false };

/**
 * The record as the service stores it: it redacts the customer of an opportunity of national security (Opportunity-Fields,
 * doesOppBelongToNatSec), and without a contract duration every spend is that of AWS (model, TargetCompany).
 */
export const normalizeRecord = (given: OpportunityRecord): OpportunityRecord => {
  const record: OpportunityRecord = { ...given, NationalSecurity: given.NationalSecurity ?? 'No' };
  const { Project, Customer } = record;
  if (Project?.ExpectedCustomerSpend && !Project.ExpectedContractDuration) {
    const spends = Project.ExpectedCustomerSpend.map((spend) => ({ ...spend, TargetCompany: 'AWS' }));
    record.Project = { ...Project, ExpectedCustomerSpend: spends };
  }
  if (record.NationalSecurity !== 'Yes' || !Customer?.Account) return record;
  const { WebsiteUrl: _site, Address = {}, ...account } = Customer.Account;
  const { PostalCode: _code, StateOrRegion: _state, ...address } = Address;
  const redacted = { ...account, CompanyName: redactedName, Address: { ...address, CountryCode: 'US' } };
  return { ...record, Customer: { ...Customer, Account: redacted } };
};

/** AWS does not publish the placeholder for the company. */
const redactedName = 'Redacted';

/** A UTC day of business time. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
