import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';
import { createBodyCheck } from '../openapi/check-body.ts';
import { bool, listOf, matching, object, oneOf, orNull, type Shape, someText, text } from '../written/shapes.ts';

/**
 * The events that AWS Marketplace and Partner Central send to a seller through Amazon EventBridge.
 *
 * Sources: AWS Marketplace Seller Guide, "Amazon EventBridge events" (userguide/notifications-eventbridge), its sample of
 * each event and the notes below them; Amazon EventBridge User Guide, "AWS service event metadata", for the envelope. Where
 * a sample and an event that somebody captured differ, both pass and the member says so.
 */

/** Events use whole seconds (the samples); agreements in captured events use milliseconds. */
const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$');
const accountId = matching('^\\d{12}$');
const id = someText;
const agreementArn = matching('^arn:aws:aws-marketplace::aws:agreement:agmt-[a-z0-9]+$');
const entityArn = (type: string): Shape =>
  matching(`^arn:aws[\\w-]*:aws-marketplace:us-east-1:\\d{12}:AWSMarketplace/${type}/[\\w-]+$`);
/** Samples also use `arn:aws:catalog:us-east-1:123456789012:Offer/offer-1234567890123` within a detail. */
const entityArnInDetail = (type: string): Shape =>
  matching(
    `^arn:aws[\\w-]*:(aws-marketplace:us-east-1:\\d{12}:AWSMarketplace|catalog:us-east-1:\\d{12}:)/?${type}/[\\w-]+$`,
  );

const catalog = oneOf('AWSMarketplace');
const requestId = someText;
const party = object({ accountId });
const namedParty = object({ name: text, accountId });
const offer = object({ id });
const product = object({ id, title: text });
const resaleAuthorization = object({ id: orNull(matching('^resaleauthz-[a-z0-9]+$')) });
/** `AgreementStatus` of the Agreement API. */
const status = oneOf(
  ...['ACTIVE', 'ARCHIVED', 'CANCELLED', 'EXPIRED', 'RENEWED', 'REPLACED', 'ROLLED_BACK', 'SUPERSEDED', 'TERMINATED'],
);
const times = { acceptanceTime: time, startTime: time, endTime: time };

const changeSet = (more: Readonly<Record<string, Shape>>): Shape =>
  object(
    { requestId, Catalog: catalog, ChangeSetId: matching('^\\w{1,255}$'), StartTime: time, EndTime: time, ...more },
    { ChangeSetName: text },
  );

const created = object({
  ...{ requestId, catalog },
  agreement: object({ id, intent: oneOf('NEW', 'REPLACE'), status, ...times }, { previousAgreementId: id }),
  ...{ resaleAuthorization, acceptor: party, proposer: party, offer },
});
/** A renewal names the previous agreement, the product and the seller. */
const renewed = object(
  {
    ...{ requestId, catalog },
    agreement: object({ id, intent: oneOf('RENEW'), status, ...times, previousAgreementId: id }),
    ...{ product, acceptor: party, proposer: namedParty, offer },
  },
  { resaleAuthorization },
);
const amendedAgreement = { id, intent: oneOf('AMEND'), status, ...times };
const amendedParties = { resaleAuthorization, acceptor: party, proposer: party, offer };

const ended = object(
  { requestId, catalog, agreement: object({ id, status }), resaleAuthorization, acceptor: party, proposer: party },
  // The sample has it; a captured event does not.
  { offer },
);

const renewalParties = { product, acceptor: party, proposer: namedParty };
const notice = { requestId, catalog };
const span = { id, startTime: time, endTime: time };

const license = object({
  ...notice,
  agreement: object({ id }),
  product: object({ code: matching('^[a-z0-9]{1,255}$'), id }),
  // The sample omits the first `arn:`; captured events have it.
  license: object({ arn: matching('^(arn:)?aws:license-manager:[\\w-]*:\\d{12}:(license:)?l-[0-9a-f]+$') }),
  ...{ acceptor: party, proposer: party, offer },
});

const cancellation = (statusCode: string): Shape =>
  object({
    ...notice,
    agreement: object({ id, acceptorId: accountId, productId: id, offerId: id }),
    agreementCancellationRequest: object({
      ...{ id, reasonCode: someText, reasonMessage: text, statusCode: oneOf(statusCode), statusMessage: text },
      ...{ createdAt: time, updatedAt: time },
    }),
  });

const released = object(
  {
    ...notice,
    offer: object({ id, arn: entityArnInDetail('Offer'), name: text }, { expirationDate: time }),
    product: object({ id, arn: entityArn('SaaSProduct'), title: text }),
    ...{ manufacturer: namedParty, sellerOfRecord: namedParty },
  },
  { targetedBuyerAccountIds: listOf(accountId, 1) },
);

