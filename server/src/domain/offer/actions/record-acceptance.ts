import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { isAuthorization, type OfferWithContacts } from '../offer.ts';
import { offerSetFollows } from '../offer-set/change.ts';
import { offerIs, offerTransitions, statusBeforeCancel } from '../states.ts';
import { lockOffer, offerIdOf } from '../store.ts';
import { isSoldDirectly } from '../submission/partners.ts';

/** An offer by its uuid, or by an id that it has or had at a partner. */
export type OfferReference = string | { partner: string; externalId: string };

/**
 * How far the purchase behind an acceptance is: the entitlement is there, it is awaited, the partner could not make it, or
 * it is over by now, however far it had come.
 */
type Purchase = 'MADE' | 'PENDING' | 'FAILED' | 'ENDED';

export type Acceptance = {
  /** Null where the partner does not tell: now. */
  acceptTime: Date | null;
  buyerId: string | null;
  /** Absent: MADE. */
  purchase?: Purchase;
};

/** What an acceptance may tell. */
export const acceptanceEvents = [
  'offer.accepted',
  'offer.used',
  'offer.updated',
  'offer.purchase_failed',
  ...offerSetFollows,
] as const satisfies EventName[];

/** Locks an offer named either way; undefined when there is none. */
const lockReferencedOffer = async (
  call: ActCall,
  reference: OfferReference,
): Promise<OfferWithContacts | undefined> => {
  const id =
    typeof reference === 'string' ? reference : await offerIdOf(call.db, reference.partner, reference.externalId);
  return id === undefined ? undefined : lockOffer(call.db, id);
};

/** Public offers and those of direct billing are bought again and again; authorizations are used so. */
const isRepeatable = (offer: OfferWithContacts): boolean =>
  offer.offer_type === 'DEFAULT' ||
  isAuthorization(offer) ||
  isSoldDirectly(offer.partner) ||
  offerIs.onSale(statusBeforeCancel(offer));

const subStatuses = { MADE: null, PENDING: 'PENDING_PURCHASE', FAILED: 'PURCHASE_FAILED', ENDED: null } as const;

type Change = Partial<OfferWithContacts> & Pick<OfferWithContacts, 'status' | 'sub_status'>;

/** What an acceptance changes of a private offer; null when nothing, as when it was told before. */
export const acceptedChange = (
  call: ActCall,
  old: OfferWithContacts,
  { acceptTime, buyerId, purchase = 'MADE' }: Acceptance,
): Change | null => {
  if (offerIs.accepted(old.status)) {
    const stays = purchase === 'PENDING' || purchase === 'ENDED';
    const sub = stays ? old.sub_status : subStatuses[purchase];
    return sub === old.sub_status ? null : { status: old.status, sub_status: sub, buyer_id: old.buyer_id ?? buyerId };
  }
  if (!allows(offerTransitions, 'accept', old.status)) return null;
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, updateMessage: _message, ...meta } = old.meta_info;
  return {
    status: nextStatus('Offer', offerTransitions, 'accept', old),
    sub_status: subStatuses[purchase],
    status_before: null,
    withdrawn: false,
    buyer_id: old.buyer_id ?? buyerId,
    meta_info: { ...meta, offerAcceptDate: meta.offerAcceptDate ?? (acceptTime ?? call.now).toISOString() },
  };
};

export const acceptedEvent = (old: OfferWithContacts, { sub_status: sub }: Change): EventName => {
  if (sub === 'PURCHASE_FAILED') return 'offer.purchase_failed';
  // Accepted is told once, also where a change of an accepted offer is under way.
  return offerIs.accepted(old.status) || offerIs.accepted(old.status_before) ? 'offer.updated' : 'offer.accepted';
};

/** One that is being cancelled or has expired is used where it may go back to. */
const recordUse = async (call: ActCall, old: OfferWithContacts): Promise<OfferWithContacts> => {
  const isResumed = offerIs.resumable(old.status);
  const status = isResumed ? old.status_before : old.status;
  if (status === null || !allows(offerTransitions, 'use', status)) return old;
  const used = nextStatus('Offer', offerTransitions, 'use', { status });
  if (used === status) return old;
  const change = isResumed ? { status_before: used } : { status: used };
  await changeOffer(call, old, change, 'offer.used');
  return { ...old, ...change };
};

/** Somebody bought what was offered with an authorization: ACTIVE → USED; unknown ones and other offers are passed over. */
export const recordAuthorizationUsed = async (call: ActCall, reference: OfferReference): Promise<void> => {
  const old = await lockReferencedOffer(call, reference);
  if (old && isAuthorization(old)) await recordUse(call, old);
};

/**
 * The partner reports an agreement for the offer. That outranks a cancel, an expiry or an update under way: the offer rests
 * in ACCEPTED; a repeatedly buyable one becomes USED, or goes on being cancelled; a deleted one stays deleted.
 * `offerAcceptDate` and the buyer are set once. Told again it changes nothing but how far the purchase is. Answers the
 * offer, undefined when none is known by that reference. Emits `acceptanceEvents`.
 */
export const recordOfferAccepted = async (
  call: ActCall,
  reference: OfferReference,
  acceptance: Acceptance,
): Promise<OfferWithContacts | undefined> => {
  const old = await lockReferencedOffer(call, reference);
  if (!old) return undefined;
  if (isRepeatable(old)) return recordUse(call, old);
  const change = acceptedChange(call, old, acceptance);
  if (!change) return old;
  await changeOffer(call, old, change, acceptedEvent(old, change));
  await watchTimes(call, { ...old, ...change });
  const { partner, info } = old;
  // What the channel partner sold by is used with the first purchase.
  if (old.offer_type === 'CPPO' && info.awsResaleAuthorizationId !== undefined)
    await recordAuthorizationUsed(call, { partner, externalId: info.awsResaleAuthorizationId });
  return { ...old, ...change };
};
