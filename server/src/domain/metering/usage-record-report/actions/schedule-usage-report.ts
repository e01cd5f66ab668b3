import type { ActCall } from '../../../../contract/call.ts';
import { addHours } from '../../../../kit/hours.ts';
import { standardSettings } from '../../../organization/connection/connection.ts';
import { ensureReportDue } from '../schedule-store.ts';
import { findUsageWindow, isUrgent, nextTickAfter } from '../window.ts';

/**
 * Makes sure that usage of these hours will be told: by the next hourly report, at once where a limit passes within an hour,
 * as the next look is never farther away, whatever the account settles by; and so is that of a license that has ended
 * (`flushed`), which a marketplace takes for an hour at most. Costs no lock while the report is scheduled already.
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
