import canonicalize from 'canonicalize';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { allows } from '../../../../kit/transitions.ts';
import { changeReferral } from '../../referral/change.ts';
import { isCoSellPartner, type Referral, type SyncError } from '../../referral/referral.ts';
import { referralTransitions } from '../../referral/states.ts';
import { updateCrmColumns } from '../../referral/store.ts';

/** Whether two documents say the same, once they are stored. */
export const isSameJson = (left: unknown, right: unknown): boolean =>
  canonicalize(left ?? null) === canonicalize(right ?? null);

/** The columns of a synchronization that has ended: FAILED if either half has an error. */
export const settledColumns = (
  { partner, status, sync_status: before }: Pick<Referral, 'partner' | 'status' | 'sync_status'>,
  errors: { sync_errors: readonly SyncError[]; crm_errors: readonly SyncError[] },
  now: Date,
): Pick<Referral, 'sync_status'> & Partial<Pick<Referral, 'sync_success_time'>> => {
  if (errors.sync_errors.length + errors.crm_errors.length > 0) return { sync_status: 'FAILED' };
  // It is still being submitted: that run says how it went.
  if (isCoSellPartner(partner) && allows(referralTransitions, 'submitted', status)) return { sync_status: before };
  return { sync_status: 'IN_SYNC', sync_success_time: now };
};

const isNew = (old: Referral, next: Referral, names: readonly (keyof Referral)[]): boolean =>
  names.some((name) => !isSameJson(old[name], next[name]));

const shown = ['document', 'crm_url', 'crm_errors', 'sync_errors', 'sync_status'] as const;
const kept = ['crm_synced', 'crm_agreed', 'crm_waits', 'crm_turn', 'crm_writer'] as const;

/**
 * Writes what a synchronization with the CRM changed: as the next version if clients see it, otherwise only beside it. An echo of
 * our own write changes nothing.
 */
export const saveCrmState = async (
  call: ActCall,
  old: Referral,
  change: Partial<Referral>,
  ...events: EventName[]
): Promise<void> => {
  const next: Referral = { ...old, ...change, sync_attempt_time: call.now };
  if (isNew(old, next, shown)) await changeReferral(call, old, next, ...events);
  else if (isNew(old, next, kept) || next.crm_waits) await updateCrmColumns(call.db, next);
};
