import type { ActCall } from '../../../../contract/call.ts';
import { standardSettings } from '../../../organization/connection/connection.ts';
import { ensureReportDue } from '../schedule/store.ts';
import { nextTickAfter, usageWindows } from '../window.ts';

/**
 * Makes sure that usage of these hours will be told: by the next hourly report, at once where the window closes before.
 * Costs no lock while the report is scheduled already.
 */
export const scheduleUsageReport = async (call: ActCall, partner: string, oldestHour: Date): Promise<void> => {
  const window = usageWindows[partner as 'AWS'];
  if (!window) return;
  const tick = nextTickAfter(call.now, standardSettings.settleMinutes, window);
  const deadline = window.deadlineOf(oldestHour);
  const isUrgent = deadline > call.now && deadline <= tick;
  await ensureReportDue(call.db, partner, tick, isUrgent ? call.now : null);
};
