import { isInMinorUnits } from '../../../kit/currency.ts';
import { big, decimalFromJson } from '../../../kit/decimal.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import type { Terms } from './commission.ts';
import type { RevenueShareIn } from './schema.ts';

/** A cap that is no amount of the currency could be exceeded by rounding. */
export const checkCap = (
  { capAmount }: Pick<Terms, 'capAmount'>,
  currency: string,
  path = 'revenueShare.capAmount',
): Fault[] =>
  capAmount === null || isInMinorUnits(capAmount, currency)
    ? []
    : [{ path, code: 'precision', message: `the cap of ${capAmount} has more decimals than ${currency} has` }];

/** The terms that a caller gives for a deal in a currency. Throws a 400 with every fault. */
export const readTerms = ({ type, ratePercent, capAmount, clawbackDays }: RevenueShareIn, currency: string): Terms => {
  const terms: Terms = {
    type,
    ratePercent: decimalFromJson(ratePercent) ?? '-1',
    capAmount: capAmount === undefined || capAmount === null ? null : (decimalFromJson(capAmount) ?? '-1'),
    clawbackDays: clawbackDays ?? null,
  };
  const faults: Fault[] = [];
  if (big(terms.ratePercent).lt(0) || big(terms.ratePercent).gt(100))
    faults.push({ path: 'revenueShare.ratePercent', code: 'range', message: 'must be from 0 to 100' });
  if (terms.capAmount !== null && big(terms.capAmount).lt(0))
    faults.push({ path: 'revenueShare.capAmount', code: 'range', message: 'must not be negative' });
  else faults.push(...checkCap(terms, currency));
  if (faults.length > 0) throw badRequest(faults);
  return terms;
};
