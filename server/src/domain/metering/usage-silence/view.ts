import { encodeId } from '../../../kit/ids.ts';
import { dayOf, daysBetween } from '../usage-comparison/usage-comparison.ts';
import type { UsageSilence } from './usage-silence.ts';

export const viewSilence = (silence: UsageSilence, now: Date) => ({
  entitlementID: encodeId('ent', silence.entitlement_id),
  partner: silence.partner,
  dimension: silence.dimension,
  usualIntervalDays: silence.interval_days,
  lastUsageDate: silence.last_day,
  ...(silence.last_hour === null ? {} : { lastUsageTime: silence.last_hour.toISOString() }),
  silentSince: silence.silent_since.toISOString(),
  emptyDays: Math.max(0, daysBetween(silence.last_day, dayOf(now)) - 1),
  announcedTime: silence.announced_time.toISOString(),
});