type Event = { source: string; resources: Shape; detail: Shape };
const catalogEvent = (type: string, detail: Shape): Event => ({
  source: 'aws.marketplacecatalog',
  resources: listOf(entityArn(type), 1, 1),
  detail,
});
const agreementEvent = (detail: Shape): Event => ({
  source: 'aws.agreement-marketplace',
  resources: listOf(agreementArn, 1, 1),
  detail,
});
const cancellationEvent = (statusCode: string): Event => ({
  source: 'aws.agreement-marketplace',
  resources: listOf(text, 0, 0),
  detail: cancellation(statusCode),
});

const request = 'Agreement Cancellation Request';
const agreement = 'Purchase Agreement';

/** The events by `detail-type`. */
const events: Readonly<Record<string, Event>> = {
  'Change Set Succeeded': catalogEvent('ChangeSet', changeSet({})),
  'Change Set Failed': catalogEvent('ChangeSet', changeSet({ FailureCode: oneOf('CLIENT_ERROR', 'SERVER_FAULT') })),
  'Change Set Cancelled': catalogEvent('ChangeSet', changeSet({})),
  'Offer Released': catalogEvent('Offer', released),
  'OfferSet Released': catalogEvent(
    'OfferSet',
    object({
      ...notice,
      offerSet: object({ id, arn: entityArnInDetail('OfferSet'), name: text }),
      associatedOffers: listOf(object({ offer: object({ id, arn: entityArnInDetail('Offer'), name: text }) }), 1),
    }),
  ),
  [`${agreement} Created - Proposer`]: agreementEvent({ anyOf: [created, renewed] }),
  [`${agreement} Created - Manufacturer`]: agreementEvent({ anyOf: [created, renewed] }),
  [`${agreement} Amended - Proposer`]: agreementEvent(
    object({
      ...notice,
      agreement: object({ ...amendedAgreement, autoRenewalEnabled: bool }),
      renewalSummary: object({ lockoutStartTime: orNull(time), disabledBy: oneOf('ACCEPTOR', 'PROPOSER', null) }),
      product,
      ...amendedParties,
    }),
  ),
  [`${agreement} Amended - Manufacturer`]: agreementEvent(
    object({ ...notice, agreement: object(amendedAgreement), ...amendedParties }),
  ),
  [`${agreement} Ended - Proposer`]: agreementEvent(ended),
  [`${agreement} Ended - Manufacturer`]: agreementEvent(ended),
  [`${agreement} Ending - Proposer`]: agreementEvent(
    object({
      ...notice,
      agreement: object({ ...span, status, daysBeforeEndTime: oneOf(180, 120, 90, 60, 30), autoRenewalEnabled: bool }),
      renewalSummary: object({ lockoutStartTime: orNull(time), disabledBy: oneOf('ACCEPTOR', 'PROPOSER', null) }),
      ...{ ...renewalParties, offer },
    }),
  ),
  [`${agreement} Renewal Terms Finalized - Proposer`]: agreementEvent(
    object({
      ...notice,
      agreement: object(span),
      renewalSummary: object({
        ...{ tcv: matching('^\\d+\\.\\d{2}$'), currency: matching('^[A-Z]{3}$'), termsFinalizedTime: time },
        ...{ lockoutReached: orNull(bool), lockoutStartTime: orNull(time) },
      }),
      ...renewalParties,
    }),
  ),
  [`${agreement} Renewal Upcoming - Proposer`]: agreementEvent(
    object({
      ...notice,
      agreement: object(span),
      renewalSummary: object({
        ...{ lockoutReached: oneOf(true), tcv: matching('^\\d+\\.\\d{2}$'), currency: matching('^[A-Z]{3}$') },
      }),
      ...renewalParties,
    }),
  ),
  'License Updated - Manufacturer': agreementEvent(license),
  'License Deprovisioned - Manufacturer': agreementEvent(license),
  [`${request} Pending Approval - Proposer`]: cancellationEvent('PENDING_APPROVAL'),
  [`${request} Approved - Proposer`]: cancellationEvent('APPROVED'),
  [`${request} Rejected - Proposer`]: cancellationEvent('REJECTED'),
  [`${request} Cancelled - Proposer`]: cancellationEvent('CANCELLED'),
  [`${request} Validation Failed - Proposer`]: cancellationEvent('VALIDATION_FAILED'),
};

/**
 * The events of Partner Central (developer guide, "Notifications for the AWS Partner Central Selling API", example events;
 * EventBridge reference, "AWS Partner Central Selling events", for the names that the guide does not have).
 */
