import type { z } from 'zod';
import { fingerprintOfApiKey, hashApiKey, hashesOfApiKey, newApiKey } from '../../../../../auth/api-key.ts';
import type { ActCall } from '../../../../../contract/call.ts';
import { Refusal } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { lockOrganization } from '../../../store.ts';
import { recheckMembership } from '../../actions/recheck-membership.ts';
import { type ApiClient, apiClientsMax } from '../api-client.ts';
import type { NewApiClient } from '../schema.ts';
import { countApiClients, insertApiClient } from '../store.ts';
import { viewApiClient } from '../view.ts';

/**
 * Creates an API client, for programs that have not moved to OAuth Apps. An existing secret can be imported. The
 * response contains the secret, which is never shown again. 409 if there are already five clients, or one with this
 * secret.
 */
export const createApiClient = async (call: ActCall, { body }: { body: z.output<typeof NewApiClient> }) => {
  await lockOrganization(call.db);
  await recheckMembership(call, 'leader');
  const secret = body.secret || newApiKey();
  const { count, known } = await countApiClients(call.db, hashesOfApiKey(call.secretKeys, secret));
  if (count >= apiClientsMax)
    throw new Refusal('Conflict', `There are ${count} API clients; an organization may have ${apiClientsMax}.`, {
      limit: apiClientsMax,
      used: count,
    });
  if (known) throw new Refusal('Conflict', 'An API client with this secret already exists.');
  const id = call.newId();
  const client: ApiClient = {
    id,
    type: body.type,
    role: body.role,
    client_id: encodeId('apikey', id),
    fingerprint: fingerprintOfApiKey(secret),
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    last_used_time: null,
    version: 1,
  };
  await insertApiClient(call.db, client, hashApiKey(call.secretKeys, secret));
  const view = viewApiClient(call.orgId, client);
  call.recordChange({ type: 'apikey', before: null, after: view, version: 1, events: ['api_client.created'] });
  return { ...view, secret };
};
