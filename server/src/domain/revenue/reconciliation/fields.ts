import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';
import { differenceCauses, differenceKinds } from './reconciliation.ts';
import { differenceStatuses } from './schema.ts';

/** Fields that `q` and `s` can use on differences of revenue. */
export const differenceFields: Fields = {
  id: { type: 'id', prefix: 'diff', column: 'revenue_difference.id', sortable: true, required: true },
  status: {
    type: 'enum',
    values: differenceStatuses,
    column: 'revenue_difference.status',
    required: true,
    filter: 'status',
  },
  partner: {
    type: 'enum',
    values: revenueChannels,
    column: 'revenue_difference.channel',
    required: true,
    filter: 'partner',
  },
  entitlement_id: {
    type: 'id',
    prefix: 'ent',
    column: 'revenue_difference.entitlement_id',
    required: true,
    filter: 'entitlementId',
  },
  kind: { type: 'enum', values: differenceKinds, column: 'revenue_difference.kind', required: true, filter: 'kind' },
  cause: { type: 'enum', values: differenceCauses, column: 'revenue_difference.cause', filter: 'cause' },
  period: { type: 'text', column: 'revenue_difference.period', required: true, filter: 'period' },
  currency: { type: 'text', column: 'revenue_difference.currency', required: true },
  first_seen_time: {
    type: 'time',
    column: 'revenue_difference.first_seen_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  resolved_time: { type: 'time', column: 'revenue_difference.resolved_time' },
};

export const DifferenceQueryParams = z.object({
  ...queryParams(() => differenceFields),
  ...filterParams(differenceFields),
});
