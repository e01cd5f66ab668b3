import type { CoSellPartner } from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import type { FieldMapping, Mapping } from './mapping.ts';

/** Fields of a plain CRM that say the same, by what they say. Salesforce: standard fields of its objects; HubSpot: default properties. */
const crmFields = {
  SALESFORCE: {
    name: 'deal.Name',
    amount: 'deal.Amount',
    currency: 'deal.CurrencyIsoCode',
    closeDate: 'deal.CloseDate',
    stage: 'deal.StageName',
    notes: 'deal.Description',
    nextSteps: 'deal.NextStep',
    company: 'company.Name',
    website: 'company.Website',
    industry: 'company.Industry',
    country: 'company.BillingCountry',
    postalCode: 'company.BillingPostalCode',
    state: 'company.BillingState',
    city: 'company.BillingCity',
    street: 'company.BillingStreet',
    firstName: 'contacts[0].FirstName',
    lastName: 'contacts[0].LastName',
    email: 'contacts[0].Email',
    phone: 'contacts[0].Phone',
    title: 'contacts[0].Title',
  },
  HUBSPOT: {
    name: 'deal.dealname',
    amount: 'deal.amount',
    currency: 'deal.deal_currency_code',
    closeDate: 'deal.closedate',
    stage: 'deal.dealstage',
    notes: 'deal.description',
    nextSteps: 'deal.hs_next_step',
    company: 'company.name',
    website: 'company.website',
    industry: 'company.industry',
    country: 'company.country',
    postalCode: 'company.zip',
    state: 'company.state',
    city: 'company.city',
    street: 'company.address',
    firstName: 'contacts[0].firstname',
    lastName: 'contacts[0].lastname',
    email: 'contacts[0].email',
    phone: 'contacts[0].phone',
    title: 'contacts[0].jobtitle',
  },
} as const satisfies Record<CrmSystem, Record<string, string>>;

type Said = keyof (typeof crmFields)['SALESFORCE'];

/** The standard stages of both CRMs and what AWS calls them. */
const awsStages: Readonly<Record<CrmSystem, Readonly<Record<string, string>>>> = {
  SALESFORCE: {
    Prospecting: 'Prospect',
    Qualification: 'Qualified',
    'Needs Analysis': 'Qualified',
    'Value Proposition': 'Technical Validation',
    'Id. Decision Makers': 'Technical Validation',
    'Perception Analysis': 'Technical Validation',
    'Proposal/Price Quote': 'Business Validation',
    'Negotiation/Review': 'Committed',
    'Closed Won': 'Launched',
    'Closed Lost': 'Closed Lost',
  },
  HUBSPOT: {
    appointmentscheduled: 'Prospect',
    qualifiedtobuy: 'Qualified',
    presentationscheduled: 'Technical Validation',
    decisionmakerboughtin: 'Business Validation',
    contractsent: 'Committed',
    closedwon: 'Launched',
    closedlost: 'Closed Lost',
  },
};

