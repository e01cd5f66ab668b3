import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { isCrmSyncDue, startReferralSync } from '../../crm-record/actions/start-crm-sync.ts';
import { changeReferral } from '../change.ts';
import { isMovedByHand, type Referral } from '../referral.ts';
import { type ReferralAct, referralIs } from '../states.ts';
import type { ReferralView } from '../view.ts';

const events: Readonly<Partial<Record<ReferralAct, EventName>>> = {
  submit: 'referral.submitted',
  register: 'referral.accepted',
  approve: 'referral.accepted',
  refuse: 'referral.rejected',
  demand: 'referral.action_required',
  win: 'referral.won',
  lose: 'referral.lost',
  reopen: 'referral.reopened',
  archive: 'referral.archived',
};

/** The event of a caller's move; any other change is an update. */
export const eventOf = (act: ReferralAct | undefined): EventName => (act && events[act]) ?? 'referral.updated';

export const movedEvents = [
  'referral.updated',
  'referral.submitted',
  'referral.accepted',
  'referral.rejected',
  'referral.action_required',
  'referral.won',
  'referral.lost',
  'referral.reopened',
  'referral.archived',
] as const satisfies readonly EventName[];

/** Whether to notify the partner: it has the referral, and something differs from what was last sent. */
const isToSend = (next: Referral, act: ReferralAct | undefined): boolean =>
  !isMovedByHand(next.partner) && next.external_id !== null && act !== 'archive' && referralIs.atPartner(next.status);

/** Writes a changed referral, and starts the run that notifies its partner. Returns its view. */
export const startMoved = async (
  call: ActCall,
  old: Referral,
  next: Referral,
  act: ReferralAct | undefined,
): Promise<ReferralView> => {
  const { id: referralId, partner } = next;
  const entityId = encodeId('referral', referralId);
  const tells = act === 'submit' || act === 'accept' || act === 'decline' || isToSend(next, act);
  const isCrmDue = !tells && (await isCrmSyncDue(call, old, next));
  const pending = tells || isCrmDue ? { sync_status: 'PENDING' as const } : {};
  const view = await changeReferral(call, old, { ...next, ...pending }, eventOf(act));
  if (act === 'submit') await call.start('referral.submit', { referralId }, { entityId, partner });
  else if (act === 'accept' || act === 'decline') {
    await call.start('referral.answer', { referralId, accepts: act === 'accept' }, { entityId, partner });
  } else if (tells || isCrmDue) await startReferralSync(call, next);
  return view;
};
