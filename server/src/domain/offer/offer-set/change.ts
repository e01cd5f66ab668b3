import type { ActCall } from '../../../contract/call.ts';
import { createRowAdder, createRowChanger, viewOf } from '../../../contract/versioned-rows.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { offerIs } from '../states.ts';
import { offerSetTransitions } from './states.ts';
import { findMemberStatuses, insertOfferSet, lockOfferSet, updateOfferSetRow } from './store.ts';
import { viewOfferSet } from './view.ts';

const kind = { type: 'offerset', view: viewOfferSet } as const;

/** Writes a new set, and answers its view. */
export const addOfferSet = viewOf(createRowAdder({ ...kind, insert: insertOfferSet }));

/** Writes a changed set as its next version, and answers its view. */
export const changeOfferSet = viewOf(createRowChanger({ ...kind, update: updateOfferSetRow }));

/** Which of its members' statuses moves a set, the strongest first. */
const moves = [
  { act: 'accept', event: 'offer_set.accepted', when: offerIs.accepted },
  { act: 'cancel', event: 'offer_set.cancelled', when: offerIs.gone },
  { act: 'expire', event: 'offer_set.expired', when: offerIs.expired },
] as const;

/** What a move of an offer may tell of its set. */
export const offerSetFollows = moves.map(({ event }) => event);

/** A released set moves with the offers that it sells. */
export const followMembers = async (call: ActCall, setId: string): Promise<void> => {
  const set = await lockOfferSet(call.db, setId);
  if (!set) return;
  const statuses = await findMemberStatuses(call.db, setId);
  const move = moves.find(({ when }) => statuses.some(when));
  if (!move || !allows(offerSetTransitions, move.act, set.status)) return;
  const status = nextStatus('Offer set', offerSetTransitions, move.act, set);
  await changeOfferSet(call, set, { status }, move.event);
};