/** Standard industries of both CRMs and what AWS calls them; what is not here is Other. */
const awsIndustries: Readonly<Record<CrmSystem, Readonly<Record<string, string>>>> = {
  SALESFORCE: {
    Agriculture: 'Agriculture',
    Banking: 'Financial Services',
    Biotechnology: 'Life Sciences',
    Chemicals: 'Manufacturing',
    Communications: 'Telecommunications',
    Construction: 'Real Estate and Construction',
    Consulting: 'Professional Services',
    Education: 'Education',
    Electronics: 'Computers and Electronics',
    Energy: 'Energy - Power and Utilities',
    Engineering: 'Professional Services',
    Entertainment: 'Media and Entertainment',
    Environmental: 'Other',
    Finance: 'Financial Services',
    'Food & Beverage': 'Consumer Goods',
    Government: 'Government',
    Healthcare: 'Healthcare',
    Hospitality: 'Hospitality',
    Insurance: 'Financial Services',
    Machinery: 'Manufacturing',
    Manufacturing: 'Manufacturing',
    Media: 'Media and Entertainment',
    'Not For Profit': 'Non-Profit Organization',
    Recreation: 'Travel',
    Retail: 'Retail',
    Shipping: 'Transportation and Logistics',
    Technology: 'Software and Internet',
    Telecommunications: 'Telecommunications',
    Transportation: 'Transportation and Logistics',
    Utilities: 'Energy - Power and Utilities',
    Other: 'Other',
  },
  HUBSPOT: {
    ACCOUNTING: 'Professional Services',
    AUTOMOTIVE: 'Automotive',
    BANKING: 'Financial Services',
    BIOTECHNOLOGY: 'Life Sciences',
    COMPUTER_GAMES: 'Gaming',
    COMPUTER_HARDWARE: 'Computers and Electronics',
    COMPUTER_SOFTWARE: 'Software and Internet',
    CONSTRUCTION: 'Real Estate and Construction',
    CONSUMER_GOODS: 'Consumer Goods',
    EDUCATION_MANAGEMENT: 'Education',
    ENTERTAINMENT: 'Media and Entertainment',
    FINANCIAL_SERVICES: 'Financial Services',
    GOVERNMENT_ADMINISTRATION: 'Government',
    HIGHER_EDUCATION: 'Education',
    HOSPITAL_HEALTH_CARE: 'Healthcare',
    HOSPITALITY: 'Hospitality',
    INFORMATION_TECHNOLOGY_AND_SERVICES: 'Software and Internet',
    INSURANCE: 'Financial Services',
    INTERNET: 'Software and Internet',
    LOGISTICS_AND_SUPPLY_CHAIN: 'Transportation and Logistics',
    MANAGEMENT_CONSULTING: 'Professional Services',
    MARKETING_AND_ADVERTISING: 'Marketing and Advertising',
    MINING_METALS: 'Mining',
    NON_PROFIT_ORGANIZATION_MANAGEMENT: 'Non-Profit Organization',
    OIL_ENERGY: 'Energy - Oil and Gas',
    PHARMACEUTICALS: 'Life Sciences',
    REAL_ESTATE: 'Real Estate and Construction',
    RETAIL: 'Retail',
    TELECOMMUNICATIONS: 'Telecommunications',
    TRANSPORTATION_TRUCKING_RAILROAD: 'Transportation and Logistics',
    UTILITIES: 'Energy - Power and Utilities',
    WHOLESALE: 'Wholesale and Distribution',
  },
};

const regionCodes = (
  'US GB DE FR ES IT NL BE CH AT IE PT SE NO DK FI PL CZ HU RO BG GR HR SI SK LT LV EE LU IS CA MX BR AR CL CO PE UY AU NZ JP KR CN IN SG ' +
  'HK TW TH MY ID PH VN AE SA IL TR EG ZA NG KE MA UA'
).split(' ');

/** English names of countries, by which plain CRMs keep them, and their codes. */
const countryCodes = (): Readonly<Record<string, string>> => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const named = regionCodes.map((code): [string, string] => [names.of(code) ?? code, code]);
  return { ...Object.fromEntries(named), USA: 'US', 'United States of America': 'US', UK: 'GB' };
};

type Row = Omit<FieldMapping, 'source' | 'direction'> & { of?: Said; direction?: FieldMapping['direction'] };

const countries = countryCodes();

/** AWS: what CreateOpportunity needs. Where a plain CRM has no value, a common default is used, which the seller should review. */
const awsRows = (crm: CrmSystem): Row[] => [
  { target: 'Project.Title', of: 'name' },
  { target: 'Project.CustomerBusinessProblem', of: 'notes' },
  { target: 'Project.CustomerUseCase', standard: 'Business Applications & Contact Center' },
  { target: 'Project.DeliveryModels', standard: ['SaaS or PaaS'] },
  { target: 'Project.SalesActivities', standard: ['Customer has shown interest in solution'] },
  { target: 'Project.ExpectedCustomerSpend[0].Amount', of: 'amount', form: 'MONEY' },
  { target: 'Project.ExpectedCustomerSpend[0].CurrencyCode', of: 'currency', standard: 'USD' },
  { target: 'Project.ExpectedCustomerSpend[0].Frequency', standard: 'Monthly' },
  { target: 'Project.ExpectedCustomerSpend[0].TargetCompany', standard: 'AWS' },
  { target: 'Project.OtherSolutionDescription', standard: 'Our product' },
  { target: 'PrimaryNeedsFromAws', standard: ['Co-Sell - Deal Support'] },
  { target: 'OpportunityType', standard: 'Net New Business' },
  { target: 'Marketing.Source', standard: 'None' },
  { target: 'LifeCycle.Stage', of: 'stage', values: awsStages[crm], direction: 'BOTH' },
  { target: 'LifeCycle.TargetCloseDate', of: 'closeDate', form: 'DAY', direction: 'BOTH' },
  { target: 'LifeCycle.NextSteps', of: 'nextSteps', direction: 'BOTH' },
  { target: 'Customer.Account.CompanyName', of: 'company' },
  {
    target: 'Customer.Account.Industry',
    of: 'industry',
    values: awsIndustries[crm],
    standard: 'Software and Internet',
  },
  { target: 'Customer.Account.WebsiteUrl', of: 'website' },
  { target: 'Customer.Account.Address.CountryCode', of: 'country', values: countries },
  { target: 'Customer.Account.Address.PostalCode', of: 'postalCode' },
  { target: 'Customer.Account.Address.StateOrRegion', of: 'state' },
  { target: 'Customer.Account.Address.City', of: 'city' },
  { target: 'Customer.Account.Address.StreetAddress', of: 'street' },
  { target: 'Customer.Contacts[0].FirstName', of: 'firstName' },
  { target: 'Customer.Contacts[0].LastName', of: 'lastName' },
  { target: 'Customer.Contacts[0].Email', of: 'email' },
  { target: 'Customer.Contacts[0].Phone', of: 'phone' },
  { target: 'Customer.Contacts[0].BusinessTitle', of: 'title' },
];

