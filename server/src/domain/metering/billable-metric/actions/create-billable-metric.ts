import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { createRowAdder, viewOf } from '../../../../contract/versioned-rows.ts';
import { badRequest, type Fault } from '../../../../kit/errors.ts';
import { aggregationTypes, type BillableMetric } from '../billable-metric.ts';
import { readMetricInfo } from '../read-metric-info.ts';
import type { NewBillableMetric } from '../schema.ts';
import { countMetrics, insertMetric } from '../store.ts';
import { viewMetric } from '../view.ts';

/** Most metrics of an organization that are not deleted. */
const maxMetrics = 1000;

const addMetric = viewOf(createRowAdder({ type: 'metric', view: viewMetric, insert: insertMetric }));

export const createBillableMetric = async (call: ActCall, { body }: { body: z.output<typeof NewBillableMetric> }) => {
  const faults: Fault[] = [];
  const { aggregationType } = body;
  if (!aggregationType) {
    const message = `must be one of ${aggregationTypes.join(', ')}`;
    faults.push({ path: 'aggregationType', code: 'required', message });
  }
  const info = readMetricInfo(body.info, aggregationType, faults);
  if (faults.length === 0 && (await countMetrics(call.db, maxMetrics)) >= maxMetrics) {
    const message = `there are ${maxMetrics} metrics already: delete one that is not used`;
    faults.push({ path: '', code: 'too_many', message });
  }
  if (!aggregationType || faults.length > 0) throw badRequest(faults);
  const metric: BillableMetric = {
    id: call.newId(),
    name: body.name,
    description: body.description ?? '',
    aggregation_type: aggregationType,
    status: 'ACTIVE',
    info,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  return addMetric(call, metric, 'billable_metric.created');
};
