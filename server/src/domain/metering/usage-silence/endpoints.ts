import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listSilentMeters } from './reads.ts';
import { SilentMeterPage, SilentMeterParams } from './schema.ts';

export const usageSilenceEndpoints: Endpoint[] = [
  reads({
    id: 'listSilentMeters',
    method: 'GET',
    path: '/org/{orgId}/silentMeter',
    family: 'metering',
    permission: 'metering:read',
    summary: 'List meters that have stopped',
    notes:
      'Dimensions of active entitlements whose usage was reported and stopped, by comparison with their own past. The usual interval is ' +
      'the longest pause between two days with usage that ended in the four weeks before the last one, or of its last three pauses if ' +
      'those are older. A dimension is silent when one and a half times as many whole days (UTC) have passed without usage. Its rhythm is ' +
      'known after 4 days with usage over at least 14 days. Checked daily; the longest silence comes first.',
    query: SilentMeterParams,
    unversioned: true,
    reply: SilentMeterPage,
    read: listSilentMeters,
  }),
];
