import type { Json } from '../state.ts';
import { referralRefusal } from './refusal.ts';
import { statusWords, substatusWords } from './states.ts';

/** The type of a member. `ignored` is set only by Microsoft: it may be sent back, without effect. */
type Kind =
  | 'text'
  | 'flag'
  | 'decimal'
  | 'time'
  | 'any'
  | 'ignored'
  | { words: readonly string[] }
  | { pattern: RegExp; form: string }
  | { list: Kind }
  | { members: Members };
type Members = { readonly [name: string]: Kind };

const currency: Kind = { pattern: /^[A-Z]{3}$/, form: 'a currency code of ISO 4217' };
const country: Kind = { pattern: /^[A-Za-z]{2,3}$/, form: 'a country code of ISO 3166' };
const tags: Kind = { list: { members: { id: 'text', name: 'text' } } };

/** The number of employees at the customer ("Referral resources": Customer Size); empty in referrals that have none. */
const sizes: Kind = {
  words: [
    ...['', '1to50employees', '51to500employees', 'Morethan500employees', '1to9employees', '10to50employees'],
    ...['51to250employees', '251to1000employees', '1001to5000employees', '5001to10000employees'],
    ...['10001to20000employees', 'Morethan20000employees'],
  ],
};

const member: Kind = {
  members: {
    firstName: 'text',
    lastName: 'text',
    phoneNumber: 'text',
    email: 'text',
    title: 'text',
    contactPreference: { members: { locale: 'text', disableNotifications: 'flag' } },
  },
};

const address: Kind = {
  members: {
    ...{ addressLine1: 'text', addressLine2: 'text', city: 'text', state: 'text', postalCode: 'text' },
    country,
    region: 'text',
  },
};

const solution: Kind = {
  members: {
    ...{ id: 'text', name: 'text', type: { words: ['None', 'Category', 'Name'] } },
    ...{ publisherName: 'text', solutionType: 'text' },
    ...{ price: 'decimal', quantity: 'decimal', currency, closingDateTime: 'time' },
  },
};

const requirements: Kind = {
  members: {
    ...{ industries: tags, products: tags, services: tags, solutions: { list: solution } },
    ...{ offers: { list: 'any' }, salesPlays: tags },
    additionalRequirements: {
      members: { iot: 'any', attributes: { list: { members: { id: 'text', type: 'text' } } } },
    },
  },
};

/**
 * The members of a referral. Sources: "Referral resources", "Create a referral" and "Get a list of referrals" (both
 * editions), with the consents of the newer edition; the spelling of `consentToToShareInfoWithOthers` is Microsoft's.
 * Ids of products, services, industries and solutions are not checked: Microsoft changes their lists every year.
 */
const members: Members = {
  name: 'text',
  engagementId: 'text',
  externalReferenceId: 'text',
  campaignId: 'text',
  status: { words: statusWords },
  substatus: { words: substatusWords },
  statusReason: 'text',
  salesStage: 'text',
  qualification: { words: ['None', 'Direct', 'MarketingQualified', 'SalesQualified'] },
  type: { words: ['Independent', 'Shared'] },
  customerProfile: {
    members: {
      ...{ name: 'text', address, size: sizes, team: { list: member } },
      ids: { list: { members: { profileType: { words: ['Duns', 'External'] }, id: 'text' } } },
      isMatchingComplete: 'ignored',
    },
  },
  consent: {
    members: {
      consentToToShareInfoWithOthers: 'flag',
      consentToContact: 'flag',
      consentToShareReferralWithMicrosoftSellers: 'flag',
      consentToMicrosoftToContactSpecificPartners: 'flag',
    },
  },
  details: {
    members: {
      ...{ notes: 'text', dealValue: 'decimal', currency, closingDateTime: 'time' },
      ...{ customerRequestedContact: 'any', customerAction: 'any', incentiveLevel: 'any', requirements },
    },
  },
  team: { list: member },
  inviteContext: {
    members: {
      ...{ notes: 'text', assistanceRequestCode: 'text', invitedMpnId: 'text' },
      invitedBy: { members: { organizationId: 'text', organizationName: 'text' } },
    },
  },
  target: { list: { members: { type: { words: ['SolutionProfile', 'BusinessProfileLocation'] }, id: 'text' } } },
  ...Object.fromEntries(
    [
      ...['@odata.context', 'id', 'organizationId', 'organizationName', 'direction', 'createdDateTime'],
      ...['updatedDateTime', 'expirationDateTime', 'acceptedDateTime', 'closedDateTime', 'eTag', 'links'],
      // In answers of the API only (the setting `referralAnswers`).
      ...[
        'lastModifiedVia',
        'lastRunId',
        'createdVia',
        'referralSource',
        'callToAction',
        'quality',
        'isSpam',
        'favorite',
      ],
      ...['tags', 'dealSensitivity', 'referralProgram', 'registrationStatus', 'registrations', 'mpnId', 'trackingInfo'],
    ].map((name): [string, Kind] => [name, 'ignored']),
  ),
};

