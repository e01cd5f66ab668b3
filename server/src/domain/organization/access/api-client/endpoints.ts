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
      'New programs use OAuth Apps. By people with the role OWNER or ADMIN; at most 5 in an organization (409). ' +
      'A secret that is in use already can be brought along. The answer holds the secret, once.',
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
      'By people with the role OWNER or ADMIN. Its key and its tokens are refused from the answer on; elsewhere its tokens within a second.',
    revokes: true,
    params: apiClientId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['api_client.deleted'],
    act: deleteApiClient,
  }),
];
