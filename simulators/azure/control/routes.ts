import { type ControlRoutes, faultRoutes, messageRoutes } from '../../kit/control.ts';
import { azureFaults } from '../azure-faults.ts';
import type { AzureTables } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import { buyerRoutes } from './buyer-routes.ts';
import { productRoutes } from './product-routes.ts';
import { referralRoutes } from './referral-routes.ts';
import { settingRoutes } from './setting-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import { userRoutes } from './user-routes.ts';
import { watchRoutes } from './watch-routes.ts';

/** The control API of the simulator, below `/control/azure`. */
export const controlRoutes: ControlRoutes<AzureTables> = {
  ...accountRoutes,
  ...userRoutes,
  ...productRoutes,
  ...buyerRoutes,
  ...subscriptionRoutes,
  ...usageRoutes,
  ...billingRoutes,
  ...referralRoutes,
  ...watchRoutes,
  ...settingRoutes,
  ...messageRoutes<AzureTables>(),
  ...faultRoutes<AzureTables>(azureFaults),
};
