import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { lockPair } from '../../../db/two-organizations.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { addCommission, changeCommission } from '../commission/change.ts';
import type { Commission, DealSide } from '../commission/commission.ts';
import type { beginCommission } from '../commission/follow-deal.ts';
import { postEntry } from '../commission/post-entry.ts';
import type { CommissionAct } from '../commission/states.ts';
import { lockCommission } from '../commission/store.ts';
import { lockForCaller } from './actions/load-referral.ts';
import { changeReferralRow } from './change.ts';
import { type Referral, sideOf } from './referral.ts';
import { findReferral, lockReferralOfPair } from './store.ts';
import { type ReferralView, viewReferral } from './view.ts';

/** One side's copy of a deal between two organizations, with its latest commission. */
type Copy = { referral: Referral; commission: Commission | null };

/** Both copies of such a deal, locked. */
export type Deal = { side: DealSide; otherOrgId: string; own: Copy; other: Copy };

const copyOf = async (call: ActCall, referral: Referral): Promise<Copy> => {
  const { commission_id: id } = referral;
  return { referral, commission: id === null ? null : ((await lockCommission(call.db, id)) ?? null) };
};

/**
 * Locks a referral that a caller changes, and of a deal between two organizations both copies: the pair of organizations
 * first, so that of two acts on what the two share one decides after the other has ended. Throws 404 and 412.
 */
export const lockCopies = async (call: ActCall, id: string): Promise<{ own: Referral; deal: Deal | null }> => {
  const { partner_org_id: otherOrgId, pair_id: pairId } = requireFound(await findReferral(call.db, id), 'referral');
  if (otherOrgId !== null) await lockPair(call.db, otherOrgId);
  const own = await lockForCaller(call, id);
  if (otherOrgId === null || pairId === null) return { own, deal: null };
  const ours = await copyOf(call, own);
  const theirs = await call.inOrganization(otherOrgId, async (there) => {
    const referral = await lockReferralOfPair(there.db, pairId);
    return referral && copyOf(there, referral);
  });
  if (!theirs) throw new Error('a deal of two organizations has one copy');
  return { own, deal: { side: sideOf(own), otherOrgId, own: ours, other: theirs } };
};

/** The same where only a deal between two organizations will do. Throws 409 for others. */
export const lockDeal = async (call: ActCall, id: string): Promise<Deal> => {
  const { own, deal } = await lockCopies(call, id);
  if (deal) return deal;
  const message = `A referral to ${own.partner} has no commission: only deals between two organizations of this service do.`;
  throw new Refusal('Conflict', message, { status: own.status, allowedFrom: [] });
};

/** Throws 403 unless the caller is on this side of the deal. `what`: the subject and the verb of a sentence. */
export const requireSide = ({ side }: Deal, wanted: DealSide, what: string): void => {
  if (side === wanted) return;
  throw new Refusal(
    'Forbidden',
    `${what} the ${wanted.toLowerCase()} of a deal; this organization is its ${side.toLowerCase()}.`,
    {
      side,
      allowedSide: wanted,
    },
  );
};

/** What an act does to the commission of a deal. */
export type CommissionChange =
  | { begins: ReturnType<typeof beginCommission>; pairId: string }
  | { act: CommissionAct; change: Partial<Commission>; event: EventName };

/** What an act does to a deal. The copy of the other side changes with the commission, or if `other` is given. */
export type DealChange = {
  own: Partial<Referral>;
  other?: Partial<Referral> | undefined;
  commission?: CommissionChange | null | undefined;
  events?: readonly EventName[];
};

const writeCommission = async (call: ActCall, { referral, commission }: Copy, planned: CommissionChange) => {
  if ('begins' in planned) {
    const { relationship_id: relationshipId } = referral;
    if (relationshipId === null) throw new Error('a deal of two organizations names no partner');
    const { row } = await addCommission(
      call,
      {
        ...planned.begins,
        id: call.newId(),
        pair_id: planned.pairId,
        referral_id: referral.id,
        relationship_id: relationshipId,
        side: sideOf(referral),
        creation_time: call.now,
        last_update_time: call.now,
        version: 1,
      },
      'commission.created',
    );
    return row;
  }
  if (!commission) throw new Error('a commission that is changed has one copy');
  const { row } = await changeCommission(call, commission, planned.change, planned.event);
  await postEntry(call, planned.act, commission, row);
  return row;
};

const writeCopy = async (
  call: ActCall,
  copy: Copy,
  { change, commission, events = [] }: { change: Partial<Referral> } & Pick<DealChange, 'commission' | 'events'>,
): Promise<ReferralView> => {
  const written = commission ? await writeCommission(recordsAround(call), copy, commission) : copy.commission;
  const next = written === null ? change : { ...change, commission_id: written.id };
  const { row } = await changeReferralRow(call, copy.referral, next, ...events);
  return viewReferral(call.orgId, row, written);
};

/** Writes what an act does to a deal, on both sides what concerns both. Returns the caller's copy as clients see it. */
export const changeDeal = async (
  call: ActCall,
  { otherOrgId, own, other }: Deal,
  { own: change, other: mirrored, commission, events = [] }: DealChange,
): Promise<ReferralView> => {
  const view = await writeCopy(call, own, { change, commission, events });
  if (mirrored || commission) {
    await call.inOrganization(otherOrgId, (there) =>
      writeCopy(there, other, { change: mirrored ?? {}, commission, events: mirrored ? events : [] }),
    );
  }
  return view;
};
