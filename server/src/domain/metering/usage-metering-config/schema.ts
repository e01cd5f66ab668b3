import { z } from 'zod';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { choiceIn, componentOf, decimalOut, exactNumber, text, timeIn, timeOut } from '../../../contract/shapes.ts';
import { settleMinutesMax } from '../../organization/connection/connection.ts';
import { mappingModes } from './usage-metering-config.ts';

const latePolicies = ['ROLL_FORWARD', 'HOLD'] as const;
const modes = ['LIVE', 'SHADOW'] as const;

/** Source keys of one marketplace, and targets of one source key. */
const maxSources = 200;
const maxTargets = 20;

const dimensionKey = text(255, 1);

const MappingValueIn = z
  .object({
    dimensionKey,
    mappingMode: choiceIn(mappingModes).nullish(),
    convertionMultiplier: exactNumber.nullish(),
  })
  .meta(componentOf('UsageMeteringDimensionMappingValueInput'));

const bySource = <T extends z.ZodType>(target: T) =>
  z
    .record(dimensionKey, target)
    .refine((map) => Object.keys(map).length <= maxSources, `must have at most ${maxSources} source keys`)
    .meta({ maxProperties: maxSources });

const PartnerUsageMeteringConfigIn = z
  .object({
    partner: untypedChoice(marketplaceCodes),
    dimensionMapping: bySource(MappingValueIn).nullish(),
    dimensionMappingV2: bySource(z.array(MappingValueIn).min(1).max(maxTargets)).nullish(),
    enableDimensionMapping: z.boolean().nullish(),
    enableBillableDimension: z.boolean().nullish(),
    enableCommitWithAdditionalUsageMetering: z.boolean().nullish(),
    enableCommitWithAdditionalUsageAtListPrice: z.boolean().nullish(),
    settleMinutes: z.int().min(0).max(settleMinutesMax).nullish(),
    latePolicy: choiceIn(latePolicies).nullish(),
    mode: choiceIn(modes).nullish(),
    reportFrom: timeIn.nullish(),
  })
  .meta(componentOf('PartnerUsageMeteringConfigInput'));

export const UsageMeteringConfigChange = z
  .object({ partnerUsageMeteringConfigs: z.array(PartnerUsageMeteringConfigIn).max(marketplaceCodes.length).nullish() })
  .meta(componentOf('UsageMeteringConfigInfoInput'));

const MappingValueOut = z
  .strictObject({
    dimensionKey: z.string(),
    mappingMode: z.enum(mappingModes).optional(),
    convertionMultiplier: decimalOut.optional(),
  })
  .meta({ id: 'UsageMeteringDimensionMappingValue' });

const PartnerUsageMeteringConfig = z
  .strictObject({
    partner: untypedChoice(marketplaceCodes),
    dimensionMapping: z.record(z.string(), MappingValueOut),
    dimensionMappingV2: z.record(z.string(), z.array(MappingValueOut)),
    enableDimensionMapping: z.boolean(),
    enableBillableDimension: z.boolean(),
    enableCommitWithAdditionalUsageMetering: z.boolean(),
    enableCommitWithAdditionalUsageAtListPrice: z.boolean(),
    settleMinutes: z.int().optional(),
    latePolicy: z.enum(latePolicies).optional(),
    mode: z.enum(modes).optional(),
    reportFrom: timeOut.optional(),
  })
  .meta({ id: 'PartnerUsageMeteringConfig' });

export const UsageMeteringConfigInfo = z
  .strictObject({ partnerUsageMeteringConfigs: z.array(PartnerUsageMeteringConfig) })
  .meta({ id: 'UsageMeteringConfigInfo' });
