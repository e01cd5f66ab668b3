import type { Day } from '../usage-comparison/usage-comparison.ts';

/** Kind of the due row for the daily look at all meters. Its entity is the entitlement after which the check continues. */
export const silenceDueKind = 'usage.silence';

/** A dimension of an entitlement that reported usage and stopped. */
export type UsageSilence = {
  entitlement_id: string;
  dimension: string;
  partner: string;
  interval_days: number;
  last_day: Day;
  last_hour: Date | null;
  /** The start of the first day without usage. */
  silent_since: Date;
  announced_time: Date;
  cleared_time: Date | null;
  version: number;
};