const azureRows = (): Row[] => [
  { target: 'name', of: 'name' },
  { target: 'type', standard: 'Independent' },
  { target: 'qualification', standard: 'SalesQualified' },
  { target: 'customerProfile.name', of: 'company' },
  { target: 'customerProfile.address.country', of: 'country', values: countries },
  { target: 'customerProfile.address.postalCode', of: 'postalCode' },
  { target: 'customerProfile.address.state', of: 'state' },
  { target: 'customerProfile.address.city', of: 'city' },
  { target: 'customerProfile.address.addressLine1', of: 'street' },
  { target: 'customerProfile.size', standard: '51to250employees' },
  { target: 'customerProfile.team[0].firstName', of: 'firstName' },
  { target: 'customerProfile.team[0].lastName', of: 'lastName' },
  { target: 'customerProfile.team[0].email', of: 'email' },
  { target: 'customerProfile.team[0].phoneNumber', of: 'phone' },
  { target: 'consent.consentToToShareInfoWithOthers', standard: true },
  { target: 'consent.consentToContact', standard: true },
  { target: 'details.dealValue', of: 'amount', form: 'NUMBER', direction: 'BOTH' },
  { target: 'details.currency', of: 'currency', standard: 'USD' },
  { target: 'details.closingDateTime', of: 'closeDate', form: 'TIME' },
  { target: 'details.notes', of: 'notes' },
];

/** GCP: the columns of Google's deal registration (`adapters/cosell/gcp/table.ts`). The seller must fill in its own values. */
const gcpRows = (): Row[] => [
  { target: 'lead.engagementModel', standard: 'CO_SELL' },
  { target: 'lead.dealTransactionType', standard: 'NEW' },
  { target: 'lead.supportLevel', standard: 'FULL' },
  { target: 'lead.productInterests', standard: ['GOOGLE_CLOUD_PLATFORM'] },
  { target: 'lead.opportunitySummary', of: 'name' },
  { target: 'lead.description', of: 'notes' },
  { target: 'lead.partnerAnnualContractValue', of: 'amount', form: 'NUMBER' },
  { target: 'lead.leadCurrencyCode', of: 'currency', standard: 'USD' },
  { target: 'lead.estimatedCloseDate', of: 'closeDate', form: 'DATE' },
  { target: 'lead.dealTerm', standard: '12 months' },
  { target: 'lead.customer.company', of: 'company' },
  { target: 'lead.customer.customerAddress.street', of: 'street' },
  { target: 'lead.customer.customerAddress.city', of: 'city' },
  { target: 'lead.customer.customerAddress.state', of: 'state' },
  { target: 'lead.customer.customerAddress.regionCode', of: 'country', values: countries },
  { target: 'lead.customer.customerContacts[0].givenName', of: 'firstName' },
  { target: 'lead.customer.customerContacts[0].familyName', of: 'lastName' },
  { target: 'lead.customer.customerContacts[0].email', of: 'email' },
  { target: 'lead.customer.customerContacts[0].phone', of: 'phone' },
];

const rowsOf: Readonly<Record<CoSellPartner, (crm: CrmSystem) => Row[]>> = {
  AWS: awsRows,
  AZURE: azureRows,
  GCP: gcpRows,
};

/** The mapping of a plain CRM to a partner. It is in force until the organization has its own. */
export const defaultMapping = (crm: CrmSystem, partner: CoSellPartner): Mapping => ({
  crm,
  partner,
  conflict_rule: 'NEWEST_WINS',
  fields: rowsOf[partner](crm).map(({ of, direction = 'TO_PARTNER', ...row }) => ({
    ...row,
    ...(of === undefined ? {} : { source: crmFields[crm][of] }),
    direction,
  })),
  last_updated_by: null,
  last_update_time: null,
  version: 0,
});
