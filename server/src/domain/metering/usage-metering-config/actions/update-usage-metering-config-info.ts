import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { badRequest, type Fault } from '../../../../kit/errors.ts';
import {
  changeMeteringSettings,
  type MeteringSettingsChange,
} from '../../../organization/connection/actions/change-metering-settings.ts';
import { mappingFaults } from '../check-config.ts';
import { getUsageMeteringConfigInfo } from '../reads.ts';
import type { UsageMeteringConfigChange } from '../schema.ts';
import { lockConfigs, updateConfig } from '../store.ts';
import type { MappingValue, UsageMeteringConfig } from '../usage-metering-config.ts';

type Entry = NonNullable<z.output<typeof UsageMeteringConfigChange>['partnerUsageMeteringConfigs']>[number];
type Target = NonNullable<Entry['dimensionMapping']>[string];

const targetOf = ({ dimensionKey, mappingMode, convertionMultiplier }: Target): MappingValue => ({
  dimensionKey,
  ...(mappingMode ? { mappingMode } : {}),
  ...(convertionMultiplier === undefined || convertionMultiplier === null ? {} : { convertionMultiplier }),
});

/** Each member that is named replaces the old one as a whole; null restores the standard. */
const changedBy = (old: UsageMeteringConfig, entry: Entry): UsageMeteringConfig => ({
  ...old,
  enable_dimension_mapping:
    entry.enableDimensionMapping === undefined ? old.enable_dimension_mapping : (entry.enableDimensionMapping ?? false),
  dimension_mapping:
    entry.dimensionMapping === undefined
      ? old.dimension_mapping
      : Object.fromEntries(
          Object.entries(entry.dimensionMapping ?? {}).map(([key, target]) => [key, targetOf(target)]),
        ),
  dimension_mapping_v2:
    entry.dimensionMappingV2 === undefined
      ? old.dimension_mapping_v2
      : Object.fromEntries(
          Object.entries(entry.dimensionMappingV2 ?? {}).map(([key, targets]) => [key, targets.map(targetOf)]),
        ),
});

/** What this service does not do is refused, so that a client does not rely on it. */
const unsupportedFaults = (entry: Entry, at: string): Fault[] => [
  ...(entry.enableBillableDimension
    ? [
        {
          path: `${at}.enableBillableDimension`,
          code: 'not_supported',
          message:
            'must be false: usage of marketplaces is reported in records; billable dimensions are for direct billing',
        },
      ]
    : []),
];

/** The members that are set at the connected account. */
const accountChangeOf = (entry: Entry): MeteringSettingsChange => {
  const change = {
    settleMinutes: entry.settleMinutes,
    latePolicy: entry.latePolicy,
    mode: entry.mode,
    reportFrom: entry.reportFrom,
    enableCommitWithAdditionalUsageMetering: entry.enableCommitWithAdditionalUsageMetering,
    enableCommitWithAdditionalUsageAtListPrice: entry.enableCommitWithAdditionalUsageAtListPrice,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
};

const viewOf = ({ version: _, last_update_time: __, ...config }: UsageMeteringConfig) => config;

/**
 * Changes the settings of the marketplaces that are named; others stay. Members that are absent are kept. All or
 * nothing: 400 names every fault.
 */
export const updateUsageMeteringConfigInfo = async (
  call: ActCall,
  { body }: { body: z.output<typeof UsageMeteringConfigChange> },
) => {
  const entries = body.partnerUsageMeteringConfigs ?? [];
  const faults: Fault[] = [];
  const configs = new Map(
    (await lockConfigs(call.db, [...new Set(entries.map(({ partner }) => partner))], call.now)).map((config) => [
      config.partner,
      config,
    ]),
  );
  const changes: [before: UsageMeteringConfig, after: UsageMeteringConfig][] = [];
  for (const [index, entry] of entries.entries()) {
    const at = `partnerUsageMeteringConfigs.${index}`;
    const old = configs.get(entry.partner) as UsageMeteringConfig;
    if (entries.findIndex(({ partner }) => partner === entry.partner) < index) {
      faults.push({ path: `${at}.partner`, code: 'repeated', message: `${entry.partner} is named twice` });
      continue;
    }
    const after = changedBy(old, entry);
    faults.push(...unsupportedFaults(entry, at), ...mappingFaults(after, at));
    faults.push(...(await changeMeteringSettings(call, entry.partner, accountChangeOf(entry), at)));
    if (!isSameDocument(viewOf(old), viewOf(after)))
      changes.push([old, { ...after, version: old.version + 1, last_update_time: call.now }]);
  }
  if (faults.length > 0) throw badRequest(faults);
  for (const [old, config] of changes) {
    await updateConfig(call.db, config);
    call.recordChange({
      type: 'config',
      id: `usageMetering.${config.partner}`,
      before: viewOf(old),
      after: viewOf(config),
      version: config.version,
      events: ['usage_metering_config.updated'],
    });
  }
  return getUsageMeteringConfigInfo(call);
};