/** Members of the answer that a request cannot change. */
export const isReadOnly = (name: string): boolean => members[name] === 'ignored' || name === 'engagementId';

/** Whether the member is one of a referral. */
export const isMember = (name: string): boolean => Object.hasOwn(members, name);

/**
 * Reads a referral as sent: in the letter case of the API, without nulls. An unknown member is refused, as typed OData
 * entities are; so `consentToShareInfoWithOthers`, without Microsoft's misspelling, does not go unnoticed.
 */
export const readReferral = (body: Json): Json => readMembers(body, members, '');

const readMembers = (value: Json, known: Members, path: string): Json => {
  const content: Json = {};
  for (const [given, inner] of Object.entries(value)) {
    const name = Object.keys(known).find((one) => one.toLowerCase() === given.toLowerCase());
    if (name === undefined) throw wrong(`${path}${given}`, `does not exist on the referral`);
    const kind = known[name] ?? 'ignored';
    if (kind === 'ignored' || inner === null) continue;
    content[name] = readValue(inner, kind, `${path}${name}`);
  }
  return content;
};

const readValue = (value: unknown, kind: Kind, path: string): unknown => {
  if (kind === 'any') return value;
  if (kind === 'flag') return typeof value === 'boolean' ? value : refuseKind(path, 'true or false');
  if (kind === 'decimal') return readDecimal(value, path);
  if (typeof kind === 'object' && 'list' in kind) {
    if (!Array.isArray(value)) throw wrong(path, 'is not a list');
    return value.map((item, index) => readValue(item, kind.list, `${path}[${index}]`));
  }
  if (typeof kind === 'object' && 'members' in kind) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrong(path, 'is not an object');
    return readMembers(value as Json, kind.members, `${path}.`);
  }
  if (typeof value !== 'string') throw wrong(path, 'is not a text');
  if (kind === 'time' && !isTime(value)) throw wrong(path, 'is not a date and time such as 2026-11-14T00:00:00Z');
  if (typeof kind === 'object' && 'words' in kind && !kind.words.includes(value))
    throw wrong(path, `is one of ${kind.words.filter((word) => word !== '').join(', ')}`);
  if (typeof kind === 'object' && 'pattern' in kind && !kind.pattern.test(value)) throw wrong(path, `is ${kind.form}`);
  return value;
};

const isTime = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

/** A decimal, as a number or as text (the samples of JSON Patch send text). It is only passed on, never computed with. */
const readDecimal = (value: unknown, path: string): number => {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,12}(\.\d{1,3})?$/.test(text)) throw wrong(path, 'is not a decimal');
  return Number(text);
};

const wrong = (path: string, problem: string): Error =>
  referralRefusal('invalidRequest', `The property '${path}' ${problem}.`);

const refuseKind = (path: string, form: string): never => {
  throw wrong(path, `is ${form}`);
};

/**
 * The members required to create a referral. Sources: "Create a referral" (required: type, customer profile, consent,
 * details); "Manage co-sell opportunities", whose form requires the customer, the value, the closing date, one solution
 * and one colleague. The form's name and notes are missing in samples of the API, so they are optional.
 */
const required: readonly { path: string; read(content: Json): unknown }[] = [
  { path: 'type', read: ({ type }) => type },
  { path: 'consent', read: ({ consent }) => consent },
  ...['customerProfile.name', 'customerProfile.address.country', 'details.dealValue', 'details.currency'].map(
    (path) => ({ path, read: (content: Json) => valueAt(content, path) }),
  ),
  { path: 'details.closingDateTime', read: (content) => valueAt(content, 'details.closingDateTime') },
  {
    path: 'details.requirements.solutions',
    read: (content) => first(valueAt(content, 'details.requirements.solutions')),
  },
  { path: 'team', read: ({ team }) => first(team) },
];

/** The value at a path such as `details.currency`; undefined if there is none. */
export const valueAt = (content: Json, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Json | undefined)?.[name], content);

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Refuses to create a referral that lacks something. */
export const checkRequired = (content: Json): void => {
  for (const { path, read } of required) {
    const value = read(content);
    if (value === undefined || value === '')
      throw referralRefusal('invalidRequest', `The property '${path}' is required.`);
  }
};
