export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** What a merchant account has agreed with Adyen about its settlement. */
export type Terms = {
  /** Costs of card payments in hundredths of a percent: of the issuer, of the card scheme, and of Adyen. */
  interchangeBasisPoints: number;
  schemeBasisPoints: number;
  markupBasisPoints: number;
  /** Fixed costs for a currency with two decimals: of other payments, of each payment and refund, of a chargeback. */
  commission: number;
  processingFee: number;
  chargebackFee: number;
  /** How many days after its capture a payment can be in a batch. */
  settlementDays: number;
  payout: { frequency: 'daily' | 'weekly'; weekday: (typeof weekdays)[number] };
  /** The part of each payout that is held back as a deposit, in hundredths of a percent. */
  depositBasisPoints: number;
  timeZone: 'Europe/Amsterdam' | 'Europe/London' | 'America/New_York' | 'UTC';
  /**
   * Payments in these currencies settle in another one. `rate` is a decimal: major units of the other for one major
   * unit. Payments in all other currencies settle in their own.
   */
  conversions: Record<string, { currency: string; rate: string }>;
};

/**
 * Sources: adyen.com/pricing (interchange++ and 0.60 % for cards, a fixed part for bank debits, 0.11 for each
 * transaction), and the sample rows of docs.adyen.com, "Settlement details report" (a chargeback's 7.50 in Markup). The
 * shares of issuer and scheme are examples.
 */
const defaults: Terms = {
  interchangeBasisPoints: 20,
  schemeBasisPoints: 13,
  markupBasisPoints: 60,
  commission: 25,
  processingFee: 11,
  chargebackFee: 750,
  settlementDays: 2,
  payout: { frequency: 'daily', weekday: 'monday' },
  depositBasisPoints: 0,
  timeZone: 'Europe/Amsterdam',
  conversions: {},
};

/** The terms of a merchant account: those set, or else the defaults. */
export const termsOf = ({ terms }: { terms?: Partial<Terms> }): Terms => ({ ...defaults, ...terms });

const withoutDecimals = new Set('CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const withThreeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** The decimals of a currency at Adyen. Source: docs.adyen.com/development-resources/currency-codes. */
export const decimalsOf = (currency: string): number => {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
};
