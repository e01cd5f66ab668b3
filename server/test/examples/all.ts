import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { TestCaller, TestOrganization } from '../app.ts';
import { accessLegacyExamples } from './access-legacy.ts';
import { auditingExamples } from './auditing.ts';
import { buyerExamples, directPurchaseExamples, invoiceExamples } from './buyer.ts';
import { commerceExamples, operationExamples } from './commerce.ts';
import { connectionExamples } from './connection.ts';
import { contactExamples } from './contact.ts';
import { coSellExamples } from './cosell.ts';
import { entitlementExamples } from './entitlement.ts';
import type { Examples } from './example.ts';
import { knowledgeExamples } from './knowledge.ts';
import { meteringExamples } from './metering.ts';
import { notificationExamples } from './notification.ts';
import { oauthAppExamples } from './oauth-app.ts';
import { offerExamples } from './offer.ts';
import { organizationExamples } from './organization.ts';
import { prmExamples } from './prm.ts';
import { productExamples } from './product.ts';
import { revenueExamples } from './revenue.ts';
import { revenueConnectionExamples } from './revenue-connection.ts';
import { revenueMetricsExamples } from './revenue-metrics.ts';
import { revenueReconciliationExamples } from './revenue-reconciliation.ts';
import { supportExamples } from './support.ts';

/** One example for every endpoint; the test over all endpoints fails for one that has none. */
export const examples: Examples = {
  ...organizationExamples,
  ...oauthAppExamples,
  ...accessLegacyExamples,
  ...auditingExamples,
  ...buyerExamples,
  ...commerceExamples,
  ...contactExamples,
  ...coSellExamples,
  ...directPurchaseExamples,
  ...invoiceExamples,
  ...connectionExamples,
  ...entitlementExamples,
  ...knowledgeExamples,
  ...meteringExamples,
  ...notificationExamples,
  ...offerExamples,
  ...operationExamples,
  ...prmExamples,
  ...productExamples,
  ...revenueExamples,
  ...revenueConnectionExamples,
  ...revenueMetricsExamples,
  ...revenueReconciliationExamples,
  ...supportExamples,
};

/** The caller of an example: access endpoints are for people with the right role, all others for machines too. */
export const callerFor = ({ permission, kind }: Endpoint, organization: TestOrganization): TestCaller =>
  kind === 'founding' || permission.startsWith('access:') ? organization.owner : organization.editor;
