import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { unreadPrices } from '../../../../contract/reference/price-faults.ts';
import {
  type BillableDimensionDocument,
  type PriceModel,
  readPriceModel,
} from '../../../../contract/reference/price-model.ts';
import { Big, type Decimal, decimalFromJson, decimalToJson } from '../../../../kit/decimal.ts';
import { badRequest, type Fault, notFound } from '../../../../kit/errors.ts';
import { nextMonthUtc } from '../../../../kit/hours.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { inTurns } from '../../../../kit/yield-to-others.ts';
import type { AggregationType, BillableMetric } from '../../billable-metric/billable-metric.ts';
import { findMetrics } from '../../billable-metric/store.ts';
import { loadBilledUsage } from '../../billable-usage/actions/load-billed-usage.ts';
import { groupOf } from '../../billable-usage/count-record.ts';
import { type BillingPeriod, type PricedUsage, type PriceStep, pricing, type ShownPrice } from '../price.ts';
import { maxPricedGroups, type PricePreview, type PricePreviewParams } from './schema.ts';
import { type BilledTerms, findBilledTerms } from './store.ts';

type Body = z.output<typeof PricePreviewParams>;
type View = z.input<typeof PricePreview>;
type Metrics = ReadonlyMap<string, BillableMetric>;

/** Most steps of one dimension, and of all together, that a preview shows. */
const shownSteps = 1000;
const shownStepsInAll = 10_000;

/** By default the calendar month (UTC). */
const readPeriod = ({ period }: Body, now: Date, faults: Fault[]): BillingPeriod => {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [start, end] = [period?.startTime ?? month, period?.endTime ?? nextMonthUtc(month)];
  const [usedStart, usedEnd] = [period?.usedStartTime ?? start, period?.usedEndTime ?? end];
  if (end <= start) faults.push({ path: 'period.endTime', code: 'order', message: 'must be later than startTime' });
  if (usedStart < start || usedEnd > end || usedEnd < usedStart) {
    const message = 'must be within the period, and not end before it begins';
    faults.push({ path: 'period.usedStartTime', code: 'order', message });
  }
  return { start, end, usedStart, usedEnd, ...(period?.months ? { months: period.months } : {}) };
};

type Dimension = { metric: BillableMetric; name: string; model: PriceModel };

const readDimensions = (
  documents: readonly BillableDimensionDocument[],
  metrics: Metrics,
  faults: Fault[],
): Dimension[] => {
  const seen = new Set<string>();
  return documents.flatMap((document, index) => {
    const path = `billableDimensions.${index}`;
    const model = readPriceModel(document, path, faults);
    faults.push(...unreadPrices(document, path));
    const metric = metrics.get(decodeId('metric', document.billableMetricId ?? '') ?? '');
    if (!metric) {
      const message = 'must be the id of a billable metric';
      faults.push({ path: `${path}.billableMetricId`, code: 'unknown_metric', message });
      return [];
    }
    if (seen.has(metric.id)) {
      const message = 'is the metric of another dimension: a metric has one price';
      faults.push({ path: `${path}.billableMetricId`, code: 'repeated', message });
    }
    seen.add(metric.id);
    return model ? [{ metric, name: document.name ?? metric.name, model }] : [];
  });
};

/** What two quantities of one group add up to, as hours do in a period. */
const joined: Readonly<Record<AggregationType, (left: Decimal, right: Decimal) => Decimal>> = {
  COUNT: (left, right) => new Big(left).plus(right).toFixed(),
  UNIQUE_COUNT: (left, right) => new Big(left).plus(right).toFixed(),
  SUM: (left, right) => new Big(left).plus(right).toFixed(),
  MAX: (left, right) => (new Big(left).gt(right) ? left : right),
  LAST: (_left, right) => right,
};

/** Usage as given in the request, by metric; items of one group are joined. */
const readUsage = (
  given: NonNullable<Body['usage']>,
  dimensions: readonly Dimension[],
  faults: Fault[],
): Map<string, PricedUsage[]> => {
  const byMetric = new Map<string, Map<string, PricedUsage>>();
  for (const [index, { billableMetricId, properties, quantity: number }] of given.entries()) {
    const metric = dimensions.find((one) => one.metric.id === billableMetricId)?.metric;
    if (!metric) {
      const message = 'must be the metric of one of the dimensions';
      faults.push({ path: `usage.${index}.billableMetricId`, code: 'unknown_metric', message });
      continue;
    }
    const quantity = decimalFromJson(number) ?? '0';
    if (quantity.startsWith('-'))
      faults.push({ path: `usage.${index}.quantity`, code: 'negative', message: 'must not be negative' });
    const group = groupOf(metric.info, properties ?? {});
    const groups = byMetric.get(metric.id) ?? new Map<string, PricedUsage>();
    byMetric.set(metric.id, groups);
    const before = groups.get(group)?.quantity;
    const total = before === undefined ? quantity : joined[metric.aggregation_type](before, quantity);
    groups.set(group, { group, properties: properties ?? {}, quantity: total });
  }
  return new Map([...byMetric].map(([id, groups]) => [id, [...groups.values()]]));
};

