import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { readListPage, setPageHeaders } from '../../../contract/page.ts';
import { asksFor } from '../../../contract/query/asks-for.ts';
import { requireFound } from '../../../kit/errors.ts';
import { type MetricListParams, metricFields } from './fields.ts';
import { findMetric, selectMetrics } from './store.ts';
import { viewMetric } from './view.ts';

export const getBillableMetric = async (call: ReadCall, { params }: { params: { billableMetricId: string } }) => {
  const metric = requireFound(await findMetric(call.db, params.billableMetricId), 'billable metric');
  call.setVersion(metric.version);
  return viewMetric(call.orgId, metric);
};

/** Deleted metrics are listed only when asked for by their status. */
export const listBillableMetrics = async (call: ReadCall, { query }: { query: z.output<typeof MetricListParams> }) => {
  const page = readListPage(call, query, metricFields);
  const withDeleted = asksFor(page.query, 'status', 'DELETED');
  const { rows, nextToken, total } = await selectMetrics(call.db, page, { withDeleted });
  setPageHeaders(call, page, { rows, nextToken, total });
  return rows.map((row) => viewMetric(call.orgId, row));
};
