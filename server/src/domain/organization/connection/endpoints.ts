import { z } from 'zod';
import { acts, asksThenActs, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { askEndpoint, connectAccount } from './actions/connect-account.ts';
import { disconnectAccount } from './actions/disconnect-account.ts';
import { askNewEndpoint, updateConnection } from './actions/update-connection.ts';
import { askPartner, recordVerification } from './actions/verify-connection.ts';
import { ConnectionListParams } from './fields.ts';
import { getConnection, listConnections } from './reads.ts';
import {
  ConnectionChange,
  ConnectionView,
  ConnectionWithSecret,
  DisconnectParams,
  NewConnectionBody,
  VerifiedConnection,
} from './schema.ts';

const integrationId = { integrationId: { id: 'conn', noun: 'integration' } } as const;
const common = { family: 'organization', tag: 'Access' } as const;

export const connectionEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'listIntegrations',
    method: 'GET',
    path: '/org/{orgId}/integration',
    permission: 'access:read',
    summary: 'List connected accounts of partners',
    query: ConnectionListParams,
    reply: paged(ConnectionView),
    replyHeaders: listHeaders,
    read: listConnections,
  }),
  asksThenActs({
    ...common,
    id: 'connectIntegration',
    method: 'POST',
    path: '/org/{orgId}/integration',
    permission: 'access:write',
    summary: 'Connect an account of a partner',
    notes:
      'At most one for each partner and service. Credentials are write-only; the secret of the hook is shown once.',
    body: NewConnectionBody,
    reply: ConnectionWithSecret,
    secrets: ['hookSecret'],
    emits: ['connection.connected'],
    creates: true,
    ask: askEndpoint,
    act: connectAccount,
  }),
  reads({
    ...common,
    id: 'getIntegration',
    method: 'GET',
    path: '/org/{orgId}/integration/{integrationId}',
    permission: 'access:read',
    summary: 'Get a connected account',
    params: integrationId,
    reply: ConnectionView,
    read: getConnection,
  }),
  asksThenActs({
    ...common,
    id: 'updateIntegration',
    method: 'PATCH',
    path: '/org/{orgId}/integration/{integrationId}',
    permission: 'access:write',
    summary: 'Update a connected account',
    notes:
      'Credentials are replaced as a whole, and are required with a new endpoint. SHADOW can become LIVE, but not vice versa.',
    params: integrationId,
    body: ConnectionChange,
    reply: ConnectionView,
    emits: ['connection.updated'],
    ask: askNewEndpoint,
    act: updateConnection,
  }),
  asksThenActs({
    ...common,
    id: 'verifyIntegration',
    method: 'POST',
    path: '/org/{orgId}/integration/{integrationId}/verify',
    permission: 'access:write',
    summary: 'Verify a connected account',
    notes: 'Makes one read-only call to the partner and reports any error. Teams has no such call.',
    params: integrationId,
    reply: VerifiedConnection,
    emits: ['connection.verified', 'connection.failed', 'connection.recovered'],
    ask: askPartner,
    act: recordVerification,
  }),
  acts({
    ...common,
    id: 'disconnectIntegration',
    method: 'DELETE',
    path: '/org/{orgId}/integration/{integrationId}',
    permission: 'access:write',
    summary: 'Disconnect an account',
    notes:
      'Credentials are erased; imported data stays. 409 while usage waits to be submitted, unless force=true, and while entitlements or offers depend on the account, unless confirm names it.',
    params: integrationId,
    query: DisconnectParams,
    unversioned: true,
    reply: z.string(),
    emits: ['connection.disconnected'],
    act: disconnectAccount,
  }),
];
