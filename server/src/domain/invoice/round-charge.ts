import { chargeDigitsOf, chargeMinimumOf } from '../../adapters/payment/minor-units.ts';
import { minorDigitsOf } from '../../kit/currency.ts';
import { Big, big, type Decimal } from '../../kit/decimal.ts';
import type { Invoice } from './invoice.ts';

type Charged = Pick<Invoice, 'partner' | 'currency'>;

/** Decimal digits down to which an amount can be billed and charged: some providers take no minor units of a currency. */
export const payableDigitsOf = ({ partner, currency }: Charged): number =>
  Math.min(minorDigitsOf(currency), chargeDigitsOf(partner, currency));

/** The smallest amount that can be charged, as far as the provider says; 0: any. */
export const leastChargeOf = ({ partner, currency }: Charged): Decimal => chargeMinimumOf(partner, currency);

/** An amount as it can be billed and charged, rounded half to even. */
export const roundCharge = (amount: Decimal | Big, charged: Charged): Big =>
  big(amount).round(payableDigitsOf(charged), Big.roundHalfEven);
