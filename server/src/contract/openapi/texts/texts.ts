import { buyerTexts } from './buyer.ts';
import { commerceTexts } from './commerce.ts';
import { coSellTexts } from './cosell.ts';
import { entitlementTexts } from './entitlement.ts';
import { entitlementChangeTexts } from './entitlement-changes.ts';
import { knowledgeTexts } from './knowledge.ts';
import { meteringTexts } from './metering.ts';
import { notificationTexts } from './notification.ts';
import { offerTexts } from './offer.ts';
import { partnerTexts } from './partner.ts';
import { revenueTexts } from './revenue.ts';
import { revenueConnectionTexts } from './revenue-connection.ts';
import { revenueMetricsTexts } from './revenue-metrics.ts';
import { revenueReconciliationTexts } from './revenue-reconciliation.ts';
import { serviceTexts } from './service.ts';
import { supportTexts } from './support.ts';
import { webhookTexts } from './webhook.ts';

/** What a member of that name is in every type that says nothing else of it. */
export const commonTexts = {
  id: 'The ID in this service.',
  organizationID: 'The organization, org_….',
  name: 'The name.',
  partner: 'The partner: a marketplace, payment provider or other system.',
  service: "The partner's service that it belongs to.",
  metaInfo: 'IDs in CRM systems, notes, flags, and messages from the marketplace.',
  createdBy: 'Who created it: a person, an app, or the service.',
  creationTime: 'When it was created, UTC.',
  lastUpdatedBy: 'Who last changed it: a person, an app, or the service.',
  lastUpdateTime: 'When it last changed, UTC.',
  data: 'The results on this page.',
  page_number: 'The number of this page, starting from 1.',
  page_size: 'The number of results on a page.',
  total_count: 'The total number of results; 100001 if counting stopped there.',
  emailAddress: 'The email address.',
  chargebeeCustomerID: 'The customer in Chargebee.',
  customerId: "The customer's ID in your own systems.",
  lagoCustomerId: 'The customer in Lago.',
  metronomeCustomerId: 'The customer in Metronome.',
  orbCustomerId: 'The customer in Orb.',
  quickbooksCustomerId: 'The customer in QuickBooks.',
  stripeCustomerId: 'The customer at Stripe, cus_….',
  companyInfo: 'The company of the buyer.',
  paymentConfig: 'How the buyer pays.',
} as const;

/** The parts of usage that is only checked: the same as of usage that is reported. */
const checkedUsage = Object.fromEntries(
  Object.entries(meteringTexts)
    .filter(([name]) => name.startsWith('BatchReportUsageRecordGroupsInput'))
    .map(([name, texts]) => [name.replace('BatchReport', 'BatchValidate'), texts]),
);

/** What each type is, and what its members are. */
export const typeTexts = {
  ...checkedUsage,
  RenewalDraftOffer: {
    about: 'The offer that AWS has drafted for the renewal of an agreement.',
    members: offerTexts.WorkloadOffer.members,
  },
  RenewalDraftOfferInfo: {
    about: 'The terms of a drafted renewal. Amounts and rates are decimals in currency.',
    members: { ...offerTexts.OfferInfo.members, renewal: 'The uplift, its range, and until when it can be changed.' },
  },
  ...buyerTexts,
  ...commerceTexts,
  ...coSellTexts,
  ...entitlementTexts,
  ...entitlementChangeTexts,
  ...knowledgeTexts,
  ...meteringTexts,
  ...offerTexts,
  ...partnerTexts,
  ...revenueTexts,
  ...revenueConnectionTexts,
  ...revenueMetricsTexts,
  ...revenueReconciliationTexts,
  ...serviceTexts,
  ...supportTexts,
  ...notificationTexts,
  ...webhookTexts,
} as const;
