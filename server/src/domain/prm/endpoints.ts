import type { Endpoint } from '../../contract/endpoint.ts';
import { partnerContactEndpoints } from './contact/endpoints.ts';
import { partnerFileEndpoints } from './file/endpoints.ts';
import { invitationEndpoints } from './invitation/endpoints.ts';
import { relationshipEndpoints } from './relationship/endpoints.ts';

export const prmEndpoints: Endpoint[] = [
  ...invitationEndpoints,
  ...relationshipEndpoints,
  ...partnerContactEndpoints,
  ...partnerFileEndpoints,
];
