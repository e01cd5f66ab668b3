import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { updateUsageMeteringConfigInfo } from './actions/update-usage-metering-config-info.ts';
import { getUsageMeteringConfigInfo } from './reads.ts';
import { UsageMeteringConfigChange, UsageMeteringConfigInfo } from './schema.ts';

export const usageMeteringConfigEndpoints: Endpoint[] = [
  reads({
    id: 'getUsageMeteringConfigInfo',
    method: 'GET',
    path: '/org/{orgId}/usageMeteringConfigInfo',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Get how usage is accepted and reported',
    notes:
      'One entry for each marketplace. What is set at a connected account is shown there too, and absent where none is connected.',
    reply: UsageMeteringConfigInfo,
    unversioned: true,
    read: getUsageMeteringConfigInfo,
  }),
  acts({
    id: 'updateUsageMeteringConfigInfo',
    bodyLimits: withValues(20_000),
    method: 'PATCH',
    path: '/org/{orgId}/usageMeteringConfigInfo',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Change how usage is accepted and reported',
    notes:
      'Marketplaces that are not named and members that are absent stay as they are; a mapping that is named replaces the old one; null ' +
      'restores the standard. A mapping applies to usage that is accepted from now on. settleMinutes, latePolicy, mode, reportFrom and ' +
      'enableCommitWithAdditionalUsageMetering need a connected account. SHADOW can become LIVE, but not vice versa.',
    body: UsageMeteringConfigChange,
    unversioned: true,
    reply: UsageMeteringConfigInfo,
    emits: ['usage_metering_config.updated', 'connection.updated'],
    act: updateUsageMeteringConfigInfo,
  }),
];