const partnerCatalog = oneOf('AWS', 'Sandbox');
const partner = matching('^(\\d{12}|aws)$');
const sharedArn = (kind: string): Shape =>
  matching(`^arn:aws:partnercentral:us-east-1::catalog/(AWS|Sandbox)/${kind}/[\\w-]+$`);
const opportunityEvent: Event = {
  source: 'aws.partnercentral-selling',
  resources: listOf(someText),
  detail: object({
    ...{ schemaVersion: someText, catalog: partnerCatalog },
    opportunity: object({ identifier: matching('^O[0-9]{1,19}$') }),
  }),
};
const engagementId = matching('^eng-[0-9a-z]{14}$');
const invitationEvent = (more: Readonly<Record<string, Shape>> = {}): Event => ({
  source: 'aws.partnercentral-selling',
  resources: listOf(sharedArn('engagement-invitation'), 1, 1),
  detail: object({
    catalog: partnerCatalog,
    engagementInvitation: object({
      ...{ arn: sharedArn('engagement-invitation'), id: matching('^engi-[0-9a-z]{13}$'), engagementId },
      ...{ senderAccountId: partner, receiverAccountId: partner, ...more },
      ...{
        participantType: oneOf('Sender', 'Receiver'),
        payloadType: oneOf('OpportunityInvitation', 'LeadInvitation'),
      },
    }),
  }),
});
const engagementEvent = (members: Readonly<Record<string, Shape>>): Event => ({
  source: 'aws.partnercentral-selling',
  resources: listOf(sharedArn('engagement'), 1, 1),
  detail: object({ catalog: partnerCatalog, ...members }),
});
const memberEvent = engagementEvent({
  engagement: object({ id: engagementId }),
  engagementMember: object({ accountId: partner, companyName: text }),
});
const snapshotEvent = engagementEvent({
  resourceSnapshot: object({
    ...{ arn: someText, engagementId, resourceType: oneOf('Opportunity'), resourceId: matching('^O[0-9]{1,19}$') },
    ...{ createdBy: partner, targetMemberAccounts: listOf(partner, 1), resourceSnapshotTemplateName: someText },
  }),
});
const ofEngagement = { engagementArn: sharedArn('engagement'), engagementId, ContextTypes: listOf(someText) };

const partnerEvents: Readonly<Record<string, Event>> = {
  'Opportunity Created': opportunityEvent,
  'Opportunity Updated': opportunityEvent,
  'Opportunity Accepted': opportunityEvent,
  'Opportunity Rejected': opportunityEvent,
  'Engagement Invitation Created': invitationEvent({ senderCompanyName: text, expirationDate: time }),
  'Engagement Invitation Accepted': invitationEvent(),
  'Engagement Invitation Rejected': invitationEvent(),
  'Engagement Invitation Expired': invitationEvent(),
  'Engagement Member Added': memberEvent,
  'Engagement Member Joined': memberEvent,
  'Engagement Resource Snapshot Created': snapshotEvent,
  'Resource Snapshot Created': snapshotEvent,
  'Engagement Created': engagementEvent({
    engagement: object({ ...ofEngagement, CreatedAt: time, CreatedBy: partner }),
  }),
  'Engagement Updated': engagementEvent({
    engagement: object({ ...ofEngagement, LastModifiedAt: time, LastModifiedBy: partner }),
  }),
};

const envelopeOf = (type: string, { source, resources, detail }: Event): Shape =>
  object({
    ...{ version: oneOf('0'), id: matching('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), 'detail-type': oneOf(type) },
    ...{ source: oneOf(source), account: accountId, time: matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$') },
    ...{ region: oneOf('us-east-1'), resources, detail },
  });

const document = Object.fromEntries(
  Object.entries({ ...events, ...partnerEvents }).map(([type, event]) => [type, envelopeOf(type, event)]),
);

/** Checks an event sent by EventBridge against AWS's published contract. */
export const createEventCheck = () => {
  const faultsOf = createBodyCheck('EventBridge', document);
  return ({ requestBody: body, requestHeaders }: Exchange): Difference[] => {
    const type = (body as { 'detail-type'?: unknown } | null)?.['detail-type'];
    const operation = `EventBridge ${String(type)}`;
    const found = (at: string, rule: string, detail: string): Difference => ({
      operation,
      side: 'message',
      at,
      rule,
      detail,
    });
    if (typeof type !== 'string' || !Object.hasOwn(document, type))
      return [found('detail-type', 'no such event', show(type))];
    const wrongType = requestHeaders['content-type']?.startsWith('application/json')
      ? []
      : [found('', 'wrong content type', show(requestHeaders['content-type']))];
    return [
      ...wrongType,
      ...faultsOf(`/${encodeURIComponent(type)}`, body).map(({ at, rule, detail }) => found(at, rule, detail)),
    ];
  };
};
