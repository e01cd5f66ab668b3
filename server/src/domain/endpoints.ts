import type { Endpoint } from '../contract/endpoint.ts';
import { buyerEndpoints } from './buyer/endpoints.ts';
import { contactEndpoints } from './contact/endpoints.ts';
import { coSellEndpoints } from './cosell/endpoints.ts';
import { entitlementEndpoints } from './entitlement/endpoints.ts';
import { invoiceEndpoints } from './invoice/endpoints.ts';
import { knowledgeEndpoints } from './knowledge/endpoints.ts';
import { meteringEndpoints } from './metering/endpoints.ts';
import { notificationEndpoints } from './notification/endpoints.ts';
import { oauthAppEndpoints } from './oauth-app/endpoints.ts';
import { offerEndpoints } from './offer/endpoints.ts';
import { operationEndpoints } from './operation/endpoints.ts';
import { organizationEndpoints } from './organization/endpoints.ts';
import { prmEndpoints } from './prm/endpoints.ts';
import { productEndpoints } from './product/endpoints.ts';
import { revenueEndpoints } from './revenue/endpoints.ts';
import { supportEndpoints } from './support/endpoints.ts';

/** The whole API: the endpoint tables of all families, in declared order. */
export const endpoints: readonly Endpoint[] = [
  ...organizationEndpoints,
  ...oauthAppEndpoints,
  ...productEndpoints,
  ...buyerEndpoints,
  ...contactEndpoints,
  ...offerEndpoints,
  ...entitlementEndpoints,
  ...invoiceEndpoints,
  ...meteringEndpoints,
  ...revenueEndpoints,
  ...coSellEndpoints,
  ...prmEndpoints,
  ...notificationEndpoints,
  ...operationEndpoints,
  ...knowledgeEndpoints,
  ...supportEndpoints,
];
