import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { queryParams } from '../../../contract/shapes.ts';

/** Fields that `q` and `s` can use on what was sent and received for a referral. */
export const syncEventFields: Fields = {
  id: { type: 'id', prefix: 'event', column: 'referral_sync_event.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'referral_sync_event.time', sortable: true, required: true },
  system: {
    type: 'enum',
    values: ['AWS', 'AZURE', 'GCP', 'SALESFORCE', 'HUBSPOT'],
    column: 'referral_sync_event.system',
    required: true,
  },
  direction: {
    type: 'enum',
    values: ['INBOUND', 'OUTBOUND'],
    column: 'referral_sync_event.direction',
    required: true,
  },
};

export const SyncEventQueryParams = z.object({ ...queryParams(() => syncEventFields) });
