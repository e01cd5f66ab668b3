import { documentOf } from '../written/document.ts';
import {
  anyObject,
  anyOf,
  bool,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  type Shape,
  someText,
  text,
  textOf,
  url,
  uuid,
  wholeFrom,
} from '../written/shapes.ts';

/**
 * Referrals of Partner Center. Sources: MicrosoftDocs/partner-rest, "Referral resources" (members and words), "Create a
 * referral", "Get a list of referrals", "Get a referral by ID", "Update a referral", "Update a lead or opportunity",
 * "Partner API REST error codes"; the newer editions on Microsoft Learn (partner-center/developer) for consents,
 * `additionalRequirements` and `$select`; `$top`, `$skip`, `$count` by the connector "Partner Center Referrals". The members
 * `direction`, `organizationId`, `acceptedDateTime` and `closedDateTime` are in published answers only.
 */

type Members = Readonly<Record<string, Shape>>;

const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,7})?Z$');
const tags = listOf(object({ id: someText }, { name: text }));
/** Samples of JSON Patch write decimals as text. */
const decimal = { type: 'number', minimum: 0 };
const person = object(
  {},
  {
    ...{ firstName: text, lastName: text, phoneNumber: text, email: text, title: orNull(text) },
    contactPreference: object({}, { locale: orNull(text), disableNotifications: orNull(bool) }),
  },
);
const size = oneOf(
  ...['', '1to50employees', '51to500employees', 'Morethan500employees', '1to9employees', '10to50employees'],
  ...['51to250employees', '251to1000employees', '1001to5000employees', '5001to10000employees'],
  ...['10001to20000employees', 'Morethan20000employees'],
);
const address = object(
  { country: matching('^[A-Za-z]{2,3}$') },
  { addressLine1: text, addressLine2: text, city: text, state: text, postalCode: text, region: text },
);
const solution = object(
  { id: someText },
  {
    ...{ name: text, type: oneOf('None', 'Category', 'Name'), publisherName: text, solutionType: text },
    ...{ price: decimal, quantity: decimal, currency: text, closingDateTime: time },
  },
);
const details = object(
  {},
  {
    ...{ notes: text, dealValue: decimal, currency: matching('^[A-Z]{3}$'), closingDateTime: time },
    requirements: object(
      {},
      {
        ...{ industries: tags, products: tags, services: tags, solutions: listOf(solution), salesPlays: tags },
        offers: listOf(anyObject),
        additionalRequirements: object(
          {},
          { iot: anyObject, attributes: listOf(object({ id: someText, type: someText })) },
        ),
      },
    ),
  },
);
/** The newer edition of "Create a referral" writes three of the four with a capital letter. */
const consent = object(
  {},
  {
    ...{ consentToToShareInfoWithOthers: bool, ConsentToToShareInfoWithOthers: bool },
    ...{ consentToContact: bool, ConsentToContact: bool, consentToShareReferralWithMicrosoftSellers: bool },
    ...{ consentToMicrosoftToContactSpecificPartners: bool, ConsentToMicrosoftToContactSpecificPartners: bool },
  },
);
const type = oneOf('Independent', 'Shared');
const status = oneOf('New', 'Active', 'Closed');
const substatus = oneOf('Pending', 'Received', 'Accepted', 'Won', 'Lost', 'Declined', 'Expired');
const customerOf = (more: Members) =>
  object(
    { name: someText },
    {
      ...{ address, size, team: listOf(person), ...more },
      ids: listOf(object({ profileType: oneOf('Duns', 'External'), id: text })),
    },
  );
const customerProfile = customerOf({});

const optional: Members = {
  ...{ name: orNull(text), externalReferenceId: orNull(text), campaignId: orNull(text), salesStage: orNull(text) },
  ...{ status, substatus, statusReason: orNull(text), team: listOf(person) },
  qualification: oneOf('None', 'Direct', 'MarketingQualified', 'SalesQualified'),
  inviteContext: object(
    {},
    {
      ...{ notes: orNull(text), assistanceRequestCode: text, invitedMpnId: text },
      invitedBy: object({ organizationId: someText }, { organizationName: text }),
    },
  ),
  target: listOf(object({ type: oneOf('SolutionProfile', 'BusinessProfileLocation'), id: someText })),
};
const link = object({ uri: url, method: oneOf('GET') });
/** Undocumented: known only from API responses that others have published. */
const observed: Members = {
  ...{ lastModifiedVia: orNull(text), lastRunId: orNull(text), createdVia: orNull(text), referralSource: orNull(text) },
  ...{ callToAction: orNull(text), quality: text, isSpam: bool, favorite: bool, tags: listOf(anyObject), mpnId: text },
  ...{
    dealSensitivity: text,
    referralProgram: orNull(text),
    registrationStatus: text,
    registrations: listOf(anyObject),
  },
  trackingInfo: anyObject,
};
const given: Members = {
  ...{ id: uuid, engagementId: uuid, organizationId: anyOf(uuid, oneOf('msft')), organizationName: text },
  ...{ createdDateTime: time, updatedDateTime: time, expirationDateTime: orNull(time) },
  ...{ acceptedDateTime: orNull(time), closedDateTime: orNull(time), direction: oneOf('Incoming', 'Outgoing') },
  eTag: matching('^"[^"]+"$'),
  // The address of related referrals contains spaces and quotes, as samples show it.
  links: object({ relatedReferrals: object({ uri: someText, method: oneOf('GET') }), self: link }),
};
const required: Members = { type, customerProfile, consent, details };
const context = { '@odata.context': url };
const shown: Members = {
  ...given,
  ...required,
  customerProfile: customerOf({ isMatchingComplete: bool }),
  status,
  substatus,
};
const referral = object(shown, { ...optional, ...observed });
const read = object({ ...context, ...shown }, { ...optional, ...observed });

