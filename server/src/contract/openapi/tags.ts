import type { Family } from '../../auth/permissions.ts';

/** The description of each tag. A tag is the name of a served family, `Access`, or `service`. */
export const tagTexts: Readonly<Partial<Record<Family | 'Access' | 'service', string>>> = {
  organization: 'The organization itself: its checklist, its connected partner accounts, and its audit trail.',
  Access: 'Who may do what: people and their roles, OAuth apps, API clients, and tokens.',
  product: 'What is sold: products and their prices in each marketplace.',
  buyer: 'Who buys: buyers, what they owe, and the wallets they pay from.',
  contact: 'People who work for buyers and partners, with their email addresses.',
  offer: 'What is offered to one buyer: drafts, private offers, offer sets, and their legal documents.',
  entitlement: 'What was bought: entitlements, their terms, credit, and cancellation.',
  metering: 'What was used: usage records, and how they were reported to the marketplace.',
  revenue:
    'What was earned: what marketplaces and payment providers billed, collected and paid out, recurring revenue, and exchange rates.',
  cosell: 'Selling together with partners: referrals, their synchronization with partners and CRMs, and metrics.',
  prm: 'Partners: invitations, what is kept of each partner, and files for them.',
  notification:
    'What happened, as a list, as a stream, and sent to webhooks; messages to contacts, and the state of their delivery.',
  operation: 'Work that takes longer than a request: its status and history.',
  knowledge: 'Search in articles, documentation and the API reference about marketplaces and this service.',
  support: 'Requests for help: tickets, their comments and attachments, and their target times.',
  service: 'The service itself, outside organizations.',
};
