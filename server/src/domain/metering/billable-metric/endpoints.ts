import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { createBillableMetric } from './actions/create-billable-metric.ts';
import { updateBillableMetric } from './actions/update-billable-metric.ts';
import { MetricListParams } from './fields.ts';
import { getBillableMetric, listBillableMetrics } from './reads.ts';
import { BillableMetric, NewBillableMetric, UpdateBillableMetricParams } from './schema.ts';
import { metricStatuses, metricTransitions } from './states.ts';

const billableMetricId = { billableMetricId: { id: 'metric', noun: 'billable metric' } } as const;

const move = movesOf('billable metric', { statuses: metricStatuses, acts: metricTransitions });

export const billableMetricEndpoints: Endpoint[] = [
  reads({
    id: 'listBillableMetrics',
    method: 'GET',
    path: '/org/{orgId}/billableMetric',
    family: 'metering',
    permission: 'metering:read',
    summary: 'List billable metrics',
    notes: 'Deleted metrics are listed only with status=DELETED.',
    query: MetricListParams,
    reply: z.array(BillableMetric),
    replyHeaders: listHeaders,
    read: listBillableMetrics,
  }),
  acts({
    id: 'createBillableMetric',
    method: 'POST',
    path: '/org/{orgId}/billableMetric',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Create a billable metric',
    notes:
      'Usage for direct billing is reported under the id of a metric and aggregated by the hour. A record counts if one filter of ' +
      'every filter group is met. The aggregation, the filters and the groups never change: create another metric instead.',
    body: NewBillableMetric,
    reply: BillableMetric,
    emits: ['billable_metric.created'],
    act: createBillableMetric,
  }),
  reads({
    id: 'getBillableMetric',
    method: 'GET',
    path: '/org/{orgId}/billableMetric/{billableMetricId}',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Get a billable metric',
    notes: 'Deleted ones too.',
    params: billableMetricId,
    reply: BillableMetric,
    read: getBillableMetric,
  }),
  acts({
    id: 'updateBillableMetric',
    method: 'PATCH',
    path: '/org/{orgId}/billableMetric/{billableMetricId}',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Update a billable metric',
    notes:
      'Changes name, description and status. DELETED: no more usage is accepted under it; what was accepted stays and is billed. ' +
      'ACTIVE restores it. 409 when a deleted metric is renamed without being restored.',
    params: billableMetricId,
    body: UpdateBillableMetricParams,
    reply: BillableMetric,
    moves: move(['update', 'delete', 'restore']),
    emits: ['billable_metric.updated', 'billable_metric.deleted', 'billable_metric.restored'],
    act: updateBillableMetric,
  }),
];
