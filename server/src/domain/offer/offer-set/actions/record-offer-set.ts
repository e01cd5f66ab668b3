import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { takeExternalId } from '../../actions/claim-external-id.ts';
import { recordOfferCreated } from '../../actions/record-creation.ts';
import { changeOffer } from '../../change.ts';
import { watchTimes } from '../../expiry.ts';
import type { OfferWithContacts } from '../../offer.ts';
import { offerIs, offerTransitions } from '../../states.ts';
import { lockOffer } from '../../store.ts';
import { changeOfferSet, followMembers, offerSetFollows } from '../change.ts';
import type { OfferSetWithMembers } from '../offer-set.ts';
import { offerSetTransitions } from '../states.ts';
import { findOfferSet, lockOfferSet } from '../store.ts';

/** Events that the outcome of a set may emit. */
export const offerSetOutcomes = [
  'offer_set.released',
  'offer_set.create_failed',
  'offer.released',
  'offer.updated',
  'offer.replaced',
  'offer.create_failed',
  'offer.expired',
  ...offerSetFollows,
] as const satisfies EventName[];

/** The set and its members, all locked, the members first. */
const lockWhole = async (
  call: ActCall,
  setId: string,
): Promise<{ set: OfferSetWithMembers; members: OfferWithContacts[] }> => {
  const found = requireFound(await findOfferSet(call.db, setId), 'offer set');
  const members: OfferWithContacts[] = [];
  for (const id of [...found.offer_ids].sort()) {
    const member = await lockOffer(call.db, id);
    if (member?.offer_set_id === setId) members.push(member);
  }
  const set = requireFound(await lockOfferSet(call.db, setId), 'offer set');
  return { set, members };
};

/** The set's id at the partner, and the ids of its offers there by our UUID. `urls`: where buyers open them. */
export type MadeSet = { externalId: string; offers: Record<string, { externalId: string; privateOfferUrl?: string }> };

/**
 * Records that the partner has released the set with its offers: PENDING_CREATE → PENDING_ACCEPTANCE for all of them.
 * Idempotent. Emits `offerSetOutcomes`.
 */
export const recordOfferSetCreated = async (
  call: ActCall,
  setId: string,
  { externalId, offers }: MadeSet,
): Promise<void> => {
  const { set, members } = await lockWhole(call, setId);
  if (!allows(offerSetTransitions, 'created', set.status)) return;
  const status = nextStatus('Offer set', offerSetTransitions, 'created', set);
  await changeOfferSet(call, set, { status, external_id: externalId }, 'offer_set.released');
  for (const { id } of members) {
    const made = offers[id];
    if (made) await recordOfferCreated(call, id, { ...made, offerSetId: externalId });
  }
  // A member may have been accepted or deleted before this report arrived.
  await followMembers(call, setId);
};

type Messages = { errorMessages: string[]; prettified: string[] };
type Refused = Messages & {
  made: Record<string, string>;
  /** What is said of an offer, by our UUID, where that is not what is said of the set. */
  ofMembers?: Record<string, Messages>;
};

const shownMessages = ({ errorMessages, prettified }: Messages) => ({
  errorMessages,
  prettifiedErrorMessages: prettified,
});

/**
 * Records that the partner refused the set or one of its offers: PENDING_CREATE → CREATE_FAILED with its messages.
 * Offers that had already been created (`made`: their external ids by our UUID) were withdrawn and are EXPIRED. The
 * others are CREATE_FAILED and can join another set. Idempotent. Emits `offerSetOutcomes`.
 */
export const recordOfferSetCreateFailed = async (
  call: ActCall,
  setId: string,
  { made, ofMembers = {}, ...said }: Refused,
): Promise<void> => {
  const { set, members } = await lockWhole(call, setId);
  if (!allows(offerSetTransitions, 'createFailed', set.status)) return;
  const status = nextStatus('Offer set', offerSetTransitions, 'createFailed', set);
  await changeOfferSet(
    call,
    set,
    { status, meta_info: { ...set.meta_info, ...shownMessages(said) } },
    'offer_set.create_failed',
  );
  for (const member of members) {
    const externalId = made[member.id];
    const meta = { ...member.meta_info, ...shownMessages(ofMembers[member.id] ?? said) };
    if (offerIs.deleted(member.status)) continue;
    if (externalId === undefined) {
      const failed = nextStatus('Offer', offerTransitions, 'createFailed', member);
      await changeOffer(call, member, { status: failed, meta_info: meta, offer_set_id: null }, 'offer.create_failed');
      continue;
    }
    await takeExternalId(call, member, externalId);
    const expired = nextStatus('Offer', offerTransitions, 'expiredWithSet', member);
    const gone = { status: expired, external_id: externalId, meta_info: meta };
    await changeOffer(call, member, gone, 'offer.expired');
    await watchTimes(call, { ...member, ...gone });
  }
};
