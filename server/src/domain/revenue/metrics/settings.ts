/** What organizations may decide about their metrics; every report names the settings that it used. */
export type MetricsSettings = {
  /** `gross`: every movement within a period counts. `net`: each buyer's period is one movement, from its start to its end. */
  movements: 'gross' | 'net';
  /** A renewal that begins at most this many days (of 24 hours) after the end is no churn. 0: every gap is one. */
  renewalGraceDays: number;
  /** Whether a cancelled item counts until the cancellation takes effect, or until it is asked for. */
  churnRecognition: 'period_end' | 'immediate';
  /** Which discounts reduce recurring revenue. */
  discounts: 'recurring' | 'all' | 'none';
  /** A buyer's changes within so many minutes of the first of them are one movement. 0: only those of the same instant. */
  sameMovementMinutes: number;
};

/**
 * The defaults of ChartMogul and Stripe where they agree: movements gross, churn at the end of the paid period, changes
 * within an hour as one (help.chartmogul.com: "Configuring Subscription Analytics settings", "Understanding MRR movements").
 * Renewals have a grace of 30 days because private offers are often renewed late.
 */
export const defaultSettings: MetricsSettings = {
  movements: 'gross',
  renewalGraceDays: 30,
  churnRecognition: 'period_end',
  discounts: 'recurring',
  sameMovementMinutes: 60,
};
