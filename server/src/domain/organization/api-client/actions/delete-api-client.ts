import type { ActCall } from '../../../../contract/call.ts';
import { notFound } from '../../../../kit/errors.ts';
import { lockApiClient, markApiClientDeleted } from '../store.ts';
import { viewApiClient } from '../view.ts';

/** Its key is refused from the commit on, its tokens on every replica within a second. */
export const deleteApiClient = async (call: ActCall, { params }: { params: { apiClientId: string } }): Promise<''> => {
  const client = await lockApiClient(call.db, params.apiClientId);
  if (!client) throw notFound('API client');
  call.checkVersion(client.version);
  await markApiClientDeleted(call.db, client);
  const view = viewApiClient(call.orgId, client);
  const version = client.version + 1;
  call.changed({ type: 'apikey', id: view.id, name: client.fingerprint, before: view, after: null });
  call.emit({ name: 'api_client.deleted', entityType: 'apikey', entityId: view.id, version, payload: view });
  return '';
};
