import type { z } from 'zod';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import type { Partner } from '../../contract/shapes.ts';
import type { ProductInfo, productTypes } from './schema.ts';
import type { ProductStatus } from './states.ts';

export type ProductInfoDocument = z.output<typeof ProductInfo.reply>;

/** A listing at a marketplace. Unique in its organization by partner and entity id. */
export type Product = {
  id: string;
  partner: Partner;
  service: string;
  /** The seller account at the partner. */
  partner_id: string | null;
  seller_id: string | null;
  /** AWS: the product code. */
  external_id: string | null;
  /** AWS: `prod-…`. */
  entity_id: string | null;
  name: string;
  status: ProductStatus;
  product_type: (typeof productTypes)[number];
  fulfillment_url: string;
  /** How usage is addressed: by licence and account, or by product code. */
  metering_key: 'LICENSE' | 'PRODUCT_CODE';
  info: ProductInfoDocument;
  meta_info: WorkloadMetaInfo;
  /** What was last applied of the partner's own versions (AWS: entity revision). */
  partner_version: number | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** A private offer can be made for a product in one of these. */
export const offerableStatuses: readonly ProductStatus[] = ['LIMITED', 'PUBLIC'];
