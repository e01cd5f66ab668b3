import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { addHours } from '../../../../kit/hours.ts';
import { encodeId, nilId } from '../../../../kit/ids.ts';
import { usageDueKind } from '../../../organization/connection/connection.ts';
import { ensureDue } from '../../billable-usage/closing-store.ts';
import { nextComparisonAfter } from '../../usage-comparison/comparison-days.ts';
import { silenceDueKind } from '../../usage-silence/usage-silence.ts';
import {
  countWaitingRows,
  dropFractions,
  findHeldHour,
  findNearest,
  findNextAttempt,
  findNextDeadline,
  findOpenHour,
  hasUsageWork,
  lockReportDue,
} from '../schedule-store.ts';
import { findMeteringSettings } from '../store.ts';
import {
  findUsageWindow,
  lastHourTakenUntil,
  lastLookMs,
  nextTickAfter,
  pauseBeforeDeadlineMs,
  urgentHoursAt,
} from '../window.ts';

const busyPauseMs = 60_000;

/**
 * How long after an hourly look that found nothing there is another one: a change that reports usage relies on a look that is due, and may be
 * committed after it. Longer than a change takes.
 */
const secondLookMs = 60_000;

export type NextCheck = { pastPlan: number; waiting: number; nextLook: string | null };

/**
 * Schedules the next look at a partner's usage: at the next tick, or when a row is to be sent again, or soon if usage that cannot wait for the
 * tick arrived while a run was in progress. Held usage is looked at once more shortly before its deadline. `pastPlan`: how many rows still wait
 * past their planned limit; `waiting`: how many wait in all, until `nextLook`.
 */
export const scheduleNextCheck = async (
  call: ActCall,
  partner: string,
  { foundNothing = false }: { foundNothing?: boolean } = {},
): Promise<NextCheck> => {
  const { db, now } = call;
  const window = findUsageWindow(partner);
  if (!window) return { pastPlan: 0, waiting: 0, nextLook: null };
  await lockReportDue(db, partner);
  const settings = await findMeteringSettings(db, partner);
  const tick = nextTickAfter(now, settings?.settleMinutes ?? 0, window);
  const work = { partner, now, live: settings?.mode === 'LIVE' };
  const open = settings ? await findOpenHour(db, partner, urgentHoursAt(now, tick, window)) : null;
  const attempt = open ? now : ((await findNextAttempt(db, work)) ?? tick);
  // A run in progress goes first, unless a deadline would pass meanwhile.
  let soonest = now.getTime() + busyPauseMs;
  if (attempt.getTime() < soonest) {
    const deadlines = [await findNextDeadline(db, work), open && window.deadlineOf(open)];
    for (const deadline of deadlines)
      if (deadline)
        soonest = Math.min(soonest, now.getTime() + pauseBeforeDeadlineMs(deadline.getTime() - now.getTime()));
  }
  const looks = [tick.getTime(), Math.max(attempt.getTime(), soonest)];
  const second = addHours(tick, -1).getTime() + secondLookMs;
  if (foundNothing && second > now.getTime()) looks.push(second);
  const held =
    settings && (await findHeldHour(db, partner, lastHourTakenUntil(new Date(now.getTime() + lastLookMs), window)));
  if (held) looks.push(window.deadlineOf(held).getTime() - lastLookMs);
  const nextLook = new Date(Math.min(...looks));
  await scheduleDue(call.db, usageDueKind, partner, nextLook);
  return {
    pastPlan: await countWaitingRows(call.db, partner, addHours(call.now, -window.plannedHours)),
    waiting: await countWaitingRows(call.db, partner, addHours(call.now, 1)),
    nextLook: nextLook.toISOString(),
  };
};

/** Until when the run must have submitted its most urgent usage; a day from now if it only tidies up. */
const nearestDeadline = async ({ db, now }: ActCall, partner: string): Promise<Date> => {
  const { deadline, hour } = await findNearest(db, { partner, now });
  const ofHour = hour === null ? undefined : findUsageWindow(partner)?.deadlineOf(hour);
  const times = [deadline, ofHour, addHours(now, 24)].flatMap((time) => (time ? [time.getTime()] : []));
  return new Date(Math.min(...times));
};

/** Handles the due row `usage.report`: starts a run if there is work, and schedules the next look. */
export const startUsageReport = async (call: ActCall, { entityId: partner }: { entityId: string }): Promise<void> => {
  const settings = await findMeteringSettings(call.db, partner);
  const window = findUsageWindow(partner);
  let foundNothing = false;
  if (settings && window) {
    const endedBefore = addHours(lastHourTakenUntil(call.now, window), 1);
    const dropped = await dropFractions(call.db, partner, endedBefore);
    for (const { entitlement_id, dimension, dropped: fraction } of dropped) {
      call.recordChange({
        type: 'ent',
        id: encodeId('ent', entitlement_id),
        before: null,
        after: { droppedFraction: { [dimension]: fraction } },
      });
    }
    const id = encodeId('conn', settings.connectionId);
    const isRunning = (await findRunningOperation(call.db, [usageDueKind], id)) !== undefined;
    const work = { partner, now: call.now, live: settings.mode === 'LIVE' };
    foundNothing = !isRunning && !(await hasUsageWork(call.db, work));
    if (!isRunning && !foundNothing) {
      call.recordChange({ type: 'conn', id, before: null, after: { usageReportStarted: call.now.toISOString() } });
      await call.start(
        usageDueKind,
        { partner },
        { entityId: id, partner, dueBy: await nearestDeadline(call, partner) },
      );
    }
  }
  await scheduleNextCheck(call, partner, { foundNothing });
  await ensureDue(call.db, silenceDueKind, nilId, nextComparisonAfter(call.now, call.orgId));
};
