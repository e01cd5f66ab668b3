import { type ComponentType, lazy } from 'react';
import type { Row } from '../api/list.ts';

type Section = ComponentType<{ row: Row }>;

/** The part of a page that only one kind of thing has; loaded with the first such page. */
const section = <Name extends string>(load: () => Promise<Record<Name, Section>>, name: Name): Section =>
  lazy<Section>(async () => ({ default: (await load())[name] }));

export const sections: Readonly<Record<string, Section>> = {
  offers: section(() => import('./offer-terms.tsx'), 'OfferTerms'),
  referrals: section(() => import('./referral-deal.tsx'), 'ReferralDeal'),
  partners: section(() => import('./partner-commissions.tsx'), 'PartnerCommissions'),
  contracts: section(() => import('./contract-terms.tsx'), 'ContractTerms'),
  customers: section(() => import('../customers/customer-deals.tsx'), 'CustomerDeals'),
  products: section(() => import('./product-plans.tsx'), 'ProductPlans'),
  connections: section(() => import('./connection-state.tsx'), 'ConnectionState'),
  people: section(() => import('./person-permissions.tsx'), 'PersonPermissions'),
  apps: section(() => import('./app-use.tsx'), 'AppUse'),
  operations: section(() => import('./operation-steps.tsx'), 'OperationSteps'),
};
