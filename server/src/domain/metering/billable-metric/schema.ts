import { z } from 'zod';
import { choiceIn, componentOf, ownedText, ownedTime, text, timeOut, withoutNulls } from '../../../contract/shapes.ts';
import { aggregationTypes, filterOperations, filterValueTypes } from './billable-metric.ts';
import { metricStatuses } from './states.ts';

/** Most filter groups of a metric, filters of a group, and properties that usage is grouped by. */
const maxFilterGroups = 20;
const maxFilters = 20;
const maxGroupBys = 10;

const nameIn = text(50, 4).regex(/\S/, 'must not be blank');
/** `""` means absent, as Go clients send it. */
const isNameOrUnset = (name: string): boolean => name === '' || nameIn.safeParse(name).success;
const descriptionIn = text(300);

/** Checked by `read-metric-info.ts`, which knows which values an operation takes. */
const filterValue = z.unknown().meta({
  description: 'Text for STRING, a number for FLOAT; none for EXISTS and NOT_EXISTS',
});

const filterIn = z
  .object({
    name: text(255).nullish(),
    operation: choiceIn(filterOperations).nullish(),
    value: filterValue.nullish(),
    valueType: choiceIn(filterValueTypes).nullish(),
  })
  .meta(componentOf('BillableMetricFilterInput'));

const BillableMetricInfoIn = z
  .object({
    filterGroups: z
      .array(
        z
          .object({ filters: z.array(filterIn).max(maxFilters).nullish() })
          .meta(componentOf('BillableMetricFilterGroupInput')),
      )
      .max(maxFilterGroups)
      .nullish(),
    groupBys: z.array(text(255)).max(maxGroupBys).nullish(),
    propertyUniqueOn: text(255).nullish(),
  })
  .meta(componentOf('BillableMetricInfoInput'));
export type BillableMetricInfoIn = z.output<typeof BillableMetricInfoIn>;

export const NewBillableMetric = withoutNulls(
  z
    .object({
      name: nameIn,
      description: descriptionIn.nullish(),
      aggregationType: choiceIn(aggregationTypes).optional(),
      info: BillableMetricInfoIn.nullish(),
      id: ownedText,
      organizationId: ownedText,
      status: ownedText,
      creationTime: ownedTime,
      lastUpdateTime: ownedTime,
    })
    .meta(componentOf('BillableMetricInput')),
);

export const UpdateBillableMetricParams = z
  .object({
    name: text(50).refine(isNameOrUnset, 'must have 4 to 50 characters').nullish(),
    description: descriptionIn.nullish(),
    status: choiceIn(metricStatuses).nullish(),
  })
  .meta({ id: 'UpdateBillableMetricParams' });

const BillableMetricFilter = z
  .strictObject({
    name: z.string(),
    operation: z.enum(filterOperations),
    value: filterValue,
    valueType: z.enum(filterValueTypes),
  })
  .partial()
  .meta({ id: 'BillableMetricFilter' });

const BillableMetricFilterGroup = z
  .strictObject({ filters: z.array(BillableMetricFilter) })
  .partial()
  .meta({ id: 'BillableMetricFilterGroup' });

const BillableMetricInfo = z
  .strictObject({
    filterGroups: z.array(BillableMetricFilterGroup),
    groupBys: z.array(z.string()),
    propertyUniqueOn: z.string(),
  })
  .partial()
  .meta({ id: 'BillableMetricInfo' });

export const BillableMetric = z
  .strictObject({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    description: z.string(),
    aggregationType: z.enum(aggregationTypes),
    status: z.enum(metricStatuses),
    info: BillableMetricInfo,
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'BillableMetric' });
