import type { ActCall } from '../../../contract/call.ts';
import { createRowAdder, createRowChanger, viewOf } from '../../../contract/versioned-rows.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { offerIs } from '../states.ts';
import { offerSetTransitions } from './states.ts';
import { findMembers, insertOfferSet, lockOfferSet, updateOfferSetRow } from './store.ts';
import { viewOfferSet } from './view.ts';

const kind = { type: 'offerset', view: viewOfferSet } as const;

/** Inserts a new set and returns its view. */
export const addOfferSet = viewOf(createRowAdder({ ...kind, insert: insertOfferSet }));

/** Writes a changed set as its next version and returns its view. */
export const changeOfferSet = viewOf(createRowChanger({ ...kind, update: updateOfferSetRow }));

/** The member statuses that move a set, in order of precedence. */
const moves = [
  { act: 'accept', event: 'offer_set.accepted', of: 'some', when: offerIs.accepted },
  { act: 'cancel', event: 'offer_set.cancelled', of: 'some', when: offerIs.gone },
  { act: 'expire', event: 'offer_set.expired', of: 'some', when: offerIs.expired },
  // The seller has given its offers a later last day at the marketplace.
  { act: 'reopen', event: 'offer_set.released', of: 'every', when: offerIs.acceptable },
] as const;

/** Events of its set that a change of an offer may emit. */
export const offerSetFollows = moves.map(({ event }) => event);

/** Updates a released set from the statuses of its offers. */
export const followMembers = async (call: ActCall, setId: string): Promise<void> => {
  const set = await lockOfferSet(call.db, setId);
  if (!set) return;
  const members = await findMembers(call.db, setId);
  const statuses = members.map(({ status }) => status);
  if (statuses.length === 0) return;
  const move = moves.find(({ of, when }) => statuses[of](when));
  if (!move || !allows(offerSetTransitions, move.act, set.status)) return;
  const status = nextStatus('Offer set', offerSetTransitions, move.act, set);
  // A set is open while all its members are.
  const [firstEnd] = members.flatMap(({ expire_time: end }) => end ?? []).sort((one, other) => +one - +other);
  const lastDay = move.act === 'reopen' ? { expire_time: firstEnd ?? null } : {};
  await changeOfferSet(call, set, { status, ...lastDay }, move.event);
};
