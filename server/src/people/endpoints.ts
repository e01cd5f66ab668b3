import { accountEndpoints } from './account-endpoints.ts';
import type { PersonEndpoint } from './endpoint.ts';
import { entryEndpoints } from './entry-endpoints.ts';
import { partnerEndpoints } from './partner-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';

/** All endpoints for people at `AUTH_URL`, in the declared order. */
export const peopleEndpoints: readonly PersonEndpoint[] = [
  ...sessionEndpoints,
  ...accountEndpoints,
  ...entryEndpoints,
  ...partnerEndpoints,
];
