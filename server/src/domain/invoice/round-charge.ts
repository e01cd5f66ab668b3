import { chargeDigitsOf } from '../../adapters/payment/minor-units.ts';
import { minorDigitsOf } from '../../kit/currency.ts';
import { Big, big, type Decimal } from '../../kit/decimal.ts';
import type { Invoice } from './invoice.ts';

/** An amount as it can be billed and charged, rounded half to even: in some currencies a provider takes no minor units. */
export const roundCharge = (amount: Decimal | Big, { partner, currency }: Pick<Invoice, 'partner' | 'currency'>): Big =>
  big(amount).round(Math.min(minorDigitsOf(currency), chargeDigitsOf(partner, currency)), Big.roundHalfEven);
