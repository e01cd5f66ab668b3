import type { z } from 'zod';
import { encodeId } from '../../../../kit/ids.ts';
import type { ApiClient } from './api-client.ts';
import type { IdentityApiClient } from './schema.ts';

/** An API client as clients see it: without its secret. */
export const viewApiClient = (orgId: string, client: ApiClient): z.input<typeof IdentityApiClient> => ({
  id: encodeId('apikey', client.id),
  organizationID: encodeId('org', orgId),
  type: client.type,
  role: client.role,
  apiKeyHash: client.fingerprint,
  createdBy: client.created_by,
  creationTime: client.creation_time.toISOString(),
  lastUpdateTime: client.last_update_time.toISOString(),
  ...(client.last_used_time === null ? {} : { lastUsedTime: client.last_used_time.toISOString() }),
});
