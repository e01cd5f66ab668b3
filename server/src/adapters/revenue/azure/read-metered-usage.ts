import { Big } from '../../../kit/decimal.ts';
import type { FeedRow, UsageLine } from '../port.ts';
import { amountIn, currencyIn, dateIn, needAmount, textIn } from './row-values.ts';
import { splitRow } from './split-rows.ts';

/**
 * The usage of a row of ISVUsage ("Usage dashboard in commercial marketplace analytics", data dictionary):
 *
 * - `UsageDate`: "the date of usage event generation", taken for a day of UTC.
 * - `ReferenceId`: "for SaaS offers with custom meters, this key represents the AssetId", which is the subscription.
 * - `MeterDimension`: "metered dimension of the custom meter". That it is the id which usage is reported with is not confirmed.
 * - `MeteredUsage`: "the total usage units consumed by the meters".
 * - `EstimatedExtendedChargeCC`: price times usage, in `CustomerCurrencyCC`.
 *
 * Other columns may split a day into several rows (a changed price), so its rows are added up. Usage without a subscription or dimension
 * belongs to virtual machines; it is stored, but not used here.
 */
export const readMeteredUsage = (row: FeedRow): UsageLine | null => {
  const [agreement, dimension, day] = [
    textIn(row, 'ReferenceId'),
    textIn(row, 'MeterDimension'),
    dateIn(row, 'UsageDate'),
  ];
  if (agreement === undefined || dimension === undefined || !day) return null;
  let [quantity, charged] = [new Big(0), new Big(0)];
  const currencies = new Set<string | undefined>();
  for (const part of splitRow(row, 'MeteredUsage')) {
    const charge = amountIn(part, 'EstimatedExtendedChargeCC');
    quantity = quantity.plus(needAmount(part, 'MeteredUsage'));
    charged = charged.plus(charge ?? 0);
    currencies.add(charge === undefined ? undefined : currencyIn(part, 'CustomerCurrencyCC'));
  }
  const [currency, ...others] = currencies;
  return {
    ...{ agreement, dimension, day: day.toISOString().slice(0, 10), quantity: quantity.toFixed(), telling: 0 },
    ...(currency !== undefined && others.length === 0 ? { charge: { amount: charged.toFixed(), currency } } : {}),
  };
};
