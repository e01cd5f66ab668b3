import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { createRowChanger, viewOf } from '../../../../contract/versioned-rows.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import type { BillableMetric } from '../billable-metric.ts';
import type { UpdateBillableMetricParams } from '../schema.ts';
import { metricTransitions } from '../states.ts';
import { lockMetric, updateMetricRow } from '../store.ts';
import { viewMetric } from '../view.ts';

type Input = { params: { billableMetricId: string }; body: z.output<typeof UpdateBillableMetricParams> };
type Move = keyof typeof metricTransitions;

const changeMetric = viewOf(createRowChanger({ type: 'metric', view: viewMetric, update: updateMetricRow }));

const moveTo: Readonly<Record<BillableMetric['status'], { move: Move; event: EventName }>> = {
  ACTIVE: { move: 'restore', event: 'billable_metric.restored' },
  DELETED: { move: 'delete', event: 'billable_metric.deleted' },
};

/**
 * Changes name, description and status. A deleted metric accepts no more usage; what was accepted stays, and is billed.
 * Its name and description change only once it is restored, or with that.
 */
export const updateBillableMetric = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockMetric(call.db, params.billableMetricId), 'billable metric');
  call.checkVersion(old.version);
  const name = body.name || old.name;
  const description = body.description === undefined ? old.description : (body.description ?? '');
  const status = body.status ?? old.status;
  const events: EventName[] = [];
  if (status !== old.status) {
    const { move, event } = moveTo[status];
    nextStatus('Billable metric', metricTransitions, move, old);
    events.push(event);
  }
  const isRenamed = name !== old.name || description !== old.description;
  if (isRenamed && events.length === 0) nextStatus('Billable metric', metricTransitions, 'update', old);
  if (isRenamed) events.unshift('billable_metric.updated');
  if (events.length === 0) {
    call.setVersion(old.version);
    return viewMetric(call.orgId, old);
  }
  return changeMetric(call, old, { name, description, status }, ...events);
};
