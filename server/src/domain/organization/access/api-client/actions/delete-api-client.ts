import type { ActCall } from '../../../../../contract/call.ts';
import { requireFound } from '../../../../../kit/errors.ts';
import { lockApiClient, markApiClientDeleted } from '../store.ts';
import { viewApiClient } from '../view.ts';

/** Its key is refused from the commit on, and its tokens within a second on every replica. */
export const deleteApiClient = async (call: ActCall, { params }: { params: { apiClientId: string } }): Promise<''> => {
  const client = requireFound(await lockApiClient(call.db, params.apiClientId), 'API client');
  call.checkVersion(client.version);
  await markApiClientDeleted(call.db, client);
  const before = viewApiClient(call.orgId, client);
  const version = client.version + 1;
  call.recordChange({ type: 'apikey', before, after: null, version, events: ['api_client.deleted'] });
  return '';
};