const inner = object({ code: someText }, { message: text });
const refusal = object({
  error: object({ code: someText, message: textOf(1, 1024) }, { target: text, innerError: inner }),
});
const refusals = Object.fromEntries([400, 401, 403, 404, 409, 412, 429].map((code) => [code, refusal]));
const operation = object({ op: oneOf('add', 'replace'), path: matching('^/'), value: {} });

const selectable = object({}, { ...given, ...required, ...optional });

/** Below `/v1.0/engagements`. */
export const referrals = documentOf({
  'GET /referrals': {
    query: {
      optional: {
        ...{ $filter: text, $orderby: text, $select: text, $skiptoken: text },
        ...{ $top: wholeFrom(0), $skip: wholeFrom(0), $count: bool },
      },
    },
    answers: {
      200: object(
        { ...context, '@odata.count': wholeFrom(0), value: listOf(anyOf(referral, selectable), 0, 100) },
        { '@odata.nextLink': url },
      ),
      ...refusals,
    },
  },
  'POST /referrals': {
    body: object(required, { ...optional, engagementId: uuid }),
    answers: { 201: read, ...refusals },
  },
  'GET /referrals/{id}': { answers: { 200: read, ...refusals } },
  'PUT /referrals/{id}': {
    body: object(required, { ...context, ...given, ...optional }),
    answers: { 200: read, ...refusals },
  },
  'PATCH /referrals/{id}': { body: listOf(operation, 1), answers: { 200: read, 204: null, ...refusals } },
});

const event = oneOf('referral-created', 'referral-updated', 'related-referral-created', 'related-referral-updated');
const registration = { WebhookUrl: url, WebhookEvents: listOf(event, 1) };
const inOwnHeader = { SignatureTokenToMsSignatureHeader: bool, signatureTokenToMsSignatureHeader: bool };
const asked = object(registration, inOwnHeader);
const registered = { 200: object({ SubscriberId: uuid, ...registration }), 400: anyObject, 401: anyObject };

/** Registrations for notifications, below `/webhooks/v1`. Source: "Partner Center webhooks" (Webhook APIs). */
export const registrations = documentOf({
  'GET /registration/events': { answers: { 200: listOf(event, 1), 401: anyObject } },
  'GET /registration': { answers: { 200: object(registration), 401: anyObject, 404: anyObject } },
  'POST /registration': { body: asked, answers: registered },
  'PUT /registration': { body: asked, answers: { ...registered, 404: anyObject } },
});

/**
 * The simulator's own stand-in for a catalogue of solutions, and the certificate of notifications, whose content
 * nothing describes.
 */
const found = object({ id: someText, name: someText, publisherName: someText, type: oneOf('1P', '3P') });
export const solutions = documentOf({
  'GET /solutions': {
    query: { optional: { term: text, type: oneOf('1P', '3P'), skip: wholeFrom(0), top: wholeFrom(1, 100) } },
    answers: {
      200: object({ value: listOf(found, 0, 100), count: wholeFrom(0) }, { nextLink: url }),
      400: object({ error: someText }),
    },
  },
});

/** The certificate that notifications name: bytes in DER, which no shape describes. */
export const certificates = documentOf({
  'GET /pcnotifications-dispatch.microsoft.com.cer': { answers: { 200: null, 404: null } },
});

/** A notification by its event ("Partner Center webhook events": Referral Created Event, Referral Updated Event). */
export const notifications: Members = Object.fromEntries(
  (event.enum as readonly string[]).map((name) => [
    name,
    object({
      ...{ EventName: oneOf(name), ResourceUri: url, AuditUri: orNull(url) },
      ResourceName: oneOf(name.replace(/-(created|updated)$/, '')),
      ResourceChangeUtcDate: matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}\\+00:00$'),
    }),
  ]),
);
