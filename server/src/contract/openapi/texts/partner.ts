import type { Texts } from './notation.ts';

const recipient = {
  companyName: 'The company that is invited.',
  email: 'The address of the person who gets the link.',
  name: 'The name of that person.',
  website: 'The website of the company.',
};

const company = {
  name: 'The name of the company.',
  website: 'Its website.',
  emailDomain: 'The domain of its email addresses.',
  industry: 'Its industry.',
  country: 'Its country.',
  employeeCount: 'The number of its employees; null if unknown.',
  description: 'What it does.',
};

const file = {
  id: 'The ID in this service, file_….',
  name: 'The name of the file, with its extension.',
  contentType: 'The media type, as found in the content.',
  size: 'The size in bytes.',
  creationTime: 'When it was uploaded, UTC.',
};

/** Partners, invitations and files for partners. */
export const partnerTexts = {
  Invitation: {
    about: "One organization's copy of an invitation to be partners.",
    members: {
      id: 'The ID in this service, invite_…; each of the two organizations has its own.',
      direction: 'OUTBOUND: sent by this organization. INBOUND: received by it.',
      status: 'PENDING until it is ACCEPTED, DECLINED, CANCELLED or EXPIRED.',
      recipient: 'Who is invited.',
      sender: 'Who invites.',
      partnerId: 'The record of the partner, relation_…. Absent from a received invitation until it is accepted.',
      message: 'The text of the mail, besides the link.',
      linkedFileIds: 'Files of the sender that the mail links, file_….',
      acceptBy: 'Until when it can be accepted, UTC.',
      sentTime: 'When the link in force was sent, UTC.',
      resentCount: 'How often it was sent again.',
      respondedTime: 'When it was accepted or declined, UTC. Absent before.',
    },
  },
  InvitationPage: { about: 'Invitations of one page.', members: {} },
  InvitationRecipient: { about: 'Who is invited.', members: recipient },
  InvitationRecipientInput: { about: 'Who is invited.', members: recipient },
  InvitationSender: {
    about: 'Who invites.',
    members: {
      organizationID: 'The organization that invites, org_….',
      organizationName: 'Its name.',
      userName: 'The person, or the program, that sent the invitation.',
    },
  },
  InvitationMessage: { about: 'A mail.', members: { subject: 'Its subject.', body: 'Its text.' } },
  InvitationMessageInput: {
    about: 'A mail in your own words. What is absent is taken from a template.',
    members: {
      subject: 'Its subject.',
      body: 'Its text. Addresses in it do not become links; the link to accept is added.',
    },
  },
  CreateInvitation: {
    about: 'An invitation to be sent.',
    members: {
      recipient: 'Who is invited.',
      relationship: 'The role of the company for you. REFERRAL if absent.',
      engagementType: 'How you are to work together. CO_SELL if absent.',
      message: 'The mail, in your own words.',
      linkedFileIds: 'Files that the mail links, shared with all partners, file_…. Their links last 7 days.',
      acceptByDays: 'For how many days it can be accepted. 30 if absent.',
    },
  },
  GenerateInvitationEmail: {
    about: 'What to draft a mail for.',
    members: {
      recipient: 'Who is invited.',
      relationship: 'The role of the company for you. REFERRAL if absent.',
      tone: 'PROFESSIONAL if absent.',
      linkedFileIds: 'Files that the mail names, shared with all partners, file_….',
    },
  },
  InvitationEmail: {
    about: 'The draft of a mail.',
    members: {
      subject: 'The subject.',
      body: 'The plain text.',
      html: 'The same as HTML, made by this service from the plain text.',
      writtenBy: 'TEMPLATE: this service, from its templates. WRITER: the service that the operator has set.',
    },
  },
  PartnerRelationship: {
    about: 'What an organization keeps of a partner.',
    members: {
      id: 'The ID in this service, relation_….',
      partnerOrganizationID: 'The partner organization, org_…. Absent until it has accepted an invitation.',
      company: 'The company, as this organization describes it.',
      relationship: 'What the company is for this organization.',
      engagementType: 'How the two work together.',
      status:
        'INVITED: it has not answered yet. ACTIVE: the partnership is in force for both. INACTIVE: it was ended by either side, or never accepted.',
      partnerManager: 'The user responsible for the partner. Absent if there is none, or if that user has left.',
      tags: 'Words by which this organization sorts its partners.',
      summary: 'Referrals and commissions with this partner.',
    },
  },
  PartnerRelationshipPage: { about: 'Partner relationships of one page.', members: {} },
  UpdatePartnerRelationship: {
    about: 'Changes of a partner relationship. What is absent stays, null clears.',
    members: {
      company: 'The members of the profile to change.',
      relationship: 'What the company is for this organization.',
      engagementType: 'How the two work together.',
      status: 'INACTIVE ends the partnership for both sides, ACTIVE resumes it.',
      partnerManager: 'An active user of this organization.',
      tags: 'All tags; they replace those before.',
    },
  },
  PartnerCompany: { about: 'A partner company.', members: company },
  PartnerCompanyInput: { about: 'Changes of the profile of a partner company.', members: company },
  PartnerManager: {
    about: 'The user who looks after a partner.',
    members: { userId: 'The user, user_….', name: 'The name.', email: 'The email address.' },
  },
  PartnerManagerInput: { about: 'The user who looks after a partner.', members: { userId: 'The user, user_….' } },
  PartnerSummary: {
    about: 'Referrals and commissions with a partner.',
    members: {
      openReferrals: 'Deals with this partner that are neither won nor lost.',
      wonReferrals: 'Deals with this partner that are won.',
      commissionOwed: 'Commission that is confirmed and not paid yet, once for each currency and side.',
      commissionPaid: 'Commission that was paid and not taken back, once for each currency and side.',
    },
  },
  PartnerCommissionAmount: {
    about: 'An amount in one currency. Amounts of different currencies are never added.',
    members: {
      side: 'SELLER: this organization owes it, or has paid it. PARTNER: it is owed or was paid to it.',
      currency: 'The currency, ISO 4217.',
      amount: 'The amount, in currency.',
    },
  },
  PartnerContact: {
    about: 'A person at a partner company.',
    members: {
      name: 'The name; empty if it is not known.',
      email: 'The email address.',
      jobTitle: 'The job title; empty if it is not known.',
      profileUrl: 'The URL of a professional profile; empty if it is not known.',
      seniority: 'The seniority; empty if it is not known.',
    },
  },
  PartnerContactPage: { about: 'People at a partner company, of one page.', members: {} },
  NewPartnerFile: {
    about: 'A file to upload.',
    members: { name: 'Its name, with its extension.', content: 'Its bytes as base64 (RFC 4648, section 4).' },
  },
  SharePartnerFile: {
    about: 'Whom to share a file with.',
    members: {
      sharedWith: 'ALL_PARTNERS, future ones included, or PARTNER.',
      partnerId: 'The partner, relation_…, with PARTNER.',
    },
  },
  PartnerFile: {
    about: 'A file for partners.',
    members: {
      ...file,
      sharedWith: 'With whom it is shared. Absent while only this organization sees it.',
      partnerId: 'The partner that it is shared with, relation_…. Absent unless it is shared with one.',
    },
  },
  PartnerFilePage: { about: 'Files for partners, of one page.', members: {} },
  LinkablePartnerFile: {
    about: 'A file that an invitation may link.',
    members: { ...file, sharedWith: 'With whom it is shared.', url: 'A link to download it, valid for half an hour.' },
  },
  SharedPartnerFile: { about: 'A file that a partner shares.', members: file },
  SharedPartnerFilePage: { about: 'Files that a partner shares, of one page.', members: {} },
} as const satisfies Texts;
