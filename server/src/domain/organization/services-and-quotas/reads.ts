import type { ReadCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { apiClientsMax } from '../access/api-client/api-client.ts';
import { openInvitationsMax } from '../access/user/invitation-limits.ts';
import { countOpenInvitations } from '../access/user/store.ts';
import { findConnectedServices } from '../connection/store.ts';
import { limits } from './services-and-quotas.ts';
import { countLiving } from './store.ts';
import { viewServices } from './view.ts';

/** Connected services and their health, and the use of each enforced limit. */
export const getServicesAndQuotas = async (call: ReadCall) => ({
  organizationId: encodeId('org', call.orgId),
  capturedTime: call.now.toISOString(),
  services: viewServices(await findConnectedServices(call.db)),
  quotas: [
    { name: 'apiClients', limit: apiClientsMax, used: await countLiving(call.db, 'api_client'), unit: 'clients' },
    { name: 'oauthApps', limit: limits.oauthApps, used: await countLiving(call.db, 'oauth_app'), unit: 'apps' },
    {
      name: 'openInvitations',
      limit: openInvitationsMax,
      used: await countOpenInvitations(call.db),
      unit: 'invitations',
    },
    ...(call.rate ? [{ name: 'requestsAtOnce', ...call.rate, unit: 'requests', period: 'caller' }] : []),
    { name: 'requestBody', limit: limits.bodyBytes, used: 0, unit: 'bytes', period: 'request' },
    { name: 'batchItems', limit: limits.batchItems, used: 0, unit: 'items', period: 'request' },
  ],
});
