import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Webhook as Shape } from './schema.ts';
import type { SeenHealth, Webhook } from './webhook.ts';

type Shown = z.input<typeof Shape>;

/** A webhook as audit rows and events show it: no secret, no value of a header, and not how its deliveries go. */
export const viewWebhook = (orgId: string, webhook: Webhook): Shown => ({
  id: encodeId('webhook', webhook.id),
  organizationId: encodeId('org', orgId),
  url: webhook.url,
  description: webhook.description,
  types: webhook.types,
  entityIds: webhook.entity_ids,
  ordered: webhook.ordered,
  format: webhook.format,
  headerNames: webhook.header_names,
  enabled: webhook.enabled,
  ...(webhook.disabled_reason !== null && { disabledReason: webhook.disabled_reason }),
  ...(webhook.disabled_time !== null && { disabledTime: webhook.disabled_time.toISOString() }),
  ...(webhook.previous_secret_until !== null && { previousSecretUntil: webhook.previous_secret_until.toISOString() }),
  createdBy: webhook.created_by,
  creationTime: webhook.creation_time.toISOString(),
  lastUpdatedBy: webhook.last_updated_by,
  lastUpdateTime: webhook.last_update_time.toISOString(),
  version: webhook.version,
});

export const viewHealth = (health: SeenHealth): NonNullable<Shown['health']> => ({
  waiting: health.waiting,
  delivered: health.delivered,
  failed: health.failed,
  ...(health.last_success_time !== null && { lastSuccessTime: health.last_success_time.toISOString() }),
  ...(health.last_failure_time !== null && { lastFailureTime: health.last_failure_time.toISOString() }),
  ...(health.failing_since !== null && { failingSince: health.failing_since.toISOString() }),
});
