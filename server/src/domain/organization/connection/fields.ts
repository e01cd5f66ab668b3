import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { modes, partnerCodes, serviceCodes } from './schema.ts';
import { connectionStatuses } from './states.ts';

/** Fields that `q` and `s` can use on connections. Hidden members are empty: only marketplaces have a mode. */
export const connectionFields: Fields = {
  id: { type: 'id', prefix: 'conn', column: 'connection.id', sortable: true, required: true },
  partner: {
    type: 'enum',
    values: partnerCodes,
    column: 'connection.partner',
    sortable: true,
    required: true,
    filter: 'partner',
  },
  service: {
    type: 'enum',
    values: serviceCodes,
    column: 'connection.service',
    sortable: true,
    required: true,
    filter: 'service',
  },
  account_id: { type: 'text', column: 'connection.shown_account_id', filter: 'accountId' },
  status: {
    type: 'enum',
    values: connectionStatuses,
    column: 'connection.status',
    sortable: true,
    required: true,
    filter: 'status',
  },
  mode: { type: 'enum', values: modes, column: 'connection.shown_mode', filter: 'mode' },
  last_sync_time: { type: 'time', column: 'connection.last_sync_time' },
  last_verified_time: { type: 'time', column: 'connection.last_verified_time' },
  creation_time: {
    type: 'time',
    column: 'connection.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'connection.last_update_time', sortable: true, required: true },
};

export const ConnectionListParams = z.object({
  ...queryParams(() => connectionFields),
  ...filterParams(connectionFields),
});
