/**
 * Stripe's fee for a payment: a share in hundredths of a percent and a fixed amount. Fixed amounts are for a
 * currency with two decimals; the number is the same without decimals, and ten times as high with three.
 */
export type FeeTerms = { basisPoints: number; fixed: number; max: number | null };

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** Source: `BalanceSettings.Payments.Payouts.Schedule` of the SDK. */
export type Schedule = {
  interval: 'daily' | 'weekly' | 'monthly' | 'manual';
  weeklyDays: (typeof weekdays)[number][];
  monthlyDays: number[];
};

/** What an account has agreed with Stripe about its balance. */
export type Terms = {
  cardFee: FeeTerms;
  /** The fee of bank debits. */
  bankFee: FeeTerms;
  /** The fee of a dispute; it is not returned. */
  disputeFee: number;
  /** The fee of a conversion, in hundredths of a percent. */
  conversionBasisPoints: number;
  /** How many days funds are pending. */
  delayDays: number;
  schedule: Schedule;
  /**
   * Payments in these currencies settle in another one. `rate` is a decimal: major units of the other for one major
   * unit. Payments in all other currencies settle in their own.
   */
  conversions: Record<string, { currency: string; rate: string }>;
};

/**
 * Sources: stripe.com/pricing (United States): 2.9 % and 30 cents for cards, 0.8 % and at most 5 dollars for bank
 * debits, 1 % for a conversion; support.stripe.com, "Dispute fees FAQ", and the sample of a dispute in Stripe's event
 * fixtures (1500, "Dispute fee"); docs.stripe.com/payouts: two days, daily.
 */
const defaults: Terms = {
  cardFee: { basisPoints: 290, fixed: 30, max: null },
  bankFee: { basisPoints: 80, fixed: 0, max: 500 },
  disputeFee: 1500,
  conversionBasisPoints: 100,
  delayDays: 2,
  schedule: { interval: 'daily', weeklyDays: ['monday'], monthlyDays: [1] },
  conversions: {},
};

/** The terms of an account: those set, or else the defaults. */
export const termsOf = ({ terms }: { terms?: Partial<Terms> }): Terms => ({ ...defaults, ...terms });
