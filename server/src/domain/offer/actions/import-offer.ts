import type { OfferRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import type { Partner } from '../../../contract/shapes.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { allows } from '../../../kit/transitions.ts';
import { addOffer, changeOffer } from '../change.ts';
import { watchExpiry } from '../expiry.ts';
import { findProductOfOffer } from '../neighbours/store.ts';
import type { Offer, OfferInfoDocument, OfferWithContacts } from '../offer.ts';
import { offerTransitions } from '../states.ts';
import { claimExternalId, isAwaited, lockOffer, offerIdOf, setPartnerVersion } from '../store.ts';
import { viewOffer } from '../view.ts';

type Connection = { id: string; partner: Partner; accountId: string };

/** The terms that a read shows, over what we know of them: names of dimensions stay, prices are the partner's. */
const termsOf = (read: OfferRead, old: OfferInfoDocument): OfferInfoDocument => {
  const known = new Map((old.dimensions ?? []).map((dimension) => [dimension.key, dimension]));
  const duration = read.agreementDurationIso ?? read.upfront?.durationIso;
  return {
    ...old,
    ...(read.buyerAccountIds.length > 0 ? { buyerAwsAccountIds: read.buyerAccountIds } : {}),
    ...(read.currency === null ? {} : { currency: read.currency }),
    ...(read.upfront === null || old.commits?.length || old.commitAmount !== undefined
      ? {}
      : { commitAmount: decimalToJson(read.upfront.price) }),
    ...(duration ? { awsAgreementDuration: duration } : {}),
    ...(read.agreementStart === null ? {} : { startTime: read.agreementStart.toISOString() }),
    ...(read.usageRates.length === 0
      ? {}
      : {
          dimensions: read.usageRates.map(({ key, price }) => ({ ...known.get(key), key, rate: decimalToJson(price) })),
        }),
    visibility: read.isPrivate ? 'PRIVATE' : 'PUBLIC',
  };
};

const statusOf = (read: OfferRead, now: Date): Offer['status'] => {
  if (!read.isPrivate) return 'ACTIVE';
  return read.expireTime !== null && read.expireTime <= now ? 'EXPIRED' : 'PENDING_ACCEPTANCE';
};

const updateKnown = async (call: ActCall, old: OfferWithContacts, read: OfferRead): Promise<string> => {
  if (old.status === 'DELETED' || (old.partner_version !== null && read.version <= old.partner_version)) return old.id;
  const reopens =
    allows(offerTransitions, 'reopen', old.status) && read.expireTime !== null && read.expireTime > call.now;
  const change = {
    name: read.name || old.name,
    expire_time: read.expireTime ?? old.expire_time,
    end_time: read.agreementEnd ?? old.end_time,
    status: reopens ? ('PENDING_ACCEPTANCE' as const) : old.status,
    info: termsOf(read, old.info),
    partner_version: read.version,
  };
  if (isSameDocument(viewOffer(call.orgId, old), viewOffer(call.orgId, { ...old, ...change }))) {
    await setPartnerVersion(call.db, old.id, read.version);
    return old.id;
  }
  await changeOffer(call, old, change, 'offer.updated');
  await watchExpiry(call, { ...old, ...change });
  return old.id;
};

/**
 * Takes over what the partner shows of an offer: an unknown one that was released is imported, a known one updated if the
 * read is newer than what was last applied. Answers its uuid; null for one that is not taken over: not released, or about
 * to be told by a creation of ours that is under way (a later read finds it). Emits offer.imported or offer.updated.
 */
export const importOffer = async (call: ActCall, connection: Connection, read: OfferRead): Promise<string | null> => {
  const knownId = await offerIdOf(call.db, connection.partner, read.externalId);
  const known = knownId === undefined ? undefined : await lockOffer(call.db, knownId);
  if (known) return updateKnown(call, known, read);
  if (read.state !== 'RELEASED') return null;
  const productId = await findProductOfOffer(call.db, connection.partner, read.productEntityId);
  if (productId !== null && (await isAwaited(call.db, productId, read.name))) return null;
  const offer: OfferWithContacts = {
    id: call.newId(),
    partner: connection.partner,
    service: 'MARKETPLACE',
    partner_id: connection.accountId,
    external_id: read.externalId,
    name: read.name || read.externalId,
    offer_type: read.isPrivate ? 'PRIVATE' : 'DEFAULT',
    status: statusOf(read, call.now),
    status_before: null,
    sub_status: null,
    product_id: productId,
    buyer_id: null,
    expire_time: read.expireTime,
    end_time: read.agreementEnd,
    info: termsOf(read, {}),
    meta_info: {},
    partner_version: read.version,
    created_by: call.actor.id,
    last_updated_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
    contact_ids: [],
  };
  await addOffer(call, offer, 'offer.imported');
  const holder = await claimExternalId(call.db, connection.partner, read.externalId, offer.id);
  // Two imports at once: the second one gives way and is repeated, which then finds the offer.
  if (holder !== offer.id) throw Object.assign(new Error('this offer was imported a moment ago'), { code: '40001' });
  await watchExpiry(call, offer);
  return offer.id;
};
