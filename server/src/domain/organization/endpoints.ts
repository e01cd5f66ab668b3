import { z } from 'zod';
import { callerReads, type Endpoint, founds } from '../../contract/endpoint.ts';
import { apiClientEndpoints } from './access/api-client/endpoints.ts';
import { roleEndpoints } from './access/role/endpoints.ts';
import { userEndpoints } from './access/user/endpoints.ts';
import { createOrganization } from './actions/create-organization.ts';
import { auditingEventEndpoints } from './audit/auditing-event/endpoints.ts';
import { brandingEndpoints } from './branding/endpoints.ts';
import { connectionEndpoints } from './connection/endpoints.ts';
import { onboardingEndpoints } from './onboarding/endpoints.ts';
import { listOrganizations } from './reads.ts';
import { NewOrganization, Organization } from './schema.ts';
import { servicesAndQuotasEndpoints } from './services-and-quotas/endpoints.ts';

export const organizationEndpoints: Endpoint[] = [
  callerReads({
    id: 'listOrganizations',
    method: 'GET',
    path: '/org',
    family: 'organization',
    summary: 'List the organizations of the caller',
    reply: z.array(Organization),
    replyHeaders: { 'X-Total-Count': 'How many there are in all' },
    read: listOrganizations,
  }),
  founds({
    id: 'createOrganization',
    method: 'POST',
    path: '/org',
    family: 'organization',
    tag: 'Access',
    summary: 'Create an organization',
    notes: 'For signed-in people: the caller becomes its first OWNER.',
    body: NewOrganization,
    reply: Organization,
    emits: ['organization.created'],
    act: createOrganization,
  }),
  ...userEndpoints,
  ...roleEndpoints,
  ...auditingEventEndpoints,
  ...apiClientEndpoints,
  ...brandingEndpoints,
  ...onboardingEndpoints,
  ...servicesAndQuotasEndpoints,
  ...connectionEndpoints,
];
