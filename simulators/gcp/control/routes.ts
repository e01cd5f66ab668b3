import { type ControlRoutes, faultRoutes } from '../../kit/control.ts';
import type { GcpTables } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { buyerRoutes } from './buyer-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { productRoutes } from './product-routes.ts';

export const controlRoutes: ControlRoutes<GcpTables> = {
  ...accountRoutes,
  ...productRoutes,
  ...offerRoutes,
  ...orderRoutes,
  ...buyerRoutes,
  ...eventRoutes,
  ...faultRoutes<GcpTables>(),
};
