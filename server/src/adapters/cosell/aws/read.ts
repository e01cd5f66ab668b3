import { isObject, listAt, putAt, textAt, valueAt } from '../document.ts';
import type { PartnerContactRead, ReferralDocument, ReferralRead } from '../port.ts';
import { readWord } from '../read-word.ts';
import { partnerOnly, relatedMember, relatedTypes } from './table.ts';
import { standingOf, standingOfInvitation } from './words.ts';

export type Opportunity = ReferralDocument & { Id: string; LastModifiedDate: string };
type Invitation = ReferralDocument & { Id: string; Status: string; InvitationDate: string };

const contactsIn = (people: readonly unknown[]): PartnerContactRead[] =>
  people.flatMap((one) => {
    const email = textAt(one, 'Email');
    if (email === undefined) return [];
    const name = [textAt(one, 'FirstName'), textAt(one, 'LastName')].filter(Boolean).join(' ') || email;
    const role = textAt(one, 'BusinessTitle');
    return [{ name, email, ...(role === undefined ? {} : { role }) }];
  });

const pick = (from: unknown, paths: Readonly<Record<string, string>>): ReferralDocument =>
  Object.entries(paths).reduce<ReferralDocument>((document, [to, path]) => {
    const value = valueAt(from, path);
    return value === undefined || value === null ? document : putAt(document, to, value);
  }, {});

/** An empty list says nothing. */
const relatedOf = (opportunity: Opportunity): ReferralDocument =>
  Object.fromEntries(
    relatedTypes
      .map((type) => [type, listAt(opportunity, `${relatedMember}.${type}`)] as const)
      .filter(([, ids]) => ids.length > 0),
  );

/** The document of an opportunity: what a partner may write, and what it may associate. */
export const documentOf = (opportunity: Opportunity): ReferralDocument => {
  const { $metadata: _, [relatedMember]: _given, ...written } = opportunity as ReferralDocument;
  const related = relatedOf(opportunity);
  const members = Object.keys(related).length === 0 ? written : { ...written, [relatedMember]: related };
  return partnerOnly.reduce<ReferralDocument>(
    (left, path) => (valueAt(left, path) === undefined ? left : putAt(left, path, undefined)),
    members,
  );
};

const shownOfSummary = [
  ...['InvolvementType', 'InvolvementTypeChangeReason', 'Visibility', 'CosellMotion', 'LifeCycle', 'Insights'],
];

/** GetOpportunity with GetAwsOpportunitySummary; `former`: the invitation that it was accepted from. */
export const readOpportunity = (
  opportunity: Opportunity,
  summary: ReferralDocument | null,
  former: string | undefined,
): ReferralRead => {
  const status = textAt(opportunity, 'LifeCycle.ReviewStatus');
  const origin = textAt(summary, 'Origin');
  const stage = valueAt(opportunity, 'LifeCycle.Stage');
  const reason = textAt(opportunity, 'LifeCycle.ReviewStatusReason');
  const comments = textAt(opportunity, 'LifeCycle.ReviewComments');
  return {
    externalId: opportunity.Id,
    ...(former === undefined ? {} : { formerExternalId: former }),
    direction: origin === 'AWS Referral' || former !== undefined ? 'INBOUND' : 'OUTBOUND',
    version: opportunity.LastModifiedDate,
    updatedTime: new Date(opportunity.LastModifiedDate),
    standing: standingOf({ reviewStatus: status, stage, origin }),
    words: {
      status: status ?? '',
      ...(reason === undefined ? {} : { reason }),
      ...(comments === undefined ? {} : { comments }),
    },
    document: documentOf(opportunity),
    partnerDocument: pick(summary, Object.fromEntries(shownOfSummary.map((name) => [name, name]))),
    contacts: contactsIn(listAt(summary, 'OpportunityTeam')),
  };
};

const payload = 'Payload.OpportunityInvitation';

/** What the payload of an invitation shows, in the members of an opportunity; the rest is shown once it is accepted. */
const memberOfPayload = {
  'Customer.Account.CompanyName': `${payload}.Customer.CompanyName`,
  'Customer.Account.Industry': `${payload}.Customer.Industry`,
  'Customer.Account.WebsiteUrl': `${payload}.Customer.WebsiteUrl`,
  'Customer.Account.Address.CountryCode': `${payload}.Customer.CountryCode`,
  'Project.Title': `${payload}.Project.Title`,
  'Project.CustomerBusinessProblem': `${payload}.Project.BusinessProblem`,
  'Project.ExpectedCustomerSpend': `${payload}.Project.ExpectedCustomerSpend`,
  'LifeCycle.TargetCloseDate': `${payload}.Project.TargetCompletionDate`,
};

/** A lead has no opportunity yet: it contains the customer and its needs (LeadInvitationPayload). */
const lead = 'Payload.LeadInvitation';
const memberOfLead = {
  'Customer.Account.CompanyName': `${lead}.Customer.CompanyName`,
  'Customer.Account.Industry': `${lead}.Customer.Industry`,
  'Customer.Account.WebsiteUrl': `${lead}.Customer.WebsiteUrl`,
  'Customer.Account.Address.CountryCode': `${lead}.Customer.CountryCode`,
  'Project.Title': 'EngagementTitle',
  'Project.CustomerBusinessProblem': `${lead}.Interaction.Usecase`,
};

const documentOfInvitation = (invitation: Invitation): ReferralDocument => {
  if (isObject(valueAt(invitation, payload))) return pick(invitation, memberOfPayload);
  return isObject(valueAt(invitation, lead)) ? pick(invitation, memberOfLead) : {};
};

/** GetEngagementInvitation. It has no version: its status is one. A rejected or expired one shows no payload. */
export const readInvitation = (invitation: Invitation): ReferralRead => {
  const { Id: externalId, Status: status } = invitation;
  const reason = textAt(invitation, 'RejectionReason');
  const expires = textAt(invitation, 'ExpirationDate');
  const message = textAt(invitation, 'InvitationMessage');
  return {
    externalId,
    direction: 'INBOUND',
    version: status,
    updatedTime: new Date(invitation.InvitationDate),
    standing: readWord(standingOfInvitation, status) ?? 'PENDING_ACCEPTANCE',
    words: {
      status,
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { comments: message }),
    },
    ...(expires === undefined ? {} : { acceptBy: new Date(expires) }),
    document: documentOfInvitation(invitation),
    partnerDocument: pick(invitation, {
      EngagementId: 'EngagementId',
      SenderCompanyName: 'SenderCompanyName',
      ReceiverResponsibilities: `${payload}.ReceiverResponsibilities`,
      LeadInvitation: lead,
    }),
    contacts: contactsIn(listAt(invitation, `${payload}.SenderContacts`)),
  };
};
