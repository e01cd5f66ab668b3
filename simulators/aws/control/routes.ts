import { type ControlRoutes, faultRoutes, messageRoutes } from '../../kit/control.ts';
import { awsFaults } from '../faults.ts';
import type { AwsTables } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { agreementRoutes } from './agreement-routes.ts';
import { billingRoutes } from './billing-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { partnerRoutes } from './partner-routes.ts';
import { productRoutes } from './product-routes.ts';
import { resaleRoutes } from './resale-routes.ts';

/** The control API of the simulator, below `/control/aws`. */
export const controlRoutes: ControlRoutes<AwsTables> = {
  ...accountRoutes,
  ...productRoutes,
  ...offerRoutes,
  ...resaleRoutes,
  ...agreementRoutes,
  ...billingRoutes,
  ...partnerRoutes,
  ...messageRoutes<AwsTables>(),
  ...faultRoutes<AwsTables>(awsFaults),
};
