import type { ActCall } from '../../../../contract/call.ts';
import { standardSettings } from '../../../organization/connection/connection.ts';
import { ensureReportDue } from '../schedule/store.ts';
import { isUrgent, nextTickAfter, usageWindows } from '../window.ts';

/**
 * Makes sure that usage of these hours will be told: by the next hourly report, at once where a limit passes before.
 * Costs no lock while the report is scheduled already.
 */
export const scheduleUsageReport = async (call: ActCall, partner: string, hours: readonly Date[]): Promise<void> => {
  const window = usageWindows[partner as 'AWS'];
  if (!window) return;
  const tick = nextTickAfter(call.now, standardSettings.settleMinutes, window);
  const urgent = hours.some((hour) => isUrgent(hour, call.now, tick, window));
  await ensureReportDue(call.db, partner, tick, urgent ? call.now : null);
};
