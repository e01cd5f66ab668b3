import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../../contract/endpoint.ts';
import { listHeaders } from '../../../../contract/shapes.ts';
import { createApiClient } from './actions/create-api-client.ts';
import { deleteApiClient } from './actions/delete-api-client.ts';
import { ApiClientListParams } from './fields.ts';
import { getApiClient, listApiClients } from './reads.ts';
import { IdentityApiClient, NewApiClient } from './schema.ts';

const apiClientId = { apiClientId: { id: 'apikey', noun: 'API client' } } as const;

export const apiClientEndpoints: Endpoint[] = [
  reads({
    id: 'listApiClients',
    method: 'GET',
    path: '/org/{orgId}/apiClient',
    family: 'organization',
    tag: 'Access',
    permission: 'access:read',
    summary: 'List API clients',
    query: ApiClientListParams,
    reply: z.array(IdentityApiClient),
    replyHeaders: listHeaders,
    read: listApiClients,
  }),
  acts({
    id: 'createApiClient',
    method: 'POST',
    path: '/org/{orgId}/apiClient',
    family: 'organization',
    tag: 'Access',
    permission: 'access:write',
    by: 'leader',
    summary: 'Create an API client, for migration only',
    notes:
      'New programs use OAuth Apps. For people with the role OWNER or ADMIN; at most 5 in an organization (409). ' +
      'An existing secret can be imported. The secret is shown once, in the response.',
    creates: true,
    body: NewApiClient,
    reply: IdentityApiClient,
    secrets: ['secret'],
    emits: ['api_client.created'],
    act: createApiClient,
  }),
  reads({
    id: 'getApiClient',
    method: 'GET',
    path: '/org/{orgId}/apiClient/{apiClientId}',
    family: 'organization',
    tag: 'Access',
    permission: 'access:read',
    summary: 'Get an API client',
    params: apiClientId,
    reply: IdentityApiClient,
    read: getApiClient,
  }),
  acts({
    id: 'deleteApiClient',
    method: 'DELETE',
    path: '/org/{orgId}/apiClient/{apiClientId}',
    family: 'organization',
    tag: 'Access',
    permission: 'access:write',
    by: 'leader',
    summary: 'Delete an API client',
    notes:
      'For people with the role OWNER or ADMIN. Its key and its tokens are refused as soon as the call returns; on other replicas its tokens within a second.',
    revokes: true,
    params: apiClientId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['api_client.deleted'],
    act: deleteApiClient,
  }),
];
