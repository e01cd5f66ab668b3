import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big, big, type Decimal } from '../../../kit/decimal.ts';
import type { Terms } from './commission.ts';

/**
 * What a partner earns of a deal: the rate of its value, at most the cap, rounded half to even to the minor unit of the
 * currency.
 */
export const commissionAmount = (
  { ratePercent, capAmount }: Pick<Terms, 'ratePercent' | 'capAmount'>,
  { dealValue, currency }: { dealValue: Decimal; currency: string },
): Decimal => {
  // Divided by shifting the point: a quotient would be rounded once before.
  const earned = big(dealValue).times(ratePercent).times('0.01');
  const capped = capAmount !== null && earned.gt(capAmount) ? big(capAmount) : earned;
  return capped.round(minorDigitsOf(currency), Big.roundHalfEven).toFixed();
};
