import type { Endpoint } from '../contract/endpoint.ts';
import { contactEndpoints } from './contact/endpoints.ts';
import { organizationEndpoints } from './organization/endpoints.ts';

/** The whole API: the families' tables of endpoints in their declared order. */
export const endpoints: readonly Endpoint[] = [...organizationEndpoints, ...contactEndpoints];
