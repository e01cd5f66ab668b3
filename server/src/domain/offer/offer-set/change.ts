import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import type { OfferSetWithMembers } from './offer-set.ts';
import { offerSetTransitions } from './states.ts';
import { findMemberStatuses, insertOfferSet, lockOfferSet, updateOfferSetRow } from './store.ts';
import { type OfferSetView, viewOfferSet } from './view.ts';

/** Writes a new set with its audit trail and event, and answers its view. */
export const addOfferSet = async (call: ActCall, set: OfferSetWithMembers): Promise<OfferSetView> => {
  await insertOfferSet(call.db, set);
  const view = viewOfferSet(call.orgId, set);
  call.changed({ type: 'offerset', id: view.id, name: set.name, before: null, after: view });
  for (const name of ['offer_set.created', 'offer_set.submitted'] as const)
    call.emit({ name, entityType: 'offerset', entityId: view.id, version: set.version, payload: view });
  return view;
};

/** Writes a changed set as its next version with its audit trail and event, and answers its view. */
export const changeOfferSet = async (
  call: ActCall,
  old: OfferSetWithMembers,
  change: Partial<OfferSetWithMembers>,
  event: EventName,
): Promise<OfferSetView> => {
  const set: OfferSetWithMembers = {
    ...old,
    ...change,
    last_updated_by: call.actor.id,
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateOfferSetRow(call.db, set);
  const before = viewOfferSet(call.orgId, old);
  const after = viewOfferSet(call.orgId, set);
  call.changed({ type: 'offerset', id: after.id, name: set.name, before, after });
  call.emit({ name: event, entityType: 'offerset', entityId: after.id, version: set.version, payload: after });
  return after;
};

/** Which of its members' statuses moves a set, the strongest first. */
const moves = [
  { act: 'accept', event: 'offer_set.accepted', when: ['ACCEPTED'] },
  { act: 'cancel', event: 'offer_set.cancelled', when: ['CANCELLED', 'REJECTED', 'DELETED'] },
  { act: 'expire', event: 'offer_set.expired', when: ['EXPIRED'] },
] as const;

/** What a move of an offer may tell of its set. */
export const offerSetFollows = moves.map(({ event }) => event);

/** A released set moves with the offers that it sells. */
export const followMembers = async (call: ActCall, setId: string): Promise<void> => {
  const set = await lockOfferSet(call.db, setId);
  if (!set) return;
  const statuses = await findMemberStatuses(call.db, setId);
  const move = moves.find(({ when }) => statuses.some((status) => (when as readonly string[]).includes(status)));
  if (!move || !allows(offerSetTransitions, move.act, set.status)) return;
  const status = nextStatus('Offer set', offerSetTransitions, move.act, set);
  await changeOfferSet(call, set, { status }, move.event);
};
