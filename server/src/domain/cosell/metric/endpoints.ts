import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { getCosellMetric } from './reads.ts';
import { CoSellMetricParams, CosellMetric } from './schema.ts';

export const metricEndpoints: Endpoint[] = [
  reads({
    id: 'getCosellMetric',
    method: 'GET',
    path: '/org/{orgId}/cosell/metric',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Get how co-sell goes',
    notes:
      'Referrals created in a range of days, by status, stage and partner, with deal values by currency; and the win rate and the average ' +
      'days to close of the deals closed in it.',
    query: CoSellMetricParams,
    unversioned: true,
    reply: CosellMetric,
    read: getCosellMetric,
  }),
];
