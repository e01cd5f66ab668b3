import type { OfferRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { appliedVersion } from '../../../kit/applied-version.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import type { SellerAccount } from '../../organization/connection/connection.ts';
import { addOffer, changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import { findProductOfOffer, hasEntitlement } from '../lookup-store.ts';
import { isAuthorization, isImported, type Offer, type OfferInfoDocument, type OfferWithContacts } from '../offer.ts';
import { offerSetFollows } from '../offer-set/change.ts';
import { offerIs, offerTransitions } from '../states.ts';
import { claimExternalId, isAwaited, lockOffer, offerIdOf, setPartnerVersion } from '../store.ts';
import { shownTerms, withoutReplaced } from '../submission/partners.ts';
import { viewOffer } from '../view.ts';
import { linkResale } from './link-resale.ts';
import { acceptanceEvents, acceptedChange, acceptedEvent, recordOfferAccepted } from './record-acceptance.ts';

/** Events that an import may emit. */
export const importOfferEvents = [
  ...acceptanceEvents,
  'offer.imported',
  'offer.cancelled',
  'offer.expired',
  'offer.rejected',
  ...offerSetFollows,
] as const satisfies EventName[];

/** The terms that a read shows, merged over the stored ones: dimension names are kept, prices come from the partner. */
const termsOf = (
  partner: Partner,
  read: OfferRead,
  { info, isImported: isOfPartner }: { info: OfferInfoDocument; isImported: boolean },
): OfferInfoDocument => {
  const old = isOfPartner ? withoutReplaced(partner, read, info) : info;
  const known = new Map((old.dimensions ?? []).map((dimension) => [dimension.key, dimension]));
  return {
    ...old,
    ...shownTerms(partner, read, { info: old, isImported: isOfPartner }),
    ...(read.privateOfferUrl ? { privateOfferUrl: read.privateOfferUrl } : {}),
    ...(read.currency === null ? {} : { currency: read.currency }),
    ...(read.upfront === null || old.commits?.length || old.commitAmount !== undefined
      ? {}
      : { commitAmount: decimalToJson(read.upfront.price) }),
    ...(read.agreementStart === null ? {} : { startTime: read.agreementStart.toISOString() }),
    ...(read.usageRates.length === 0
      ? {}
      : {
          dimensions: read.usageRates.map(({ key, price }) => ({ ...known.get(key), key, rate: decimalToJson(price) })),
        }),
    visibility: read.isPrivate ? 'PRIVATE' : 'PUBLIC',
  };
};

const endedAs = { WITHDRAWN: 'CANCELLED', EXPIRED: 'EXPIRED', REJECTED: 'REJECTED', ACCEPTED: 'ACCEPTED' } as const;

const typeOf = ({ resale, isPrivate }: OfferRead): Pick<Offer, 'offer_type'> => ({
  offer_type: resale ?? (isPrivate ? 'PRIVATE' : 'DEFAULT'),
});

/** The status of a newly imported offer; an offer whose time has passed no longer waits. */
const statusOf = (read: OfferRead, now: Date): Offer['status'] => {
  if (read.state !== 'RELEASED' && read.state !== 'DRAFT') return endedAs[read.state];
  if (!read.isPrivate) return 'ACTIVE';
  if (read.expireTime !== null && read.expireTime <= now) return 'EXPIRED';
  return isAuthorization(typeOf(read)) ? 'ACTIVE' : 'PENDING_ACCEPTANCE';
};

/** What is known about an offer that the marketplace made to renew an agreement. */
const renewalMeta = ({ renews }: OfferRead): Offer['meta_info'] =>
  renews === undefined
    ? {}
    : {
        isRenewalOffer: true,
        renewalOfferType: 'AwsMarketplace',
        isAgreementBasedOffer: true,
        baseAgreementId: renews,
      };

const moves = {
  WITHDRAWN: { act: 'withdrawnThere', event: 'offer.cancelled' },
  EXPIRED: { act: 'expire', event: 'offer.expired' },
  REJECTED: { act: 'reject', event: 'offer.rejected' },
} as const;

type Moved = { change: Partial<OfferWithContacts>; event: EventName };
const stays: Moved = { change: {}, event: 'offer.updated' };

/** The state of a purchase that the partner shows as accepted. */
const purchaseOf = async (call: ActCall, offerId: string) =>
  (await hasEntitlement(call.db, offerId)) ? ('MADE' as const) : ('PENDING' as const);

/**
 * The transition that a read causes in a known offer. A read makes none if its status does not allow it, or if it
 * conflicts with a change of ours in progress.
 */
const moveOf = async (call: ActCall, old: OfferWithContacts, read: OfferRead): Promise<Moved> => {
  if (read.state === 'ACCEPTED') {
    const purchase = offerIs.accepted(old.status) ? 'PENDING' : await purchaseOf(call, old.id);
    const change = acceptedChange(call, old, { acceptTime: read.acceptTime ?? null, buyerId: null, purchase });
    return change ? { change, event: acceptedEvent(old, change) } : stays;
  }
  if (read.state === 'RELEASED') {
    const reopens =
      allows(offerTransitions, 'reopen', old.status) &&
      !isAuthorization(old) &&
      read.isPrivate &&
      read.expireTime !== null &&
      read.expireTime > call.now;
    if (!reopens) return stays;
    const status = nextStatus('Offer', offerTransitions, 'reopen', old);
    return { change: { status, withdrawn: false }, event: 'offer.updated' };
  }
  // A released offer that is a draft again was withdrawn (AZURE shows it this way).
  if (read.state === 'DRAFT' && old.partner_version === null) return stays;
  const { act, event } = moves[read.state === 'DRAFT' ? 'WITHDRAWN' : read.state];
  if (!allows(offerTransitions, act, old.status)) return stays;
  return { change: { status: nextStatus('Offer', offerTransitions, act, old) }, event };
};

/** The agreement that an offer will renew shows its renewal: it is read again. */
const followRenewal = async (
  call: ActCall,
  { id: connectionId, partner }: SellerAccount,
  offerId: string,
  { renews: agreementId }: OfferRead,
): Promise<void> => {
  if (agreementId === undefined) return;
  await call.start('agreement.sync', { connectionId, agreementId }, { entityId: encodeId('offer', offerId), partner });
};

const updateKnown = async (
  call: ActCall,
  connection: SellerAccount,
  old: OfferWithContacts,
  read: OfferRead,
): Promise<string> => {
  const { partner } = connection;
  if (offerIs.deleted(old.status)) return old.id;
  if (old.external_id !== null && old.external_id !== read.externalId) {
    // The read is of an id from before the offer was offered again; only an acceptance still matters.
    if (read.state === 'ACCEPTED') {
      const purchase = await purchaseOf(call, old.id);
      await recordOfferAccepted(call, old.id, { acceptTime: read.acceptTime ?? null, buyerId: null, purchase });
    }
    return old.id;
  }
  if (read.version <= appliedVersion(old.partner_version, call.now)) return old.id;
  const moved = await moveOf(call, old, read);
  // A read during a change of ours may move nothing, so the same version counts again once the change has ended.
  const isChanging = offerIs.inProgress(moved.change.status ?? old.status);
  const version = isChanging ? read.version - 1 : read.version;
  const change = {
    name: read.name || old.name,
    expire_time: read.expireTime ?? old.expire_time,
    end_time: read.agreementEnd ?? old.end_time,
    info: termsOf(partner, read, { info: old.info, isImported: isImported(old) }),
    partner_version: version,
    ...moved.change,
  };
  if (isSameDocument(viewOffer(call.orgId, old), viewOffer(call.orgId, { ...old, ...change }))) {
    await setPartnerVersion(call.db, old.id, version);
    return old.id;
  }
  await changeOffer(call, old, change, moved.event);
  await watchTimes(call, { ...old, ...change });
  await followRenewal(call, connection, old.id, read);
  return old.id;
};

/**
 * Imports or updates an offer from the partner's read. Imports an unknown offer unless it was never released; updates a
 * known one if the read is newer than the last applied version. Returns its UUID, or null if it is not imported: a
 * draft, or an offer whose creation by us is still in progress (a later read finds it). The agreement that it renews is
 * read again, unless that is being applied (`isWithAgreement`). Emits `importOfferEvents`.
 */
export const importOffer = async (
  call: ActCall,
  connection: SellerAccount,
  read: OfferRead,
  { isWithAgreement = false }: { isWithAgreement?: boolean } = {},
): Promise<string | null> => {
  const knownId = await offerIdOf(call.db, connection.partner, read.externalId);
  const known = knownId === undefined ? undefined : await lockOffer(call.db, knownId);
  if (known) return updateKnown(call, connection, known, read);
  if (read.state === 'DRAFT') return null;
  const productId = await findProductOfOffer(call.db, connection.partner, read.productEntityId);
  if (productId !== null && (await isAwaited(call.db, productId, read.name))) return null;
  const status = statusOf(read, call.now);
  const isAccepted = offerIs.accepted(status);
  const offer: OfferWithContacts = {
    id: call.newId(),
    partner: connection.partner,
    service: 'MARKETPLACE',
    partner_id: connection.accountId,
    external_id: read.externalId,
    name: read.name || read.externalId,
    ...typeOf(read),
    status,
    status_before: null,
    sub_status: isAccepted ? 'PENDING_PURCHASE' : null,
    product_id: productId,
    buyer_id: null,
    expire_time: read.expireTime,
    end_time: read.agreementEnd,
    info: termsOf(connection.partner, read, { info: {}, isImported: true }),
    meta_info: {
      ...renewalMeta(read),
      ...(isAccepted ? { offerAcceptDate: (read.acceptTime ?? read.expireTime ?? call.now).toISOString() } : {}),
    },
    pending: null,
    withdrawn: false,
    expire_soon_told: null,
    offer_set_id: null,
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
  // When two imports race, the second is retried and then finds the offer.
  if (holder !== offer.id) throw Object.assign(new Error('this offer was imported a moment ago'), { code: '40001' });
  await watchTimes(call, offer);
  await linkResale(call, offer.id);
  if (!isWithAgreement) await followRenewal(call, connection, offer.id, read);
  return offer.id;
};
