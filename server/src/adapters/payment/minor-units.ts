import { minorDigitsOf } from '../../kit/currency.ts';
import { big, type Decimal } from '../../kit/decimal.ts';
import { partnerError } from '../partner-error.ts';
import type { PaymentCode } from './port.ts';

/**
 * Decimal digits that a provider counts in. Stripe: 2 unless listed (docs.stripe.com/currencies). Adyen: those of ISO
 * 4217 unless listed (docs.adyen.com/development-resources/currency-codes, "differs from standard").
 */
const digits: Readonly<Record<PaymentCode, Readonly<Record<number, string>>>> = {
  STRIPE: {
    0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
    3: 'BHD JOD KWD OMR TND',
  },
  ADYEN: {
    0: 'CVE IDR',
    2: 'CLP ISK',
  },
};

/**
 * Amounts in these must be whole multiples of that many units: the provider displays digits that it does not accept.
 */
const steps: Readonly<Partial<Record<PaymentCode, Readonly<Record<number, string>>>>> = {
  STRIPE: { 10: 'BHD JOD KWD OMR TND', 100: 'ISK UGX' },
};

/**
 * The smallest amounts that a provider charges, in the currency; those of other currencies depend on what the account
 * settles in (docs.stripe.com/currencies, "Minimum charge amount by currency"). Adyen publishes none.
 */
const minimums: Readonly<Partial<Record<PaymentCode, Readonly<Record<string, string>>>>> = {
  STRIPE: {
    '0.3': 'GBP',
    '0.5': 'ARS AUD BRL CAD CHF COP EUR IDR ILS INR NZD PHP RUB SGD USD ZAR',
    '2': 'AED MYR PLN RON',
    '2.5': 'DKK',
    '3': 'NOK SEK',
    '4': 'HKD',
    '10': 'MXN THB',
    '15': 'CZK',
    '50': 'JPY KRW',
    '175': 'HUF',
  },
};

const keyOf = (table: Readonly<Record<string, string>> | undefined, currency: string): string | undefined =>
  Object.entries(table ?? {}).find(([, currencies]) => currencies.split(' ').includes(currency))?.[0];

const digitsOf = (partner: PaymentCode, currency: string): number =>
  Number(keyOf(digits[partner], currency) ?? (partner === 'ADYEN' ? minorDigitsOf(currency) : 2));

const stepOf = (partner: PaymentCode, currency: string): number => Number(keyOf(steps[partner], currency) ?? 1);

/** The digits after the point down to which a provider accepts amounts in a currency. */
export const chargeDigitsOf = (partner: PaymentCode, currency: string): number =>
  digitsOf(partner, currency) - String(stepOf(partner, currency)).length + 1;

/** The smallest amount that a provider is known to charge in a currency; 0: any. */
export const chargeMinimumOf = (partner: PaymentCode, currency: string): Decimal =>
  keyOf(minimums[partner], currency) ?? '0';

/** An amount as a provider counts it: whole, in the currency's smallest unit. A finer amount is not sent. */
export const toMinorUnits = (partner: PaymentCode, amount: Decimal, currency: string): number => {
  const units = big(amount).times(big(10).pow(digitsOf(partner, currency)));
  if (units.mod(stepOf(partner, currency)).eq(0) && units.abs().lte(Number.MAX_SAFE_INTEGER)) return units.toNumber();
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
    .div(big(10).pow(digitsOf(partner, currency)))
    .toFixed();
