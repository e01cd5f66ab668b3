import { cancelOffer } from '../../domain/offer/actions/cancel-offer.ts';
import { createOffer } from '../../domain/offer/actions/create-offer.ts';
import { deleteOffer } from '../../domain/offer/actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from '../../domain/offer/actions/extend-offer.ts';
import { OfferIn } from '../../domain/offer/schema.ts';
import {
  connectMarketplace,
  type NewMarketplaceConnection,
} from '../../domain/organization/connection/actions/connect-marketplace.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import type { Harness, Row } from './harness.test-support.ts';

type OfferRow = Row & {
  status: string;
  external_id: string | null;
  info: Row;
  meta_info: Row;
  expire_time: Date;
  version: number;
};

/** A harness whose organization has connected its marketplace account, with what it sells there. */
export type Connected = Harness & {
  connectionId: string;
  /** Where the marketplace sends messages, below `hookUrl`, and what authenticates it there. */
  hookPath: string;
  hookSecret: string;
  productId: string;
  /** Submits an offer for the product, with a test's own fields merged over the given ones; returns its UUID. */
  makeOffer(fields: Row & { info: Row }, change: Row): Promise<string>;
  /** Waits until an offer that was submitted can be accepted. */
  untilReleased(offerId: string): Promise<{ offerId: string; externalId: string }>;
  cancel(offerId: string): Promise<void>;
  remove(offerId: string): Promise<void>;
  /** `day`: YYYY-MM-DD, the last one where the marketplace is. */
  extend(offerId: string, day: string): Promise<void>;
  offer(id: string): Promise<OfferRow>;
  entitlement(agreementId: string): Promise<Row | undefined>;
  terms(entitlementId: unknown): Promise<Row[]>;
  operations(name: string, offerId: string): Promise<Row[]>;
  /** Reads what changed at the marketplace now, as the schedule does. */
  reconcile(full?: boolean): Promise<void>;
};

const byStart = (left: Row, right: Row): number =>
  (left.start_time as Date).getTime() - (right.start_time as Date).getTime();

export const connectAccount = async (harness: Harness, account: NewMarketplaceConnection): Promise<Connected> => {
  const { act, rows, settle, orgId, database } = harness;
  const { partner } = account;
  const { connection, hookPath, hookSecret } = await act('connect', (call) =>
    connectMarketplace(call, { keys: harness.secretKeys, input: { mode: 'LIVE', ...account } }),
  );
  const connectionId = decodeId('conn', connection.id) as string;
  await settle();
  const productId = (await rows('product'))[0]?.id as string;
  const offer: Connected['offer'] = async (id) =>
    (await database.pool.query('select * from offer where org_id = $1 and id = $2', [orgId, id])).rows[0] as never;
  return {
    ...harness,
    connectionId,
    hookPath,
    hookSecret,
    productId,
    makeOffer: async (fields, change) => {
      const info = { ...fields.info, ...(change.info as Row | undefined) };
      const body = OfferIn.parse({ partner, productID: encodeId('prod', productId), ...fields, ...change, info });
      const view = await act('createOffer', (call) => createOffer(call, { body }));
      return decodeId('offer', view.id) as string;
    },
    untilReleased: async (offerId) => {
      await settle();
      const { status, external_id: externalId, meta_info: meta } = await offer(offerId);
      if (status !== 'PENDING_ACCEPTANCE' || externalId === null) throw new Error(`${status} ${JSON.stringify(meta)}`);
      return { offerId, externalId };
    },
    cancel: async (offerId) => void (await act('cancelOffer', (call) => cancelOffer(call, { params: { offerId } }))),
    remove: async (offerId) => void (await act('deleteOffer', (call) => deleteOffer(call, { params: { offerId } }))),
    extend: async (offerId, newExpiryDate) =>
      void (await act('extendOffer', (call) =>
        extendPrivateOfferExpiryDate(call, { params: { offerId }, query: { newExpiryDate } }),
      )),
    offer,
    entitlement: async (agreementId) =>
      (await rows('entitlement')).find((entitlement) => entitlement.external_id === agreementId),
    terms: async (entitlementId) =>
      (await rows('entitlement_term')).filter((term) => term.entitlement_id === entitlementId).sort(byStart),
    operations: async (name, offerId) =>
      (await rows('operation')).filter((row) => row.name === name && (row.input as Row).offerId === offerId),
    reconcile: async (full = false) => {
      await act('reconcile', async (call) => {
        const operationId = await call.start(
          'marketplace.reconcile',
          { connectionId, full },
          { entityId: 'conn', partner },
        );
        call.recordChange({ type: 'operation', id: operationId, before: null, after: {} });
      });
      await settle();
    },
  };
};
