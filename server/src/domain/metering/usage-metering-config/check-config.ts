import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber } from '../../../kit/json.ts';
import type { MappingValue, UsageMeteringConfig } from './usage-metering-config.ts';

const targetFaults = (targets: readonly MappingValue[], path: (index: number) => string): Fault[] =>
  targets.flatMap(({ dimensionKey, mappingMode, convertionMultiplier: factor }, index): Fault[] => {
    const first = targets.findIndex((one) => one.dimensionKey === dimensionKey);
    const isZero = factor !== undefined && !big(isRawNumber(factor) ? factor.rawJSON : factor).gt(0);
    return [
      ...(first < index
        ? [
            {
              path: `${path(index)}.dimensionKey`,
              code: 'repeated',
              message: `is also target ${first} of this source key`,
            },
          ]
        : []),
      ...(isZero && mappingMode !== 'AMOUNT'
        ? [
            {
              path: `${path(index)}.convertionMultiplier`,
              code: 'range',
              message: 'must be above zero, or absent for 1',
            },
          ]
        : []),
    ];
  });

/** Faults of the mapping as it would be after a change; `at` is the position of the change in the body. */
export const mappingFaults = (
  { dimension_mapping: single, dimension_mapping_v2: several }: UsageMeteringConfig,
  at: string,
): Fault[] => [
  ...Object.entries(single).flatMap(([key, target]) => targetFaults([target], () => `${at}.dimensionMapping.${key}`)),
  ...Object.entries(several).flatMap(([key, targets]) =>
    targetFaults(targets, (index) => `${at}.dimensionMappingV2.${key}.${index}`),
  ),
  ...Object.keys(single)
    .filter((key) => Object.hasOwn(several, key))
    .map((key) => ({
      path: `${at}.dimensionMappingV2.${key}`,
      code: 'contradiction',
      message: 'is also in dimensionMapping; name a source key in one of the two',
    })),
];
