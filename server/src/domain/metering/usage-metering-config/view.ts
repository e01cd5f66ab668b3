import type { z } from 'zod';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import type { ConnectedMetering } from '../../organization/connection/connection.ts';
import type { UsageMeteringConfigInfo } from './schema.ts';
import type { UsageMeteringConfig } from './usage-metering-config.ts';

type View = z.input<typeof UsageMeteringConfigInfo>;

const accountOf = ({ settings, mode, reportFrom }: ConnectedMetering) => ({
  settleMinutes: settings.settleMinutes,
  latePolicy: settings.latePolicy,
  mode,
  ...(reportFrom === null ? {} : { reportFrom: reportFrom.toISOString() }),
});

/** All marketplaces; what is set at an account is absent where none is connected. */
export const viewConfigs = (
  configs: readonly UsageMeteringConfig[],
  accounts: ReadonlyMap<string, ConnectedMetering>,
): View => ({
  partnerUsageMeteringConfigs: marketplaceCodes.map((partner) => {
    const config = configs.find((one) => one.partner === partner);
    const account = accounts.get(partner);
    return {
      partner,
      dimensionMapping: config?.dimension_mapping ?? {},
      dimensionMappingV2: config?.dimension_mapping_v2 ?? {},
      enableDimensionMapping: config?.enable_dimension_mapping ?? false,
      enableBillableDimension: false,
      enableCommitWithAdditionalUsageMetering: account?.settings.enableCommitWithAdditionalUsageMetering ?? false,
      enableCommitWithAdditionalUsageAtListPrice: account?.settings.enableCommitWithAdditionalUsageAtListPrice ?? false,
      ...(account && accountOf(account)),
    };
  }),
});
