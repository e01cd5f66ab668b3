import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import type { JsonNumber } from '../../../kit/json.ts';

export const mappingModes = ['QUANTITY', 'AMOUNT'] as const;

/** One target of a source key, as a client writes it. */
export type MappingValue = {
  dimensionKey: string;
  /** QUANTITY when absent. */
  mappingMode?: (typeof mappingModes)[number];
  /** 1 when absent; not used for AMOUNT. */
  convertionMultiplier?: JsonNumber;
};

/** Under which dimensions usage for a marketplace is accepted. */
export type UsageMeteringConfig = {
  partner: MarketplaceCode;
  enable_dimension_mapping: boolean;
  /** One target by source key. */
  dimension_mapping: Record<string, MappingValue>;
  /** Several targets by source key; no key is in both. */
  dimension_mapping_v2: Record<string, MappingValue[]>;
  last_update_time: Date;
  version: number;
};

/** The targets of each source key. */
export type DimensionMapping = ReadonlyMap<string, readonly MappingValue[]>;

export const mappingOf = (
  config: Pick<UsageMeteringConfig, 'dimension_mapping' | 'dimension_mapping_v2'>,
): DimensionMapping =>
  new Map<string, readonly MappingValue[]>([
    ...Object.entries(config.dimension_mapping).map(([key, target]): [string, MappingValue[]] => [key, [target]]),
    ...Object.entries(config.dimension_mapping_v2),
  ]);
