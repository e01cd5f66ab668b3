import type { ActCall } from '../../../contract/call.ts';
import { allows } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchExpiry } from '../expiry.ts';
import type { OfferWithContacts } from '../offer.ts';
import { offerTransitions } from '../states.ts';
import { lockOffer, offerIdOf } from '../store.ts';

/** An offer by its uuid, or by an id that it has or had at a partner. */
export type OfferReference = string | { partner: string; externalId: string };

/** Locks an offer named either way; undefined when there is none. */
const lockReferencedOffer = async (
  call: ActCall,
  reference: OfferReference,
): Promise<OfferWithContacts | undefined> => {
  const id =
    typeof reference === 'string' ? reference : await offerIdOf(call.db, reference.partner, reference.externalId);
  return id === undefined ? undefined : lockOffer(call.db, id);
};

/**
 * The partner reports an agreement for the offer. That outranks a cancel, an expiry or an update under way: the offer rests
 * in ACCEPTED; a repeatedly buyable one becomes USED; a deleted one stays deleted. `offerAcceptDate` and the buyer are set
 * once. Told again it changes nothing. Answers the offer, undefined when none is known by that reference. Emits offer.accepted or offer.used.
 */
export const recordOfferAccepted = async (
  call: ActCall,
  reference: OfferReference,
  { acceptTime, buyerId }: { acceptTime: Date; buyerId: string | null },
): Promise<OfferWithContacts | undefined> => {
  const old = await lockReferencedOffer(call, reference);
  if (!old) return undefined;
  if (allows(offerTransitions, 'use', old.status)) {
    if (old.status === 'ACTIVE') await changeOffer(call, old, { status: 'USED' }, 'offer.used');
    return { ...old, status: 'USED' };
  }
  if (!allows(offerTransitions, 'accept', old.status)) return old;
  const { errorMessages: _raw, prettifiedErrorMessages: _pretty, ...meta } = old.meta_info;
  const change = {
    status: 'ACCEPTED' as const,
    status_before: null,
    buyer_id: old.buyer_id ?? buyerId,
    meta_info: { ...meta, offerAcceptDate: meta.offerAcceptDate ?? acceptTime.toISOString() },
  };
  await changeOffer(call, old, change, 'offer.accepted');
  await watchExpiry(call, { ...old, ...change });
  return { ...old, ...change };
};
