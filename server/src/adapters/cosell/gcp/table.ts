import { isMailAddress } from '../../../kit/mail-address.ts';
import { type MemberRule, pattern } from '../check-document.ts';

// A deal at Google as data: `lead` is the Lead that registers it, `opportunity` is what Google creates from an accepted lead
// (Cloud CRM Partners API v1, pages partners.leads, Customer and partners.opportunities). Members marked as required on those pages are
// required. The members of an address are taken from a summary of its page. Their enumerations could not be read in full, so a word is
// checked only for its form. Google publishes no maximum lengths; ours keep documents small.

const word = {
  say: "a word of Google's list, in capital letters, and not its UNSPECIFIED one",
  fits: (text: string): boolean => /^[A-Z][A-Z0-9_]{1,99}$/.test(text) && !text.endsWith('_UNSPECIFIED'),
};
const mail = { say: 'a mail address', fits: (text: string): boolean => isMailAddress(text, { wide: true }) };
const currency = pattern(/^[A-Z]{3}$/, 'a currency code of ISO 4217, such as USD');
const region = pattern(/^[A-Z]{2}$/, 'a country code of two letters, such as US');
const domain = pattern(/^[^\s/:@][^\s/:@.]*\.[^\s/:@]+$/, 'a domain such as example.com, without https://');
const months = pattern(/^[1-9]\d{0,3}$/, 'a number of months, as a text');

const required = 'SUBMITTED' as const;

/** google.type.Date; whether the day exists is judged as a whole. */
const date = (path: string): MemberRule[] =>
  (['year', 'month', 'day'] as const).map((part) => ({
    path: `${path}.${part}`,
    kind: 'whole',
    required: 'WITH_ITS_OBJECT',
    min: 1,
    max: { year: 9999, month: 12, day: 31 }[part],
  }));

/** "Output only" in Google's pages. */
export const partnerOnly: readonly string[] = [
  ...['name', 'leadStatus', 'leadApprovalStatus', 'submittedTime', 'createDate'].map((name) => `lead.${name}`),
  ...['rejectionReason', 'rejectionComments', 'approvalNotes'].map((name) => `lead.${name}`),
  ...['name', 'lead', 'owner', 'dealCurrencyCode', 'sourceSystem', 'winProbability', 'productFamily', 'customer'].map(
    (name) => `opportunity.${name}`,
  ),
  ...['createDate', 'submitDate'].map((name) => `opportunity.${name}`),
];

export const rules: readonly MemberRule[] = [
  ...partnerOnly.map((path) => ({ path, kind: 'anything' as const })),
  { path: 'lead.engagementModel', kind: 'text', required, form: word },
  { path: 'lead.dealTransactionType', kind: 'text', required, form: word },
  { path: 'lead.supportLevel', kind: 'text', required, form: word },
  { path: 'lead.productInterests', kind: 'list', required, max: 1 },
  { path: 'lead.productInterests[]', kind: 'text', form: word },
  { path: 'lead.opportunitySummary', kind: 'text', required, max: 2000 },
  { path: 'lead.dealTerm', kind: 'text', required, max: 255 },
  { path: 'lead.partnerAnnualContractValue', kind: 'number', required, min: 0 },
  { path: 'lead.leadCurrencyCode', kind: 'text', required, form: currency },
  { path: 'lead.estimatedCloseDate', kind: 'object', required },
  ...date('lead.estimatedCloseDate'),
  { path: 'lead.submitterEmail', kind: 'text', required, max: 255, form: mail },
  { path: 'lead.externalSystemId', kind: 'text', max: 255 },
  { path: 'lead.title', kind: 'text', max: 255 },
  { path: 'lead.description', kind: 'text', max: 10_000 },
  { path: 'lead.customerContactRequested', kind: 'boolean' },
  { path: 'lead.isvSolutionConnectDeal', kind: 'boolean' },
  { path: 'lead.isPublicTender', kind: 'boolean' },
  { path: 'lead.isConfidential', kind: 'boolean' },
  ...['deliveryModel', 'contractVehicle', 'leadSource', 'budget', 'timeline', 'authority', 'need'].map((name) => ({
    path: `lead.${name}`,
    kind: 'text' as const,
    form: word,
  })),

  { path: 'lead.customer.name', kind: 'anything' },
  { path: 'lead.customer.company', kind: 'text', required, max: 255 },
  { path: 'lead.customer.googleAccountDomain', kind: 'text', max: 253, form: domain },
  { path: 'lead.customer.totalEmployees', kind: 'whole', min: 0 },
  { path: 'lead.customer.industry', kind: 'text', form: word },
  { path: 'lead.customer.customerAddress.street', kind: 'text', max: 255 },
  { path: 'lead.customer.customerAddress.city', kind: 'text', max: 255 },
  { path: 'lead.customer.customerAddress.state', kind: 'text', max: 255 },
  { path: 'lead.customer.customerAddress.regionCode', kind: 'text', form: region },
  { path: 'lead.customer.customerContacts', kind: 'list', max: 50 },
  { path: 'lead.customer.customerContacts[].givenName', kind: 'text', max: 255 },
  { path: 'lead.customer.customerContacts[].familyName', kind: 'text', max: 255 },
  { path: 'lead.customer.customerContacts[].email', kind: 'text', max: 255, form: mail },
  { path: 'lead.customer.customerContacts[].phone', kind: 'text', max: 64 },

  { path: 'opportunity.notes', kind: 'text', max: 10_000 },
  { path: 'opportunity.nextSteps', kind: 'text', max: 2000 },
  { path: 'opportunity.dealSize', kind: 'number', min: 0 },
  ...date('opportunity.closeDate'),
  { path: 'opportunity.salesStage', kind: 'text', form: word },
  { path: 'opportunity.termMonths', kind: 'text', form: months },
  { path: 'opportunity.qualificationState', kind: 'text', form: word },
  { path: 'opportunity.decisionPhase', kind: 'text', form: word },
  { path: 'opportunity.externalSystemId', kind: 'text', max: 255 },
  { path: 'opportunity.isConfidential', kind: 'boolean' },
];
