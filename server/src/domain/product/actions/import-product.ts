import type { ProductRead } from '../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { appliedVersion } from '../../../kit/applied-version.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import type { SellerAccount } from '../../organization/connection/connection.ts';
import { changeProduct, isInProgress } from '../change.ts';
import { readDimensions, readTerms } from '../prices.ts';
import { isLocal, type Product } from '../product.ts';
import { productIs, productTransitions } from '../states.ts';
import { insertProduct, lockAwaitedProduct, lockProductByEntity, updateProductRow } from '../store.ts';
import { viewProduct } from '../view.ts';

const shows = {
  DRAFT: 'showDraft',
  LIMITED: 'showLimited',
  PUBLIC: 'showPublic',
  RESTRICTED: 'showRestricted',
} as const satisfies Record<ProductRead['status'], keyof typeof productTransitions>;

const documentOf = ({ partner }: SellerAccount, { document }: ProductRead): Product['info'] => {
  const place = findMarketplaceFacts(partner)?.product;
  return place === undefined ? {} : { [place.member]: readPartnerDocument(place.object, document) };
};

/** The part of a product that comes from the partner's read; everything else is ours. */
const reported = (connection: SellerAccount, read: ProductRead, old: Product['info'], isChanging = false) => ({
  partner_id: connection.accountId,
  seller_id: connection.accountId,
  external_id: read.externalId,
  name: read.title,
  product_type: read.productType,
  fulfillment_url: read.fulfillmentUrl,
  metering_key: read.meteringKey,
  info: {
    ...old,
    ...documentOf(connection, read),
    ...readDimensions(read, old),
    ...readTerms(read),
  },
  // A read during a change of ours may move no status, so the same version counts again once the change has ended.
  partner_version: isChanging ? read.version - 1 : read.version,
});

/**
 * The product of an entity: known by the entity id, or a product that we are creating under that name and whose entity
 * id is not known yet.
 */
const lockKnown = async (call: ActCall, connection: SellerAccount, read: ProductRead): Promise<Product | undefined> => {
  const known = await lockProductByEntity(call.db, connection.partner, read.entityId);
  if (known) return known;
  const awaited = await lockAwaitedProduct(call.db, connection.partner, read.title);
  return awaited && { ...awaited, entity_id: read.entityId };
};

/**
 * Imports or updates a product from the partner's read, by its entity id, if the read is newer than the last applied
 * version. Returns the product's UUID. A deleted product stays deleted. A draft whose creation failed halfway is
 * changed locally until it is created again. Emits product.imported or product.updated.
 */
export const importProduct = async (call: ActCall, connection: SellerAccount, read: ProductRead): Promise<string> => {
  const old = await lockKnown(call, connection, read);
  if (!old) {
    const product: Product = {
      id: call.newId(),
      partner: connection.partner,
      service: 'MARKETPLACE',
      entity_id: read.entityId,
      status: read.status,
      meta_info: {},
      pending_change: null,
      created_by: call.actor.id,
      last_updated_by: call.actor.id,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
      ...reported(connection, read, {}),
    };
    if (!(await insertProduct(call.db, product))) return importProduct(call, connection, read);
    const view = viewProduct(call.orgId, product);
    call.recordChange({ type: 'prod', before: null, after: view, version: 1, events: ['product.imported'] });
    return product.id;
  }
  if (productIs.deleted(old.status) || read.version <= appliedVersion(old.partner_version, call.now)) return old.id;
  if (isLocal(old) && productIs.draft(read.status)) return old.id;
  const act = shows[read.status];
  const seen: Product = {
    ...old,
    ...reported(connection, read, old.info, isInProgress(old)),
    status: allows(productTransitions, act, old.status)
      ? nextStatus('Product', productTransitions, act, old)
      : old.status,
  };
  const before = viewProduct(call.orgId, old);
  if (isSameDocument(before, viewProduct(call.orgId, seen)) && seen.metering_key === old.metering_key) {
    await updateProductRow(call.db, seen);
    return old.id;
  }
  await changeProduct(call, old, seen, 'product.updated');
  return old.id;
};
