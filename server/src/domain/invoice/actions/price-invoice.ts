import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { decodeId } from '../../../kit/ids.ts';
import { inTurns } from '../../../kit/yield-to-others.ts';
import { freezeBilledUsage } from '../../metering/billable-usage/actions/freeze-billed-usage.ts';
import { loadBilledUsage } from '../../metering/billable-usage/actions/load-billed-usage.ts';
import { pricingOf } from '../../metering/price/price.ts';
import type { Invoice, InvoiceLine } from '../invoice.ts';
import { payableDigitsOf } from '../round-charge.ts';

/**
 * The lines of a usage invoice: what was used in its period, by the price models in force, each with the steps of its
 * price. The hours of the period are closed for good: usage that is reported later counts in a later one.
 */
export const priceInvoice = async (call: ActCall, invoice: Invoice): Promise<InvoiceLine[]> => {
  const { usage, currency, period_start: from, period_end: to, entitlement_id: entitlementId } = invoice;
  if (!usage || !from || !to) return [];
  await freezeBilledUsage(recordsAround(call), { entitlementId, from, to });
  const billed = await loadBilledUsage(call, { entitlementId, from, to });
  const period = {
    start: new Date(usage.wholeStart),
    end: new Date(usage.wholeEnd),
    usedStart: from,
    usedEnd: to,
    ...(usage.months === undefined ? {} : { months: usage.months }),
  };
  const digits = payableDigitsOf(invoice);
  const lines: InvoiceLine[] = [];
  for (const dimension of usage.dimensions) {
    const metricId = decodeId('metric', dimension.billableMetricId ?? '');
    const used = billed.find((metric) => metric.metricId === metricId)?.usage ?? [];
    const { quantity, amount, steps } = await inTurns(pricingOf(dimension, used, { currency, period, digits }));
    const { billableMetricId: key, name, description } = dimension;
    lines.push({
      kind: 'USAGE',
      ...(key === undefined ? {} : { key }),
      name: name || 'Usage',
      ...(description ? { description } : {}),
      quantity,
      amount,
      steps,
    });
  }
  return lines;
};
