import { type ControlRoutes, faultRoutes, messageRoutes } from '../../kit/control.ts';
import { gcpFaults } from '../gcp-faults.ts';
import type { GcpTables } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import { buyerRoutes } from './buyer-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { productRoutes } from './product-routes.ts';
import { usageRoutes } from './usage-routes.ts';

export const controlRoutes: ControlRoutes<GcpTables> = {
  ...accountRoutes,
  ...productRoutes,
  ...offerRoutes,
  ...orderRoutes,
  ...buyerRoutes,
  ...usageRoutes,
  ...billingRoutes,
  ...messageRoutes<GcpTables>(),
  ...faultRoutes<GcpTables>(gcpFaults),
};
