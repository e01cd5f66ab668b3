import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { listParams, textParam } from '../../../contract/shapes.ts';

/** Fields of lists of notification events. */
export const notificationEventFields: Fields = {
  id: { type: 'id', prefix: 'event', column: 'notification_event.id', sortable: true, required: true },
  creation_time: {
    type: 'time',
    column: 'notification_event.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const NotificationEventListParams = z.object({
  ...listParams(),
  ...filterParams(notificationEventFields),
  priorities: textParam(100).meta({
    description:
      'Only events of these priorities, separated by commas: LOW, MEDIUM, HIGH, CRITICAL. Absent: HIGH,CRITICAL',
    example: 'MEDIUM,HIGH,CRITICAL',
  }),
  message: textParam().meta({ description: 'Part of the message, in any case' }),
  since: textParam(40).meta({
    format: 'date-time',
    description:
      'Only events after this time, RFC 3339: what is new since the last look. It takes precedence over startDate',
  }),
});

export const NotificationEventOfEntityParams = z.object({ ...listParams() });
