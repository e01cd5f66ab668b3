import { big, type Decimal } from '../../../../kit/decimal.ts';
import type { Money } from '../answers.ts';

const nanosInUnit = 1_000_000_000;

/** An amount of google.type.Money, exactly. */
export const amountOf = ({ units, nanos }: Pick<Money, 'units' | 'nanos'>): Decimal =>
  big(String(units)).plus(big(nanos).div(nanosInUnit)).toFixed();

/** An amount with at most nine decimals as google.type.Money. */
export const moneyOf = (amount: Decimal, currencyCode: string): Record<string, unknown> => {
  const [units = '0', decimals = ''] = big(amount).toFixed().split('.');
  const nanos = Number(decimals.padEnd(9, '0').slice(0, 9));
  return { currencyCode, units, ...(nanos === 0 ? {} : { nanos }) };
};

/** The exact amount that a discount in percent leaves. */
export const discounted = (amount: Decimal, percent: Decimal): Decimal =>
  big(amount).times(big(100).minus(percent)).div(100).toFixed();
