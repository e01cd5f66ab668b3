import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { isMarketplace } from '../../../../contract/marketplaces/marketplaces.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { encodeId, nilId } from '../../../../kit/ids.ts';
import { isActive, isSuspended } from '../../../entitlement/entitlement.ts';
import { nextComparisonAfter } from '../../usage-comparison/comparison-days.ts';
import { addDays, dayOf, startOfDay } from '../../usage-comparison/usage-comparison.ts';
import { findRhythm, rememberedDays } from '../find-silence.ts';
import {
  findLastHour,
  findMeterDays,
  findUnfoldedDays,
  findWatchedEntitlements,
  lockSilences,
  type MeterDays,
  savePauses,
  saveSilence,
} from '../store.ts';
import { silenceDueKind, type UsageSilence } from '../usage-silence.ts';
import { viewSilence } from '../view.ts';

export const silenceEvents = ['usage_meter.silent', 'usage_meter.resumed'] as const satisfies EventName[];

const entitlementsAtOnce = 100;

type Meter = Pick<MeterDays, 'entitlement_id' | 'dimension'>;

const keyOf = ({ entitlement_id: id, dimension }: Meter): string => `${id}\n${dimension}`;

const subjectOf = ({ entitlement_id: id, dimension }: Meter): string =>
  `usageMeter.${encodeId('ent', id)}.${dimension}`;

const announce = async (
  call: ActCall,
  before: UsageSilence | undefined,
  found: Omit<UsageSilence, 'last_hour' | 'announced_time' | 'cleared_time' | 'version'>,
): Promise<void> => {
  const after: UsageSilence = {
    ...found,
    last_hour: await findLastHour(call.db, found, found.last_day),
    announced_time: call.now,
    cleared_time: null,
    version: (before?.version ?? 0) + 1,
  };
  await saveSilence(call.db, after);
  const view = viewSilence(after, call.now);
  call.recordChange({
    type: 'config',
    id: subjectOf(after),
    before: null,
    after: view,
    version: after.version,
    events: ['usage_meter.silent'],
    payload: { priority: 'HIGH', ...view },
  });
};

/** `lastDay`: the meter reported again; absent: it is no longer expected to. */
const clear = async (call: ActCall, before: UsageSilence, lastDay?: string): Promise<void> => {
  const after: UsageSilence = { ...before, cleared_time: call.now, version: before.version + 1 };
  await saveSilence(call.db, after);
  const { silentSince, ...view } = viewSilence(before, call.now);
  const change = { type: 'config', id: subjectOf(before), before: { silentSince }, version: after.version } as const;
  if (lastDay === undefined) {
    call.recordChange({ ...change, after: { clearedTime: call.now.toISOString() } });
    return;
  }
  const { entitlementID, partner, dimension, usualIntervalDays } = view;
  const resumed = { entitlementID, partner, dimension, usualIntervalDays, lastUsageDate: lastDay, silentSince };
  call.recordChange({ ...change, after: resumed, events: ['usage_meter.resumed'] as const });
};

/**
 * Handles the due row `usage.silence`: compares the meters of some entitlements with their own past, announces those that
 * became silent and those that report again, and schedules the next ones, or the next day. Emits usage_meter.silent and
 * usage_meter.resumed.
 */
export const watchMeters = async (call: ActCall, { entityId: after }: { entityId: string }): Promise<void> => {
  const { db, now } = call;
  const today = dayOf(now);
  if (after === nilId) await scheduleDue(db, silenceDueKind, nilId, nextComparisonAfter(now, call.orgId));
  const page = await findWatchedEntitlements(db, after, entitlementsAtOnce);
  const last = page.at(-1);
  if (!last) return;
  if (page.length === entitlementsAtOnce) await scheduleDue(db, silenceDueKind, last.id, now);

  const suspended = page.filter(isSuspended).map(({ id }) => id);
  await savePauses(db, suspended, today);
  const watched = new Map(
    page.filter((one) => isActive(one) && isMarketplace(one.partner)).map((one) => [one.id, one]),
  );
  const meters = await findMeterDays(db, [...watched.keys()], rememberedDays);
  const unfolded = new Map((await findUnfoldedDays(db, meters)).map((one) => [keyOf(one), one.day]));
  const known = await lockSilences(
    db,
    page.map(({ id }) => id),
  );
  const open = new Map(known.filter((one) => one.cleared_time === null).map((one) => [keyOf(one), one]));
  const stored = new Map(known.map((one) => [keyOf(one), one]));
  for (const silence of open.values()) if (!watched.has(silence.entitlement_id)) await clear(call, silence);
  for (const meter of meters) {
    const fresh = unfolded.get(keyOf(meter));
    const days = fresh !== undefined && fresh > (meter.days.at(-1) ?? '') ? [...meter.days, fresh] : meter.days;
    const silence = open.get(keyOf(meter));
    const lastDay = days.at(-1);
    if (silence) {
      if (lastDay !== undefined && lastDay > silence.last_day) await clear(call, silence, lastDay);
      continue;
    }
    const { partner, paused_through: pausedThrough } = watched.get(meter.entitlement_id) as (typeof page)[number];
    const rhythm = findRhythm(days, { today, pausedThrough: pausedThrough ?? undefined });
    if (!rhythm?.isSilent) continue;
    await announce(call, stored.get(keyOf(meter)), {
      entitlement_id: meter.entitlement_id,
      dimension: meter.dimension,
      partner,
      interval_days: rhythm.intervalDays,
      last_day: rhythm.lastDay,
      silent_since: startOfDay(addDays(rhythm.lastDay, 1)),
    });
  }
};