/** The usage of the entitlement in the closed hours of the period. */
const loadUsage = async (
  call: ReadCall,
  entitlementId: string,
  { start, end }: BillingPeriod,
): Promise<Map<string, PricedUsage[]>> => {
  const found = await loadBilledUsage(call, { entitlementId, from: start, to: end });
  const groups = found.reduce((sum, { usage }) => sum + usage.length, 0);
  if (groups > maxPricedGroups) {
    const message = `the period has ${groups} groups of usage; a preview prices at most ${maxPricedGroups}: request a shorter period, or send the usage`;
    throw badRequest([{ path: 'period', code: 'too_many', message }]);
  }
  return new Map(found.map(({ metricId, usage }) => [metricId, usage]));
};

const viewStep = ({
  kind,
  group,
  description,
  quantity,
  rate,
  amount,
}: PriceStep): View['dimensions'][number]['steps'][number] => ({
  kind,
  ...(group === '' ? {} : { group }),
  description,
  ...(quantity === null ? {} : { quantity: decimalToJson(quantity) }),
  ...(rate === null ? {} : { rate: decimalToJson(rate) }),
  amount: decimalToJson(amount),
});

const viewPrices = (currency: string, prices: readonly { dimension: Dimension; price: ShownPrice }[]): View => {
  let left = shownStepsInAll;
  return {
    currency,
    amount: decimalToJson(prices.reduce((sum, { price }) => sum.plus(price.amount), new Big(0))),
    dimensions: prices.map(({ dimension: { metric, name }, price }) => {
      const steps = price.steps.slice(0, Math.min(shownSteps, left)).map(viewStep);
      left -= steps.length;
      const omitted = price.omitted + price.steps.length - steps.length;
      return {
        billableMetricId: encodeId('metric', metric.id),
        name,
        quantity: decimalToJson(price.quantity),
        amount: decimalToJson(price.amount),
        steps,
        ...(omitted === 0 ? {} : { omittedSteps: omitted }),
      };
    }),
  };
};

const findTerms = async (call: ReadCall, id: string | null | undefined): Promise<BilledTerms> => {
  if (!id) return { currency: null, dimensions: [] };
  const terms = await findBilledTerms(call.db, id);
  if (!terms) throw notFound('entitlement');
  return terms;
};

/**
 * Prices usage and shows every step. Currency and dimensions are by default those of the entitlement; usage is by
 * default what it used in the closed hours of the period. Nothing is stored.
 */
export const previewPrice = async (call: ReadCall, { body }: { body: Body }): Promise<View> => {
  const terms = await findTerms(call, body.entitlementId);
  const faults: Fault[] = [];
  const currency = body.currency || terms.currency;
  if (!currency) faults.push({ path: 'currency', code: 'required', message: 'must be an ISO 4217 code, such as USD' });
  const documents = body.billableDimensions ?? (terms.dimensions as BillableDimensionDocument[]);
  if (documents.length === 0) {
    const message = 'is required: no entitlement has billable dimensions';
    faults.push({ path: 'billableDimensions', code: 'required', message });
  }
  const ids = documents.flatMap(({ billableMetricId }) => decodeId('metric', billableMetricId ?? '') ?? []);
  const dimensions = readDimensions(documents, await findMetrics(call.db, ids), faults);
  const period = readPeriod(body, call.now, faults);
  const given = body.usage ? readUsage(body.usage, dimensions, faults) : undefined;
  if (!given && !body.entitlementId)
    faults.push({ path: 'usage', code: 'required', message: 'must be given where no entitlement is named' });
  if (!currency || faults.length > 0) throw badRequest(faults);
  const usage = given ?? (await loadUsage(call, body.entitlementId ?? '', period));
  const prices: { dimension: Dimension; price: ShownPrice }[] = [];
  for (const dimension of dimensions) {
    const used = usage.get(dimension.metric.id) ?? [];
    const price = await inTurns(pricing(dimension.model, used, { currency, period }, shownSteps));
    prices.push({ dimension, price });
  }
  return viewPrices(currency, prices);
};
