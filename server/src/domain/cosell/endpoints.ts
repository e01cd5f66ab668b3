import type { Endpoint } from '../../contract/endpoint.ts';
import { commissionEndpoints } from './commission/endpoints.ts';
import { handOffEndpoints } from './hand-off/endpoints.ts';
import { invitationEndpoints } from './invitation/endpoints.ts';
import { lookUpEndpoints } from './look-up/endpoints.ts';
import { mappingEndpoints } from './mapping/endpoints.ts';
import { metricEndpoints } from './metric/endpoints.ts';
import { partnerContactEndpoints } from './partner-contact/endpoints.ts';
import { previewEndpoints } from './preview/endpoints.ts';
import { referralEndpoints } from './referral/endpoints.ts';

/** The endpoints of the family `cosell`. */
export const coSellEndpoints: Endpoint[] = [
  ...metricEndpoints,
  ...lookUpEndpoints,
  ...mappingEndpoints,
  ...partnerContactEndpoints,
  ...previewEndpoints,
  ...referralEndpoints,
  ...commissionEndpoints,
  ...invitationEndpoints,
  ...handOffEndpoints,
];
