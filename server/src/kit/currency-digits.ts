/** Currencies of ISO 4217 whose smallest unit is not a hundredth: the digits after the point of their amounts. */
const digits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCurrency = new Map(
  Object.entries(digits).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)] as const)),
);

/** How many digits an amount in this currency has after the point (ISO 4217): JPY 0, USD 2, KWD 3. */
export const currencyDigits = (currency: string): number => digitsByCurrency.get(currency) ?? 2;
