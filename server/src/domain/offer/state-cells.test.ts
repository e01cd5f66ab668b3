import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { aCompleteOffer, anOfferRead, aProductRead, openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ActCall } from '../../contract/call.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { nextStatus } from '../../kit/transitions.ts';
import { createContact } from '../contact/actions/create-contact.ts';
import { NewContact } from '../contact/schema.ts';
import { importProduct } from '../product/actions/import-product.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { takeExternalId } from './actions/claim-external-id.ts';
import { createOffer } from './actions/create-offer.ts';
import { deleteOffer } from './actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from './actions/extend-offer.ts';
import { importOffer } from './actions/import-offer.ts';
import { sendOfferNotifications } from './actions/notify-offer-contacts.ts';
import { recordOfferAccepted } from './actions/record-acceptance.ts';
import { recordOfferCancelled, recordOfferCancelRefused } from './actions/record-cancel.ts';
import { recordOfferActivated, recordOfferCreated, recordOfferCreateFailed } from './actions/record-creation.ts';
import { recordOfferExpired } from './actions/record-expiry.ts';
import { recordOfferExtended, recordOfferExtendRefused } from './actions/record-extension.ts';
import { recordOfferRepriced, recordOfferRepriceRefused } from './actions/record-price.ts';
import { recordOfferRejected } from './actions/record-rejection.ts';
import { createOrUpdateDraftOffer } from './actions/save-draft-offer.ts';
import { updateOfferPrice } from './actions/update-offer-price.ts';
import type { OfferWithContacts } from './offer.ts';
import { recordOfferSetCreateFailed } from './offer-set/actions/record-offer-set.ts';
import { insertOfferSet } from './offer-set/store.ts';
import { OfferIn } from './schema.ts';
import { type OfferStatus, offerStatuses, offerTransitions } from './states.ts';
import { findOffer } from './store.ts';

// Covers every cell of golden/states.md: applies each act to an offer in each status and checks the result against the
// table. Acts of callers are refused with the allowed statuses; a late report from a partner changes nothing.

type Act = keyof typeof offerTransitions;
type Cell = {
  /** An act of a caller: refused where the table has no entry. */
  isCallers?: true;
  /** Columns other than the status that the act depends on. */
  row?: Partial<OfferWithContacts>;
  /** Statuses that the row above cannot be in; another row of the table covers them. */
  except?: readonly OfferStatus[];
  do(call: ActCall, id: string): Promise<unknown>;
};

const refusal = { errorMessages: ['NO: no'], prettified: ['No.'] };
const failedSet = randomUUID();

const direct = { partner: 'STRIPE', service: 'PAYMENT' } as const;
const expiry = {
  pending: { kind: 'EXPIRY', expireTime: '2027-06-30T23:59:59.999Z' },
  status_before: 'PENDING_ACCEPTANCE',
} as const;
const acceptedExpiry = { ...expiry, status_before: 'ACCEPTED' } as const;
const price: Partial<OfferWithContacts> = {
  pending: { kind: 'PRICE', dimensions: [{ key: 'gb', rate: 2 }] },
  status_before: 'ACCEPTED',
};

const read = (state: 'RELEASED' | 'WITHDRAWN' | 'EXPIRED' | 'REJECTED', id: string) =>
  anOfferRead({ externalId: `offer-${id}`, state, version: 9, name: 'Cell' });

const cells: Record<Act, Cell> = {
  save: {
    isCallers: true,
    do: (call, id) =>
      createOrUpdateDraftOffer(call, { body: OfferIn.parse({ id: encodeId('offer', id), name: 'Saved' }) }),
  },
  submit: {
    isCallers: true,
    do: (call, id) => createOffer(call, { body: OfferIn.parse({ id: encodeId('offer', id) }) }),
  },
  created: { do: (call, id) => recordOfferCreated(call, id, { externalId: `offer-${id}` }) },
  createdAccepted: {
    do: async (call, id) => {
      const externalId = `copy-${id}`;
      await importOffer(call, world.connection, anOfferRead({ externalId, state: 'ACCEPTED', name: 'Copy' }));
      await recordOfferCreated(call, id, { externalId });
    },
  },
  activated: { row: direct, do: recordOfferActivated },
  createFailed: { do: (call, id) => recordOfferCreateFailed(call, id, refusal) },
  expiredWithSet: {
    row: { offer_set_id: failedSet },
    do: (call, id) => recordOfferSetCreateFailed(call, failedSet, { ...refusal, made: { [id]: `offer-${id}` } }),
  },
  accept: {
    except: ['ACTIVE', 'USED'],
    do: (call, id) => recordOfferAccepted(call, id, { acceptTime: call.now, buyerId: null }),
  },
  use: {
    row: { offer_type: 'DEFAULT' },
    do: (call, id) => recordOfferAccepted(call, id, { acceptTime: call.now, buyerId: null }),
  },
  reject: { do: recordOfferRejected },
  expire: {
    row: { expire_time: new Date('2026-11-01T00:00:00Z'), ...direct },
    do: recordOfferExpired,
  },
  withdrawnThere: { do: (call, id) => importOffer(call, world.connection, read('WITHDRAWN', id)) },
  reopen: { do: (call, id) => importOffer(call, world.connection, read('RELEASED', id)) },
  cancel: {
    isCallers: true,
    row: direct,
    do: (call, id) => cancelOffer(call, { params: { offerId: id } }),
  },
  cancelled: { do: recordOfferCancelled },
  cancelRefused: {
    row: { status_before: 'PENDING_ACCEPTANCE' },
    do: (call, id) => recordOfferCancelRefused(call, id, refusal),
  },
  notify: {
    isCallers: true,
    do: (call, id) => sendOfferNotifications(call, { params: { offerId: id }, body: undefined }),
  },
  extendExpiry: {
    isCallers: true,
    do: (call, id) =>
      extendPrivateOfferExpiryDate(call, { params: { offerId: id }, query: { newExpiryDate: '2027-06-30' } }),
  },
  extended: { row: expiry, do: (call, id) => recordOfferExtended(call, id) },
  extendedAccepted: { row: acceptedExpiry, do: (call, id) => recordOfferExtended(call, id) },
  renew: {
    isCallers: true,
    row: direct,
    do: (call, id) =>
      extendPrivateOfferExpiryDate(call, { params: { offerId: id }, query: { newExpiryDate: '2027-06-30' } }),
  },
  renewUsed: {
    isCallers: true,
    row: { ...direct, status_before: 'USED' },
    do: (call, id) =>
      extendPrivateOfferExpiryDate(call, { params: { offerId: id }, query: { newExpiryDate: '2027-06-30' } }),
  },
  extendRefusedAccepted: { row: acceptedExpiry, do: (call, id) => recordOfferExtendRefused(call, id, refusal) },
  extendRefused: { row: expiry, do: (call, id) => recordOfferExtendRefused(call, id, refusal) },
  reprice: {
    isCallers: true,
    do: (call, id) =>
      updateOfferPrice(call, { params: { offerId: id }, body: { dimensions: [{ key: 'gb', rate: 3 }] } }),
  },
  repriced: { row: price, do: recordOfferRepriced },
  repriceRefused: { row: price, do: (call, id) => recordOfferRepriceRefused(call, id, refusal) },
  replaced: { do: (call, id) => takeExternalId(call, base, `offer-${id}`) },
  delete: {
    isCallers: true,
    // Deleting it again changes nothing: `offer-update.test.ts`.
    except: ['DELETED'],
    do: (call, id) => deleteOffer(call, { params: { offerId: id } }),
  },
};

