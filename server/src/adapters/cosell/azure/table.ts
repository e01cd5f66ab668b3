import { isMailAddress } from '../../../kit/mail-address.ts';
import { type Condition, type MemberRule, pattern } from '../check-document.ts';
import { statuses, substatuses } from './words.ts';

// Create a referral, as data (Partner Center documentation: "Create a referral" and "Referral resources").
// Microsoft marks type, customerProfile, consent and details as required; which of their members must be set is taken from its example
// "with minimal information required". It publishes no maximum lengths: ours keep documents small. Its lists of products, services,
// industries, solutions, solution areas and solution plays change from year to year, so any value is accepted. Members are in the spelling of the examples, `consentToToShareInfoWithOthers` too.

const list = (what: string, words: readonly string[]) => ({ what, list: words });

/** "Customer Size" of "Referral resources", the finer sizes first. */
export const customerSizes = [
  ...['1to9employees', '10to50employees', '51to250employees', '251to1000employees', '1001to5000employees'],
  ...['5001to10000employees', '10001to20000employees', 'Morethan20000employees'],
  ...['1to50employees', '51to500employees', 'Morethan500employees'],
];

const mail = { say: 'a mail address', fits: (text: string): boolean => isMailAddress(text, { wide: true }) };
const currency = pattern(/^[A-Z]{3}$/, 'a currency code of ISO 4217, such as USD');
const country = pattern(/^[A-Z]{2,3}$/, 'a country code of ISO 3166, such as US');

const hasValue: Condition = { path: 'details.dealValue', given: true };
/** Co-sell: what is sold must be one of our solutions, or Microsoft's sellers cannot find the partner. */
const isForMicrosoft: Condition = { path: 'type', is: ['Shared'] };

const members = (path: string): MemberRule[] => [
  { path: `${path}[].firstName`, kind: 'text', max: 256 },
  { path: `${path}[].lastName`, kind: 'text', max: 256 },
  { path: `${path}[].phoneNumber`, kind: 'text', max: 64 },
  { path: `${path}[].email`, kind: 'text', required: 'WITH_ITS_OBJECT', max: 256, form: mail },
  { path: `${path}[].contactPreference.locale`, kind: 'text', max: 35 },
  { path: `${path}[].contactPreference.disableNotifications`, kind: 'boolean' },
];

const tags = (name: string): MemberRule[] => [
  { path: `details.requirements.${name}`, kind: 'list', max: 100 },
  { path: `details.requirements.${name}[].id`, kind: 'text', required: 'WITH_ITS_OBJECT', max: 256 },
];

/**
 * Only Microsoft writes these. The last three lines are on no page of requests: they come in answers of the API that others have
 * published. A document that is sent back without them changes nothing of them.
 */
export const partnerOnly: readonly string[] = [
  ...['id', 'engagementId', 'organizationId', 'organizationName', 'businessProfileId', 'eTag', 'links', 'direction'],
  ...['createdDateTime', 'updatedDateTime', 'expirationDateTime', 'acceptedDateTime'],
  ...['closedDateTime', 'trackingInfo', 'lastModifiedVia', 'lastRunId', 'createdVia', 'referralSource', 'callToAction'],
  ...['quality', 'isSpam', 'favorite', 'tags', 'dealSensitivity', 'referralProgram', 'registrationStatus'],
  ...['registrations'],
];

/** What may be given when a deal is made, and is Microsoft's from then on. */
export const partnerOnlyLater: readonly string[] = [
  ...['mpnId', 'inviteContext.invitedBy', 'inviteContext.invitedMpnId', 'customerProfile.isMatchingComplete'],
];

export const rules: readonly MemberRule[] = [
  ...partnerOnly.map((path) => ({ path, kind: 'anything' as const })),
  { path: 'name', kind: 'text', required: 'SUBMITTED', max: 256 },
  { path: 'externalReferenceId', kind: 'text', max: 256 },
  { path: 'type', kind: 'text', required: 'SUBMITTED', words: list('types', ['Independent', 'Shared']) },
  {
    path: 'qualification',
    kind: 'text',
    words: list('qualifications', ['None', 'Direct', 'MarketingQualified', 'SalesQualified']),
  },
  { path: 'status', kind: 'text', words: list('statuses', statuses) },
  { path: 'substatus', kind: 'text', words: list('substatuses', substatuses) },
  { path: 'statusReason', kind: 'text', max: 2000 },

  { path: 'customerProfile.name', kind: 'text', required: 'SUBMITTED', max: 256 },
  { path: 'customerProfile.size', kind: 'text', required: 'SUBMITTED', words: list('sizes', customerSizes) },
  { path: 'customerProfile.address.addressLine1', kind: 'text', max: 256 },
  { path: 'customerProfile.address.addressLine2', kind: 'text', max: 256 },
  { path: 'customerProfile.address.city', kind: 'text', max: 256 },
  { path: 'customerProfile.address.state', kind: 'text', max: 256 },
  { path: 'customerProfile.address.postalCode', kind: 'text', max: 64 },
  { path: 'customerProfile.address.region', kind: 'text', max: 256 },
  { path: 'customerProfile.address.country', kind: 'text', required: 'SUBMITTED', form: country },
  { path: 'customerProfile.team', kind: 'list', max: 100 },
  ...members('customerProfile.team'),

  { path: 'consent.consentToToShareInfoWithOthers', kind: 'boolean', required: 'SUBMITTED' },
  { path: 'consent.consentToContact', kind: 'boolean', required: 'SUBMITTED' },
  { path: 'consent.consentToMicrosoftToContactSpecificPartners', kind: 'boolean' },
  { path: 'consent.consentToShareReferralWithMicrosoftSellers', kind: 'boolean' },

  { path: 'details.notes', kind: 'text', max: 10_000 },
  { path: 'details.dealValue', kind: 'number', required: 'SUBMITTED', min: 0 },
  { path: 'details.currency', kind: 'text', required: 'SUBMITTED', requiredIf: hasValue, form: currency },
  { path: 'details.closingDateTime', kind: 'time', required: 'SUBMITTED', notPast: true },
  ...tags('industries'),
  ...tags('products'),
  ...tags('services'),
  { path: 'details.requirements.solutions', kind: 'list', requiredIf: isForMicrosoft, max: 100 },
  { path: 'details.requirements.solutions[].id', kind: 'text', required: 'WITH_ITS_OBJECT', max: 256 },
  { path: 'details.requirements.solutions[].name', kind: 'text', max: 256 },
  {
    path: 'details.requirements.solutions[].type',
    kind: 'text',
    words: list('solution types', ['None', 'Category', 'Name']),
  },

  { path: 'team', kind: 'list', max: 100 },
  ...members('team'),
  { path: 'inviteContext.notes', kind: 'text', max: 10_000 },
  { path: 'inviteContext.invitedBy.organizationId', kind: 'text', max: 256 },
  { path: 'inviteContext.invitedBy.organizationName', kind: 'text', max: 256 },
  { path: 'target', kind: 'list', max: 100 },
  { path: 'target[].id', kind: 'text', required: 'WITH_ITS_OBJECT', max: 256 },
  {
    path: 'target[].type',
    kind: 'text',
    required: 'WITH_ITS_OBJECT',
    words: list('target types', ['None', 'BusinessProfileLocation', 'SolutionProfile']),
  },
];
