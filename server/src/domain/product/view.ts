import type { z } from 'zod';
import { createShownDocument } from '../../contract/partner-documents/shown-documents.ts';
import { shownMetaInfo } from '../../contract/reference/meta-info.ts';
import { encodeId } from '../../kit/ids.ts';
import type { Product } from './product.ts';
import { ProductInfo, type WorkloadProduct } from './schema.ts';

export type ProductView = z.input<typeof WorkloadProduct>;

/** The stored `info` of a product, as clients see it. */
export const shownProductInfo = createShownDocument(ProductInfo.reply);

/** A product as clients see it. */
export const viewProduct = (orgId: string, product: Product): ProductView => ({
  id: encodeId('prod', product.id),
  organizationID: encodeId('org', orgId),
  name: product.name,
  partner: product.partner,
  service: product.service as ProductView['service'],
  productType: product.product_type,
  status: product.status,
  ...(product.external_id === null ? {} : { externalID: product.external_id }),
  ...(product.partner_id === null ? {} : { partnerID: product.partner_id }),
  ...(product.seller_id === null ? {} : { sellerID: product.seller_id }),
  fulfillmentUrl: product.fulfillment_url,
  info: shownProductInfo.show(product.info),
  metaInfo: shownMetaInfo.show(product.meta_info),
  createdBy: product.created_by,
  creationTime: product.creation_time.toISOString(),
  lastUpdatedBy: product.last_updated_by,
  lastUpdateTime: product.last_update_time.toISOString(),
});
