import { buyerTexts } from './buyer.ts';
import { commerceTexts } from './commerce.ts';
import { entitlementTexts } from './entitlement.ts';
import { meteringTexts } from './metering.ts';
import { offerTexts } from './offer.ts';
import { serviceTexts } from './service.ts';

/** What a member of that name is in every type that says nothing else of it. */
export const commonTexts = {
  id: 'The id here.',
  organizationID: 'The organization, org_….',
  name: 'The name.',
  partner: 'The partner: a marketplace, payment provider or other system.',
  service: 'Which service of the partner it belongs to.',
  metaInfo: 'Ids in CRM systems, notes, flags, and what the marketplace said.',
  createdBy: 'Who made it: a person, an app, or the service.',
  creationTime: 'When it was made, UTC.',
  lastUpdatedBy: 'Who changed it last: a person, an app, or the service.',
  lastUpdateTime: 'When it last changed, UTC.',
  data: 'The things on this page.',
  page_number: 'Which page this is, from 1.',
  page_size: 'How many things a page has.',
  total_count: 'How many there are in all; 100001 when the count stopped there.',
  emailAddress: 'The e-mail address.',
  chargebeeCustomerID: 'The customer in Chargebee.',
  customerId: 'The customer in your own systems.',
  lagoCustomerId: 'The customer in Lago.',
  metronomeCustomerId: 'The customer in Metronome.',
  orbCustomerId: 'The customer in Orb.',
  quickbooksCustomerId: 'The customer in QuickBooks.',
  stripeCustomerId: 'The customer at Stripe, cus_….',
  companyInfo: 'The company of the buyer.',
  paymentConfig: 'How the buyer pays.',
} as const;

/** What each type is, and what its members are. */
export const typeTexts = {
  ...buyerTexts,
  ...commerceTexts,
  ...entitlementTexts,
  ...meteringTexts,
  ...offerTexts,
  ...serviceTexts,
} as const;
