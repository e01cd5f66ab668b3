import type { ActCall } from '../../contract/call.ts';
import { ownedMetaInfo } from '../../contract/reference/meta-info.ts';
import { badRequest, type Fault } from '../../kit/errors.ts';
import { decodeId } from '../../kit/ids.ts';
import { findReferences } from './lookup-store.ts';
import type { OfferWithContacts } from './offer.ts';
import { type OfferIn, ownedOfferInfo } from './schema.ts';
import { offerPartnerOf } from './submission/partners.ts';

/**
 * Merges a client's input into the stored draft. An absent field is kept and null clears it. `info` and `metaInfo`
 * replace the old documents, except for the members that the service or the marketplace sets.
 */

/** The client's document, with the service-owned members of the old one. */
const withOwned = <T extends object>(given: T | null | undefined, old: T, owned: readonly (keyof T)[]): T => {
  if (given === undefined) return old;
  const document = { ...given } as T;
  for (const name of owned) {
    delete document[name];
    if (old[name] !== undefined) document[name] = old[name];
  }
  return document;
};

const idsOf = (body: OfferIn) => ({
  productId: body.productID ? decodeId('prod', body.productID) : null,
  buyerId: body.buyerID ? decodeId('buyer', body.buyerID) : null,
  contactIds: [...new Set(body.contactIds ?? [])],
});

/** Checks that the objects a body refers to exist in the organization. A new offer needs a name and a partner. */
export const checkDraft = async (call: ActCall, body: OfferIn): Promise<void> => {
  const { productId, buyerId, contactIds } = idsOf(body);
  const faults: Fault[] = [];
  const isNew = !body.id;
  if ((isNew || body.name === null) && !body.name?.trim())
    faults.push({ path: 'name', code: 'required', message: 'must be given' });
  if ((isNew || body.partner === null) && !body.partner)
    faults.push({ path: 'partner', code: 'required', message: 'must be given' });
  const known = await findReferences(call.db, { productId, buyerId, contactIds });
  if (body.productID && !known.product)
    faults.push({ path: 'productID', code: 'unknown', message: 'names no product' });
  if (body.buyerID && !known.buyer) faults.push({ path: 'buyerID', code: 'unknown', message: 'names no buyer' });
  for (const [index, id] of (body.contactIds ?? []).entries()) {
    if (!known.contacts.has(id))
      faults.push({ path: `contactIds.${index}`, code: 'unknown', message: 'names no contact' });
  }
  if (faults.length > 0) throw badRequest(faults);
};

export const newDraft = (call: ActCall): OfferWithContacts => ({
  id: call.newId(),
  partner: 'AWS',
  service: 'MARKETPLACE',
  partner_id: null,
  external_id: null,
  name: '',
  offer_type: 'PRIVATE',
  status: 'DRAFT',
  status_before: null,
  sub_status: null,
  product_id: null,
  buyer_id: null,
  expire_time: null,
  end_time: null,
  info: {},
  meta_info: {},
  pending: null,
  withdrawn: false,
  expire_soon_told: null,
  offer_set_id: null,
  partner_version: null,
  created_by: call.actor.id,
  last_updated_by: call.actor.id,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
  contact_ids: [],
});

const kept = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);

export const mergeDraft = (old: OfferWithContacts, body: OfferIn): OfferWithContacts => {
  const { productId, buyerId, contactIds } = idsOf(body);
  const partner = body.partner ?? old.partner;
  const service = partner === old.partner ? old.service : (offerPartnerOf(partner)?.service ?? 'MARKETPLACE');
  return {
    ...old,
    name: body.name?.trim() ? body.name : old.name,
    partner,
    service: body.service ?? service,
    offer_type: body.offerType ?? old.offer_type,
    product_id: body.productID === undefined ? old.product_id : productId,
    buyer_id: body.buyerID === undefined ? old.buyer_id : buyerId,
    expire_time: kept(body.expireTime, old.expire_time),
    end_time: kept(body.endTime, old.end_time),
    info: withOwned(body.info === null ? {} : body.info, old.info, ownedOfferInfo),
    meta_info: withOwned(body.metaInfo === null ? {} : body.metaInfo, old.meta_info, ownedMetaInfo),
    contact_ids: body.contactIds === undefined ? old.contact_ids : contactIds.sort(),
  };
};
