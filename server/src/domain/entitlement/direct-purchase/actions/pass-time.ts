import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { directBillKind, directPartners } from '../direct-purchase.ts';

const pass = async (call: ActCall, id: string, move: 'start' | 'end', event: EventName): Promise<void> => {
  const old = await lockEntitlement(call.db, id);
  const time = move === 'start' ? old?.start_time : old?.end_time;
  if (!old || !directPartners.includes(old.partner) || !time || time > call.now) return;
  if (!allows(entitlementTransitions, move, old.status)) return;
  const status = nextStatus('Entitlement', entitlementTransitions, move, old);
  await changeEntitlement(call, old, { status, status_before: null }, event);
  await scheduleDue(call.db, directBillKind, id, call.now);
};

/** Starts a direct purchase whose start has come. Emits entitlement.started. */
export const startDirectPurchase = (call: ActCall, { entitlementId }: { entitlementId: string }): Promise<void> =>
  pass(call, entitlementId, 'start', 'entitlement.started');

/** Ends a direct purchase whose end has come. Emits entitlement.cancelled. */
export const endDirectPurchase = (call: ActCall, { entitlementId }: { entitlementId: string }): Promise<void> =>
  pass(call, entitlementId, 'end', 'entitlement.cancelled');
