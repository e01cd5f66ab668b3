import type { ActCall } from '../../../../contract/call.ts';
import { addHours } from '../../../../kit/hours.ts';
import { standardSettings } from '../../../organization/connection/connection.ts';
import { ensureReportDue } from '../schedule-store.ts';
import { findUsageWindow, isUrgent, nextTickAfter } from '../window.ts';

/**
 * Makes sure that usage of these hours is submitted: by the next hourly report, or at once if a limit passes within an
 * hour or the license has ended (`flushed`). Within an hour, because the next look is never farther away, whatever the
 * account's `settleMinutes`; a marketplace accepts usage of an ended license for an hour at most. Takes no lock if the
 * report is already scheduled.
 */
export const scheduleUsageReport = async (
  call: ActCall,
  partner: string,
  hours: readonly Date[],
  { flushed = false }: { flushed?: boolean } = {},
): Promise<void> => {
  const window = findUsageWindow(partner);
  if (!window) return;
  const tick = nextTickAfter(call.now, standardSettings.settleMinutes, window);
  const urgent = flushed || hours.some((hour) => isUrgent(hour, call.now, addHours(call.now, 1), window));
  await ensureReportDue(call.db, partner, tick, urgent ? call.now : null);
};
