import { z } from 'zod';
import { acts, callerReads, type Endpoint, founds } from '../../contract/endpoint.ts';
import { wholeListHeaders } from '../../contract/shapes.ts';
import { apiClientEndpoints } from './access/api-client/endpoints.ts';
import { roleEndpoints } from './access/role/endpoints.ts';
import { userEndpoints } from './access/user/endpoints.ts';
import { createOrganization } from './actions/create-organization.ts';
import { updateOrganization } from './actions/update-organization.ts';
import { auditingEventEndpoints } from './audit/auditing-event/endpoints.ts';
import { brandingEndpoints } from './branding/endpoints.ts';
import { connectionEndpoints } from './connection/endpoints.ts';
import { onboardingEndpoints } from './onboarding/endpoints.ts';
import { listOrganizations } from './reads.ts';
import { NewOrganization, Organization, OrganizationChange } from './schema.ts';
import { servicesAndQuotasEndpoints } from './services-and-quotas/endpoints.ts';

export const organizationEndpoints: Endpoint[] = [
  callerReads({
    id: 'listOrganizations',
    method: 'GET',
    path: '/org',
    family: 'organization',
    summary: 'List the organizations of the caller',
    reply: z.array(Organization),
    replyHeaders: wholeListHeaders,
    unversioned: true,
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
  acts({
    id: 'updateOrganization',
    changesOwn: 'ORGANIZATION',
    method: 'PATCH',
    path: '/org/{orgId}',
    family: 'organization',
    tag: 'Access',
    permission: 'access:write',
    summary: 'Change the profile of the organization',
    notes:
      'Absent members stay, and null clears; the name can be changed, not cleared. Partners and buyers see the name in mails that are written from then on.',
    body: OrganizationChange,
    reply: Organization,
    emits: ['organization.updated'],
    act: updateOrganization,
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