let world: World;
let base: OfferWithContacts;
let contactId: string;
before(async () => {
  world = await openWorld();
  const productId = await world.act((call) => importProduct(call, world.connection, aProductRead()));
  const body = aCompleteOffer(encodeId('prod', productId), { name: 'Cell' });
  const { id } = await world.act((call) => createOffer(call, { body: OfferIn.parse(body) }));
  base = (await findOffer(world.database.read(world.orgId), decodeId('offer', id) ?? '')) as OfferWithContacts;
  const contact = NewContact.parse({ emailAddress: 'a@globex.example' });
  contactId = decodeId('contact', (await world.act((call) => createContact(call, { body: contact }))).id) ?? '';
  await world.act(async (call) => {
    const set = { partner: 'AWS', service: 'MARKETPLACE', external_id: null, name: 'Set', expire_time: null } as const;
    const people = { created_by: 'u', last_updated_by: 'u', creation_time: call.now, last_update_time: call.now };
    const documents = { info: {}, meta_info: {}, version: 1, offer_ids: [], buyer_ids: [] };
    await insertOfferSet(call.db, { id: failedSet, status: 'DRAFT', ...set, ...people, ...documents });
  });
});
after(() => world.close());

/** Creates an offer in that status, the way an act leaves it, with everything this act needs. */
const inStatus = async (status: OfferStatus, act: Act, row: Partial<OfferWithContacts> = {}): Promise<string> => {
  const id = randomUUID();
  const created = status !== 'DRAFT' && status !== 'PENDING_CREATE' && status !== 'CREATE_FAILED';
  const { contact_ids: _, info, meta_info: meta, pending, ...offer } = { ...base, ...row };
  const named = { id, status, external_id: created ? `offer-${id}` : null };
  const documents = { info: JSON.stringify(info), meta_info: JSON.stringify(meta) };
  await world.database.write(world.orgId, async (db) => {
    await db
      .insertInto('offer', { ...offer, ...named, ...documents, pending: pending && JSON.stringify(pending) })
      .execute();
    if (act === 'notify') await db.insertInto('offer_contact', { offer_id: id, contact_id: contactId }).execute();
    const claim = { external_id: `offer-${id}`, partner: offer.partner, offer_id: id };
    if (created) await db.insertInto('offer_external_id', claim).execute();
    if (act !== 'expiredWithSet') return;
    await db.deleteFrom('offer_set_offer').execute();
    await db.insertInto('offer_set_offer', { offer_set_id: failedSet, offer_id: id, position: 0 }).execute();
    await db.updateTable('offer_set').set({ status: 'PENDING_CREATE' }).execute();
  });
  return id;
};

const statusOf = async (id: string): Promise<OfferStatus | undefined> =>
  (await findOffer(world.database.read(world.orgId), id))?.status;

for (const [act, cell] of Object.entries(cells) as [Act, Cell][]) {
  const transition: { from: readonly OfferStatus[] } = offerTransitions[act];
  describe(act, () => {
    for (const status of offerStatuses.filter((each) => !cell.except?.includes(each))) {
      test(`in ${status}`, async () => {
        const id = await inStatus(status, act, cell.row);
        const isAllowed = transition.from.includes(status);
        const done = await world
          .act((call) => cell.do(call, id))
          .then(
            () => null,
            (error: Error & { code?: string; info?: unknown }) => error,
          );
        if (isAllowed) assert.equal(done, null, String(done?.stack));
        else if (cell.isCallers) {
          assert.equal(done?.code, 'Conflict', String(done?.stack));
          assert.deepEqual(done?.info, { status, allowedFrom: transition.from });
        } else assert.ok(done === null || done.code === 'Conflict', String(done?.stack));
        const standing = { status, status_before: cell.row?.status_before ?? null };
        const follows = isAllowed ? nextStatus('Offer', offerTransitions, act, standing) : status;
        assert.equal(await statusOf(id), follows);
      });
    }
  });
}
