import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import type { WorkloadMetaInfo } from '../../../../contract/reference/meta-info.ts';
import { badRequest, type Fault, requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { directPartners } from '../../direct-purchase/direct-purchase.ts';
import { readDate } from '../../direct-purchase/read-dates.ts';
import type { Entitlement } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { type EntitlementView, viewEntitlement } from '../../view.ts';
import { scheduledTimeOf } from '../schedule.ts';
import type { CancellationSchedule } from '../schema.ts';
import { beginCancel, requireOperation } from './cancel-entitlement.ts';

type Body = z.output<typeof CancellationSchedule>;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const specificDate = ({ cancelDate }: Body, { end_time: end }: Entitlement, now: Date): Date => {
  const date = readDate(cancelDate);
  if (date === undefined)
    throw badRequest([fault('cancelDate', 'time', 'must be an RFC 3339 time, or a day as YYYY-MM-DD')]);
  if (date === null) throw badRequest([fault('cancelDate', 'required', 'is required for SpecificDate')]);
  if (date <= now) throw badRequest([fault('cancelDate', 'past', 'must be later than now')]);
  if (end && date > end)
    throw badRequest([
      fault('cancelDate', 'after_end', `must not be later than the end of the term, ${end.toISOString()}`),
    ]);
  return date;
};

const dateOf = (body: Body, old: Entitlement, now: Date): Date => {
  if (body.type === 'SpecificDate') return specificDate(body, old, now);
  if (body.type === 'Immediate') return now;
  const message = 'the entitlement has no end of term; choose Immediate or SpecificDate';
  if (old.end_time === null) throw badRequest([fault('type', 'no_end', message)]);
  return old.end_time;
};

/**
 * Schedules the cancellation of an entitlement, or begins it now (Immediate). A schedule replaces the previous one. It
 * is kept in metaInfo.entitlementCancellationSchedule, also after the entitlement has ended. Emits
 * entitlement.cancellation_scheduled, or the events of a cancellation.
 */
export const scheduleEntitlementCancellation = async (
  call: ActCall,
  { params, body }: { params: { entitlementId: string }; body: Body },
): Promise<EntitlementView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  nextStatus('Entitlement', entitlementTransitions, 'scheduleCancellation', old);
  if (!directPartners.includes(old.partner)) requireCapability('entitlementScheduleCancellation', old.partner);
  const cancelDate = dateOf(body, old, call.now).toISOString();
  const entitlementCancellationSchedule = {
    type: body.type,
    cancelDate,
    creationDate: call.now.toISOString(),
    ...(body.note ? { note: body.note } : {}),
  };
  const meta: WorkloadMetaInfo = { ...old.meta_info, entitlementCancellationSchedule };
  if (!directPartners.includes(old.partner)) requireOperation(old, 'Delete');
  const time = scheduledTimeOf({ ...old, meta_info: meta });
  if (!time || time <= call.now) return beginCancel(call, old, { meta });
  return (await changeEntitlement(call, old, { meta_info: meta }, 'entitlement.cancellation_scheduled')).view;
};

/** Removes the schedule of a cancellation that has not begun. Idempotent. Emits entitlement.cancellation_unscheduled. */
export const unscheduleEntitlementCancellation = async (
  call: ActCall,
  { params }: { params: { entitlementId: string } },
): Promise<EntitlementView> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  nextStatus('Entitlement', entitlementTransitions, 'unscheduleCancellation', old);
  if (!directPartners.includes(old.partner)) requireCapability('entitlementScheduleCancellation', old.partner);
  const { entitlementCancellationSchedule: schedule, ...meta } = old.meta_info;
  if (!schedule) return viewEntitlement(call.orgId, old);
  return (await changeEntitlement(call, old, { meta_info: meta }, 'entitlement.cancellation_unscheduled')).view;
};

/**
 * Begins a scheduled cancellation whose time has come, unless the entitlement has ended or is being cancelled already. A
 * direct purchase ends at the scheduled time, however late this runs (docs/decisions/0178-scheduled-ends.md). Whether Microsoft still lets the publisher end the subscription is left to Microsoft. Emits the events of a
 * cancellation.
 */
export const startScheduledCancellation = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const old = await lockEntitlement(call.db, entityId);
  const time = old && scheduledTimeOf(old);
  if (!old || !time || time > call.now) return;
  if (!allows(entitlementTransitions, 'scheduleCancellation', old.status)) return;
  await beginCancel(call, old, { at: time });
};
