import { z } from 'zod';
import { callerReads, type Endpoint } from '../../contract/endpoint.ts';
import { listOrganizations } from './reads.ts';
import { Organization } from './schema.ts';

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
];
