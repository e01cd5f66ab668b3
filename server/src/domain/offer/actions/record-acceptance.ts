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

/** An offer, by its UUID or by a current or former id at a partner. */
export type OfferReference = string | { partner: string; externalId: string };

/**
 * The state of the purchase behind an acceptance: the entitlement exists, is expected, could not be created by the
 * partner, or is already over.
 */
type Purchase = 'MADE' | 'PENDING' | 'FAILED' | 'ENDED';

export type Acceptance = {
  /** Null if the partner does not report a time: defaults to now. */
  acceptTime: Date | null;
  buyerId: string | null;
  /** Defaults to MADE. */
  purchase?: Purchase;
};

/** Events that an acceptance may emit. */
export const acceptanceEvents = [
  'offer.accepted',
  'offer.used',
  'offer.updated',
  'offer.purchase_failed',
  ...offerSetFollows,
] as const satisfies EventName[];

/** Locks the referenced offer; returns undefined if there is none. */
const lockReferencedOffer = async (
  call: ActCall,
  reference: OfferReference,
): Promise<OfferWithContacts | undefined> => {
  const id =
    typeof reference === 'string' ? reference : await offerIdOf(call.db, reference.partner, reference.externalId);
  return id === undefined ? undefined : lockOffer(call.db, id);
};

/** Public offers and directly billed offers are bought repeatedly; authorizations are used repeatedly. */
const isRepeatable = (offer: OfferWithContacts): boolean =>
  offer.offer_type === 'DEFAULT' ||
  isAuthorization(offer) ||
  isSoldDirectly(offer.partner) ||
  offerIs.onSale(statusBeforeCancel(offer));

const subStatuses = { MADE: null, PENDING: 'PENDING_PURCHASE', FAILED: 'PURCHASE_FAILED', ENDED: null } as const;

type Change = Partial<OfferWithContacts> & Pick<OfferWithContacts, 'status' | 'sub_status'>;

/**
 * The change that an acceptance makes to a private offer, or null if there is none, for example when it was already
 * recorded.
 */
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
  // Acceptance is announced once, even if a change of an accepted offer is in progress.
  return offerIs.accepted(old.status) || offerIs.accepted(old.status_before) ? 'offer.updated' : 'offer.accepted';
};

/** If the offer is being cancelled or has expired, only the status to return to becomes used. */
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

/** Records a sale made with an authorization: ACTIVE → USED. Unknown references and other offers are ignored. */
export const recordAuthorizationUsed = async (call: ActCall, reference: OfferReference): Promise<void> => {
  const old = await lockReferencedOffer(call, reference);
  if (old && isAuthorization(old)) await recordUse(call, old);
};

/**
 * Records an agreement that the partner reports for the offer. It takes precedence over a cancel, an expiry or an
 * update in progress: the offer becomes ACCEPTED. A repeatable offer becomes USED, or continues to be cancelled; a
 * deleted one stays deleted. `offerAcceptDate` and the buyer are set once. Repeating it changes only the state of the
 * purchase. Returns the offer, or undefined if the reference is unknown. Emits `acceptanceEvents`.
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
  // The channel partner's authorization becomes used with the first purchase.
  if (old.offer_type === 'CPPO' && info.awsResaleAuthorizationId !== undefined)
    await recordAuthorizationUsed(call, { partner, externalId: info.awsResaleAuthorizationId });
  return { ...old, ...change };
};
