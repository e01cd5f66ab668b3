import type { Endpoint } from '../../contract/endpoint.ts';
import { partnerCommissionEndpoints } from './commission/endpoints.ts';
import { partnerContactEndpoints } from './contact/endpoints.ts';
import { dealEndpoints } from './deal/endpoints.ts';
import { partnerFileEndpoints } from './file/endpoints.ts';
import { invitationEndpoints } from './invitation/endpoints.ts';
import { relationshipEndpoints } from './relationship/endpoints.ts';

export const prmEndpoints: Endpoint[] = [
  ...invitationEndpoints,
  ...relationshipEndpoints,
  ...partnerContactEndpoints,
  ...partnerCommissionEndpoints,
  ...dealEndpoints,
  ...partnerFileEndpoints,
];
