import { big, type Decimal } from '../../kit/decimal.ts';
import { partnerError } from '../partner-error.ts';
import type { PaymentCode } from './port.ts';

/** Decimal digits that a provider counts in; 2 by default. They differ from ISO 4217 in places. */
const digits: Readonly<Record<PaymentCode, Readonly<Record<number, string>>>> = {
  STRIPE: {
    0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
    3: 'BHD JOD KWD OMR TND',
  },
  ADYEN: {
    0: 'CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
  },
};

/**
 * Amounts in these must be whole multiples of that many units: the provider displays digits that it does not accept.
 */
const steps: Readonly<Partial<Record<PaymentCode, Readonly<Record<number, string>>>>> = {
  STRIPE: { 10: 'BHD JOD KWD OMR TND', 100: 'ISK UGX' },
};

const keyOf = (table: Readonly<Record<number, string>> | undefined, currency: string): number | undefined => {
  const found = Object.entries(table ?? {}).find(([, currencies]) => currencies.split(' ').includes(currency));
  return found && Number(found[0]);
};

/** The digits after the point down to which a provider accepts amounts in a currency. */
export const chargeDigitsOf = (partner: PaymentCode, currency: string): number =>
  (keyOf(digits[partner], currency) ?? 2) - String(keyOf(steps[partner], currency) ?? 1).length + 1;

/** An amount as a provider counts it: whole, in the currency's smallest unit. A finer amount is not sent. */
export const toMinorUnits = (partner: PaymentCode, amount: Decimal, currency: string): number => {
  const units = big(amount).times(big(10).pow(keyOf(digits[partner], currency) ?? 2));
  const step = keyOf(steps[partner], currency) ?? 1;
  if (units.mod(step).eq(0) && units.abs().lte(Number.MAX_SAFE_INTEGER)) return units.toNumber();
  throw partnerError(`${amount} ${currency} cannot be charged: the amount is finer than the currency allows.`, {
    partner,
    outcome: 'NOT_SENT',
    partnerCode: 'AmountTooFine',
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });
};

/** An amount that a provider states in the currency's smallest unit, exactly. */
export const fromMinorUnits = (partner: PaymentCode, units: string, currency: string): Decimal =>
  big(units)
    .div(big(10).pow(keyOf(digits[partner], currency) ?? 2))
    .toFixed();
