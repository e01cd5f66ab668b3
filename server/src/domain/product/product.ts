import type { z } from 'zod';
import type { ProductChange } from '../../adapters/marketplace/changes.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import type { productTypes } from './product-types.ts';
import type { ProductInfo } from './schema.ts';
import { type ProductStatus, productIs, productStatuses } from './states.ts';

export type ProductInfoDocument = z.output<typeof ProductInfo.reply>;

/** The record after the partner has made a change: members to merge into the stored product. */
export type ProductOutcome = { name?: string; fulfillmentUrl?: string; info?: Partial<ProductInfoDocument> };

/** A change of a product that was requested from the partner. */
export type PendingChange = { change: ProductChange; outcome: ProductOutcome };

/** A listing in a marketplace. Unique in its organization by partner and entity id. */
export type Product = {
  id: string;
  partner: Partner;
  service: string;
  /** The seller account at the partner. */
  partner_id: string | null;
  seller_id: string | null;
  /** AWS: the product code. */
  external_id: string | null;
  /** AWS: `prod-…`. Null until the product exists at the partner. */
  entity_id: string | null;
  name: string;
  status: ProductStatus;
  product_type: (typeof productTypes)[number];
  fulfillment_url: string;
  /** How usage is addressed: by licence and account, or by product code. */
  metering_key: 'LICENSE' | 'PRODUCT_CODE';
  info: ProductInfoDocument;
  meta_info: WorkloadMetaInfo;
  /** The change that the current `product.update` run makes; at most one at a time. */
  pending_change: PendingChange | null;
  /** The latest partner version that was applied (AWS: entity revision). */
  partner_version: number | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Exists only in our database, or its creation failed halfway; changes are made locally. */
export const isLocal = ({ entity_id, status }: Product): boolean =>
  entity_id === null || productIs.createFailed(status);

type WithStatus = Pick<Product, 'status'>;

/** Statuses in which a private offer can be created for a product. */
export const offerableStatuses = productStatuses.filter(productIs.offerable);
export const isOfferable = ({ status }: WithStatus): boolean => productIs.offerable(status);
export const isPublic = ({ status }: WithStatus): boolean => productIs.public(status);
export const isDeleted = ({ status }: WithStatus): boolean => productIs.deleted(status);
