import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { listParams } from '../../../contract/shapes.ts';
import { metricStatuses } from './states.ts';

/** Fields of the list of metrics; it takes no `q` and no `s`. */
export const metricFields: Fields = {
  id: { type: 'id', prefix: 'metric', column: 'billable_metric.id', sortable: true, required: true },
  name: { type: 'text', column: 'billable_metric.name', required: true, filter: 'name' },
  status: {
    type: 'enum',
    values: metricStatuses,
    column: 'billable_metric.status',
    required: true,
    filter: 'status',
  },
  creation_time: {
    type: 'time',
    column: 'billable_metric.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const MetricListParams = z.object({ ...listParams(), ...filterParams(metricFields) });
