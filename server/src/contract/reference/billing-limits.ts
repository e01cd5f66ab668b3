/**
 * The longest times that a direct purchase is billed by. Beyond them lies a mistake, and further on no date at all: its
 * invoices could not be written.
 */
export const billingLimits = {
  /** A period of grace, and the time to pay. */
  days: 3650,
  intervalMonths: 120,
  trial: { DAY: 3650, MONTH: 120, YEAR: 10 },
} as const;
