import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';

/** Fields that `q` and `s` can use on webhooks. */
export const webhookFields: Fields = {
  id: { type: 'id', prefix: 'webhook', column: 'webhook.id', sortable: true, required: true },
  enabled: { type: 'boolean', column: 'webhook.enabled', required: true, filter: 'enabled' },
  creation_time: { type: 'time', column: 'webhook.creation_time', sortable: true, required: true },
};

export const WebhookListParams = z.object({ ...queryParams(() => webhookFields), ...filterParams(webhookFields) });
