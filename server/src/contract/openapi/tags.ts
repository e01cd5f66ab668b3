import type { Family } from '../../auth/permissions.ts';

/** What stands under each tag. A tag is the name of a family that is served, `Access`, or `service`. */
export const tagTexts: Readonly<Partial<Record<Family | 'Access' | 'service', string>>> = {
  organization: 'The organization itself: its checklist, the accounts at partners that it connects, its audit trail.',
  Access: 'Who may do what: people and their roles, OAuth apps, API clients, and tokens.',
  product: 'What is sold: products and their prices at each marketplace.',
  buyer: 'Who buys: buyers, what they owe, and the wallets they pay from.',
  contact: 'People at buyers and partners, with their e-mail addresses.',
  offer: 'What is offered to one buyer: drafts, private offers, offer sets, and their legal documents.',
  entitlement: 'What was bought: entitlements, their terms, credit, and cancellation.',
  metering: 'What was used: usage records, and how they were told to the marketplace.',
  notification: 'Messages to contacts, and how far their delivery is.',
  operation: 'Work that takes longer than a request: how far it is, and what it did.',
  service: 'The service itself, outside organizations.',
};
