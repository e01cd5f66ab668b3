import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { BillableMetric } from './billable-metric.ts';
import type { BillableMetric as MetricView } from './schema.ts';

export const viewMetric = (orgId: string, metric: BillableMetric): z.input<typeof MetricView> => ({
  id: encodeId('metric', metric.id),
  organizationId: encodeId('org', orgId),
  name: metric.name,
  description: metric.description,
  aggregationType: metric.aggregation_type,
  status: metric.status,
  info: metric.info,
  creationTime: metric.creation_time.toISOString(),
  lastUpdateTime: metric.last_update_time.toISOString(),
});
