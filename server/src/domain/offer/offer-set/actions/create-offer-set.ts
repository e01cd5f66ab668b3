import type { ActCall } from '../../../../contract/call.ts';
import { requireCapability } from '../../../../contract/capabilities.ts';
import type { Partner } from '../../../../contract/partner-codes.ts';
import { ownedMetaInfo } from '../../../../contract/reference/meta-info.ts';
import { badRequest, type Fault, requireFound } from '../../../../kit/errors.ts';
import { decodeId, encodeId, nilId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { prepareSubmission } from '../../actions/create-offer.ts';
import { changeOffer } from '../../change.ts';
import type { OfferWithContacts } from '../../offer.ts';
import { offerTransitions } from '../../states.ts';
import { lockOffer } from '../../store.ts';
import { addOfferSet, changeOfferSet } from '../change.ts';
import { type Candidate, checkCount, checkMembers } from '../check-members.ts';
import type { OfferSetWithMembers } from '../offer-set.ts';
import type { OfferSetIn } from '../schema.ts';
import { offerSetTransitions } from '../states.ts';
import { findOfferSet, lockOfferSet, replaceOffers } from '../store.ts';

/** The offers of a set, locked in the order of their ids to avoid deadlocks between sets. */
const lockMembers = async (call: ActCall, ids: readonly string[]): Promise<(OfferWithContacts | undefined)[]> => {
  const found = new Map<string, OfferWithContacts | undefined>();
  for (const id of [...new Set(ids)].sort()) found.set(id, await lockOffer(call.db, id));
  return ids.map((id) => found.get(id));
};

const refuseUnknown = (
  partner: Partner,
  ids: readonly string[],
  offers: readonly (OfferWithContacts | undefined)[],
): void => {
  const faults = offers.flatMap((offer, index): Fault[] => {
    const path = `offerIDs.${index}`;
    if (!offer) return [{ path, code: 'unknown', message: 'names no offer' }];
    if (ids.indexOf(offer.id) < index) return [{ path, code: 'duplicate', message: 'names an offer twice' }];
    if (offer.partner !== partner) return [{ path, code: 'partner', message: `must be an offer at ${partner}` }];
    return allows(offerTransitions, 'submit', offer.status)
      ? []
      : [{ path, code: 'status', message: `is in status ${offer.status}; must be DRAFT or CREATE_FAILED` }];
  });
  if (faults.length > 0) throw badRequest(faults);
};

const newSet = (call: ActCall): OfferSetWithMembers => ({
  id: call.newId(),
  partner: 'AWS',
  service: 'MARKETPLACE',
  external_id: null,
  name: '',
  status: 'DRAFT',
  expire_time: null,
  info: {},
  meta_info: {},
  created_by: call.actor.id,
  last_updated_by: call.actor.id,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
  offer_ids: [],
  buyer_ids: [],
});

/**
 * Loads a failed or drafted set. Its own version and status are checked before those of its offers, and again once it is
 * locked: its offers are locked first. Throws 404, 409, 412.
 */
const findDraft = async (call: ActCall, id: string): Promise<OfferSetWithMembers> => {
  const uuid = decodeId('offerset', id);
  const set = requireFound(uuid === null ? undefined : await findOfferSet(call.db, uuid), 'offer set');
  call.checkVersion(set.version);
  nextStatus('Offer set', offerSetTransitions, 'submit', set);
  return set;
};

const metaOf = (old: OfferSetWithMembers, body: OfferSetIn): OfferSetWithMembers['meta_info'] => {
  const owned = new Set<string>(ownedMetaInfo);
  const given = body.metaInfo === undefined ? old.meta_info : (body.metaInfo ?? {});
  return Object.fromEntries(Object.entries(given).filter(([name]) => !owned.has(name)));
};

/**
 * Sells 2 to 7 draft AWS offers together: creates a set and submits it with its offers. With the id of a failed set,
 * submits that one. The offers must be for different products, and share the currency, the last day and the buyers. All
 * faults are reported, each with the path of its offer (400).
 */
export const createOfferSet = async (call: ActCall, { body }: { body: OfferSetIn }) => {
  const draft = body.id ? await findDraft(call, body.id) : newSet(call);
  const partner = body.partner ?? draft.partner;
  requireCapability('offerSet', partner);
  const name = body.name?.trim() ? body.name : draft.name;
  if (name === '') throw badRequest([{ path: 'name', code: 'required', message: 'must be given' }]);
  const ids = body.offerIDs ? body.offerIDs.map((id) => decodeId('offer', id) ?? nilId) : draft.offer_ids;
  checkCount(ids.length);
  const offers = await lockMembers(call, ids);
  refuseUnknown(partner, ids, offers);
  const old = body.id ? await lockOfferSet(call.db, draft.id) : undefined;
  if (old) call.checkVersion(old.version);
  const status = nextStatus('Offer set', offerSetTransitions, 'submit', old ?? draft);
  const candidates: Candidate[] = [];
  for (const offer of offers) if (offer) candidates.push(await prepareSubmission(call, offer));
  const faults = checkMembers(candidates);
  if (faults.length > 0) throw badRequest(faults);

  const members = candidates.map(({ offer }) => offer);
  const info = body.info === undefined ? draft.info : (body.info ?? {});
  const set: OfferSetWithMembers = {
    ...(old ?? draft),
    name,
    partner,
    service: body.service ?? draft.service,
    status,
    expire_time: members[0]?.expire_time ?? null,
    info: { ...info, buyerAwsAccountIds: members[0]?.info.buyerAwsAccountIds ?? [] },
    meta_info: metaOf(draft, body),
    offer_ids: ids,
    buyer_ids: [...new Set(members.flatMap(({ buyer_id: buyer }) => buyer ?? []))].sort(),
  };
  if (old) await replaceOffers(call.db, old.id, ids);
  const view = old
    ? await changeOfferSet(call, old, set, 'offer_set.submitted')
    : await addOfferSet(call, set, 'offer_set.created', 'offer_set.submitted');
  for (const [index, member] of members.entries()) {
    const before = offers[index] as OfferWithContacts;
    await changeOffer(call, before, { ...member, offer_set_id: set.id }, 'offer.submitted');
  }
  await call.start('offer-set.create', { offerSetId: set.id }, { entityId: encodeId('offerset', set.id), partner });
  return view;
};
