import { z } from 'zod';
import type { Fields } from '../../../../contract/fields.ts';
import { filterParams } from '../../../../contract/filters.ts';
import { queryParams } from '../../../../contract/shapes.ts';
import { deliveryStatuses } from './states.ts';

/** Fields that `q` and `s` can use on the deliveries of a webhook. */
export const deliveryFields: Fields = {
  id: { type: 'id', prefix: 'delivery', column: 'webhook_delivery.id', sortable: true, required: true },
  status: {
    type: 'enum',
    values: deliveryStatuses,
    column: 'webhook_delivery.status',
    required: true,
    filter: 'status',
  },
  event_id: { type: 'id', prefix: 'event', column: 'webhook_delivery.event_id', required: true, filter: 'eventId' },
  event_type: { type: 'text', column: 'webhook_delivery.event_type', required: true, filter: 'eventType' },
  entity_id: { type: 'text', column: 'webhook_delivery.entity_id', required: true, filter: 'entityId' },
  creation_time: {
    type: 'time',
    column: 'webhook_delivery.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const DeliveryListParams = z.object({ ...queryParams(() => deliveryFields), ...filterParams(deliveryFields) });
