import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { getServicesAndQuotas } from './reads.ts';
import { ServicesAndQuotas } from './schema.ts';

export const servicesAndQuotasEndpoints: Endpoint[] = [
  reads({
    id: 'getServicesAndQuotas',
    method: 'GET',
    path: '/org/{orgId}/services-and-quotas',
    family: 'organization',
    permission: 'organization:read',
    summary: 'Get connected services and the use of limits',
    unversioned: true,
    reply: ServicesAndQuotas,
    read: getServicesAndQuotas,
  }),
];
