import { escapeHtml } from '../../../../kit/escape-html.ts';
import type { RelationshipKind } from '../../relationship/relationship.ts';
import type { Recipient, Sender } from '../invitation.ts';
import type { Tone } from './tones.ts';

export type Letter = {
  recipient: Recipient;
  relationship: RelationshipKind;
  tone: Tone;
  sender: Pick<Sender, 'organizationName' | 'userName'>;
  fileNames: readonly string[];
};

/** What each relationship is called, and what it offers to the company that is invited. */
const offers: Readonly<Record<RelationshipKind, { as: string; offer: string }>> = {
  RESELLER: { as: 'a reseller', offer: 'to sell our products to your customers, with a margin of your own' },
  REFERRAL: {
    as: 'a referral partner',
    offer: 'to introduce customers to us, and to be paid for every deal that is won',
  },
  DISTRIBUTOR: { as: 'a distributor', offer: 'to bring our products to the resellers of your region' },
  TECHNOLOGY: { as: 'a technology partner', offer: 'to connect our products, and to sell them together' },
  SYSTEM_INTEGRATOR: {
    as: 'a system integrator',
    offer: 'to introduce our products in the projects of your customers',
  },
  MSP: { as: 'a managed service provider', offer: 'to run our products for your customers' },
};

type Words = { subject: string; greeting: string; lines: readonly string[]; closing: string };

/** The words of each tone. The link is no part of them: it is added to the mail when it is sent. */
const words: Readonly<Record<Tone, (letter: Letter) => Words>> = {
  PROFESSIONAL: ({ recipient, relationship, sender }) => ({
    subject: `${sender.organizationName} invites ${recipient.companyName} to a partnership`,
    greeting: recipient.name === '' ? 'Dear Sir or Madam,' : `Dear ${recipient.name},`,
    lines: [
      `${sender.organizationName} would like to work with ${recipient.companyName} as ${offers[relationship].as}.`,
      `As a partner you will be able ${offers[relationship].offer}. Referrals, files and commissions are visible to both of us in one place.`,
      'Please accept the invitation with the link in this mail. You can do so for an organization that you have, or create one.',
    ],
    closing: 'Kind regards,',
  }),
  FRIENDLY: ({ recipient, relationship, sender }) => ({
    subject: `Shall we work together? ${sender.organizationName} and ${recipient.companyName}`,
    greeting: recipient.name === '' ? 'Hello,' : `Hello ${recipient.name},`,
    lines: [
      `We at ${sender.organizationName} think that we and ${recipient.companyName} would make a good team, with you as ${offers[relationship].as}.`,
      `It is your chance ${offers[relationship].offer}. We both see referrals, files and commissions in the same place.`,
      'The link in this mail takes you there. If you have no organization yet, you can create one in a minute.',
    ],
    closing: 'See you soon,',
  }),
  CONCISE: ({ recipient, relationship, sender }) => ({
    subject: `Partnership with ${sender.organizationName}`,
    greeting: recipient.name === '' ? 'Hello,' : `Hello ${recipient.name},`,
    lines: [
      `${sender.organizationName} invites ${recipient.companyName} to be ${offers[relationship].as}: ${offers[relationship].offer}.`,
      'Accept with the link in this mail.',
    ],
    closing: 'Regards,',
  }),
};

export type Email = { subject: string; body: string; html: string };

const paragraph = (text: string): string => `<p>${text.split('\n').map(escapeHtml).join('<br>')}</p>`;

/** A mail of a text whose paragraphs are parted by empty lines. */
export const emailOf = (subject: string, body: string): Email => ({
  subject,
  body,
  html: body
    .split(/\n(?:[^\S\n]*\n)+/)
    .map(paragraph)
    .join('\n'),
});

/** Drafts subject and body of an invitation, as plain text and as HTML, from templates of this service alone. */
export const writeInvitationEmail = (letter: Letter): Email => {
  const { subject, greeting, lines, closing } = words[letter.tone](letter);
  const { fileNames, sender } = letter;
  const signature = [closing, sender.userName, sender.organizationName];
  const files = fileNames.length === 0 ? [] : [['These files are for you:', ...fileNames.map((name) => `- ${name}`)]];
  const parts = [[greeting], ...lines.map((line) => [line]), ...files, signature];
  return emailOf(subject, parts.map((part) => part.join('\n')).join('\n\n'));
};
