import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { createOAuthAppByPerson } from './actions/create-oauth-app.ts';
import { deleteOAuthAppByPerson } from './actions/delete-oauth-app.ts';
import { rotateOAuthAppSecretByPerson } from './actions/rotate-oauth-app-secret.ts';
import { OAuthAppQueryParams } from './fields.ts';
import { getOAuthApp, queryOAuthApps } from './reads.ts';
import { NewOAuthApp, OAuthApp, Rotation } from './schema.ts';

const oauthAppId = { oauthAppId: { id: 'app', noun: 'OAuth App' } } as const;
const common = { family: 'organization', tag: 'Access' } as const;
const path = '/org/{orgId}/oauthApp';

export const oauthAppEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'queryOAuthApps',
    method: 'GET',
    path,
    permission: 'access:read',
    summary: 'List OAuth Apps',
    query: OAuthAppQueryParams,
    reply: paged(OAuthApp),
    replyHeaders: listHeaders,
    read: queryOAuthApps,
  }),
  acts({
    ...common,
    id: 'createOAuthApp',
    method: 'POST',
    path,
    permission: 'access:write',
    by: 'leader',
    summary: 'Create an OAuth App',
    notes:
      'For users with the role OWNER or ADMIN. The secret is shown once; with jwks there is none, and the app authenticates ' +
      'with private_key_jwt. Name, description and access level never change. At most 200 in an organization (409).',
    body: NewOAuthApp,
    reply: OAuthApp,
    secrets: ['clientSecret'],
    emits: ['oauth_app.created'],
    act: createOAuthAppByPerson,
  }),
  reads({
    ...common,
    id: 'getOAuthApp',
    method: 'GET',
    path: `${path}/{oauthAppId}`,
    permission: 'access:read',
    summary: 'Get an OAuth App',
    params: oauthAppId,
    reply: OAuthApp,
    read: getOAuthApp,
  }),
  acts({
    ...common,
    id: 'deleteOAuthApp',
    method: 'DELETE',
    path: `${path}/{oauthAppId}`,
    permission: 'access:write',
    by: 'leader',
    summary: 'Delete an OAuth App',
    notes:
      'For users with the role OWNER or ADMIN. Its tokens are refused as soon as the call returns, on other replicas within a second.',
    revokes: true,
    params: oauthAppId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['oauth_app.deleted'],
    act: deleteOAuthAppByPerson,
  }),
  acts({
    ...common,
    id: 'rotateOAuthAppSecret',
    method: 'POST',
    path: `${path}/{oauthAppId}/rotateSecret`,
    permission: 'access:write',
    by: 'leader',
    summary: 'Give an OAuth App a new secret or new keys',
    notes:
      'For users with the role OWNER or ADMIN. The previous secret or keys are refused at once; issued tokens ' +
      'remain valid until they expire.',
    params: oauthAppId,
    body: Rotation,
    bodyOptional: true,
    reply: OAuthApp,
    secrets: ['clientSecret'],
    emits: ['oauth_app.secret_rotated'],
    act: rotateOAuthAppSecretByPerson,
  }),
];
