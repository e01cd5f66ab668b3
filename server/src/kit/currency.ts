import { Big, big, type Decimal } from './decimal.ts';

/** Currencies of ISO 4217 whose minor unit is not a hundredth, by the number of digits. */
const otherDigits: Readonly<Record<number, readonly string[]>> = {
  0: [
    ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG'],
    ...['RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
  ],
  3: ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'],
  4: ['CLF', 'UYW'],
};

const digitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(otherDigits).flatMap(([digits, codes]) => codes.map((code) => [code, Number(digits)] as const)),
);

/** How many fraction digits an amount of money in this currency has: USD 2, JPY 0, KWD 3. Unknown currencies have 2. */
export const minorDigitsOf = (currency: string | undefined): number => digitsByCode.get(currency ?? '') ?? 2;

/** An amount for people to read: `1,250.50 USD`, with at least the fraction digits of the currency. */
export const moneyText = (amount: Decimal, currency: string): string => {
  const format = { minimumFractionDigits: minorDigitsOf(currency), maximumFractionDigits: 9 };
  return `${new Intl.NumberFormat('en-US', format).format(amount as `${number}`)} ${currency}`;
};

/** Whether the amount is a whole number of minor units. */
export const isInMinorUnits = (amount: Decimal, currency: string | undefined): boolean =>
  big(amount).round(minorDigitsOf(currency), Big.roundDown).eq(amount);

/**
 * Splits an amount into equal parts of whole minor units; the first parts get one more each until nothing is left. A
 * rest smaller than a minor unit goes to the first part, so that the parts always add up to the amount.
 */
export const splitEqually = (amount: Decimal, parts: number, currency: string | undefined): Decimal[] => {
  const digits = minorDigitsOf(currency);
  const unit = big(10).pow(-digits);
  const whole = big(amount).round(digits, Big.roundDown);
  const share = whole.div(parts).round(digits, Big.roundDown);
  const larger = Number(whole.minus(share.times(parts)).div(unit).toFixed());
  const rest = big(amount).minus(whole);
  return Array.from({ length: parts }, (_, index) => {
    const own = index < larger ? share.plus(unit) : share;
    return (index === 0 ? own.plus(rest) : own).toFixed();
  });
};
