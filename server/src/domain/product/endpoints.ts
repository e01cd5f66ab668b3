import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { priceListLimits } from '../../contract/limits.ts';
import { marketplaceCodes } from '../../contract/marketplaces/marketplaces.ts';
import { MeteringDimension } from '../../contract/reference/dimensions.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { listHeaders, paged, wholeListHeaders } from '../../contract/shapes.ts';
import { movesOf } from '../../kit/transitions.ts';
import { createProduct } from './actions/create-product.ts';
import { deleteProduct } from './actions/delete-product.ts';
import { publishProduct } from './actions/publish-product.ts';
import { createOrUpdateDraftProduct } from './actions/save-draft-product.ts';
import { updateProduct } from './actions/update-product.ts';
import { updateProductFulfillmentUrl } from './actions/update-product-fulfillment-url.ts';
import { updateProductMetaInfo } from './actions/update-product-meta-info.ts';
import { updateProductPrice } from './actions/update-product-price.ts';
import { updateProductPricing } from './actions/update-product-pricing.ts';
import { updateProductTargeting } from './actions/update-product-targeting.ts';
import { PartnerProductParams, ProductListParams, ProductQueryParams } from './fields.ts';
import {
  getProduct,
  listProductMeteringDimensions,
  listProducts,
  listProductsByPartner,
  queryProducts,
} from './reads.ts';
import {
  Product,
  ProductIn,
  ProductPatch,
  ProductToPublish,
  UpdateProductParams,
  UpdateProductPrice,
  UpdateProductPricing,
  UpdateProductTargeting,
  WorkloadProduct,
} from './schema.ts';
import { stateTables } from './states.ts';

const productId = { productId: { id: 'prod', noun: 'product' } } as const;

const writes = { family: 'product', permission: 'product:write' } as const;

/** The response of acts that must ask the marketplace first. */
const asked =
  'If the product exists in its marketplace, the change is made there first: the response shows the unchanged product with ' +
  'metaInfo.updateMessage. The record shows the change once the marketplace has made it; if it refuses, metaInfo.errorMessages ' +
  'contains the reason. One change at a time: 409 names the operation in progress.';

const move = movesOf('product', stateTables.product);

export const productEndpoints: Endpoint[] = [
  acts({
    id: 'createOrUpdateDraftProduct',
    changesOwn: 'DRAFT',
    bodyLimits: priceListLimits,
    method: 'POST',
    path: '/org/{orgId}/draftProduct',
    ...writes,
    summary: 'Create a draft product or update one',
    notes:
      'Without an id, creates a draft, which needs only name and partner. Absent fields are kept, null clears, info and metaInfo are replaced as a whole.',
    body: ProductIn,
    reply: WorkloadProduct,
    moves: move('save'),
    emits: ['product.created', 'product.updated'],
    act: createOrUpdateDraftProduct,
  }),
  reads({
    id: 'listProductsByPartner',
    method: 'GET',
    path: '/org/{orgId}/partner/{partner}/product',
    family: 'product',
    permission: 'product:read',
    summary: 'List the products of a cloud partner',
    params: { partner: { text: true, noun: 'partner', values: marketplaceCodes } },
    query: PartnerProductParams,
    reply: z.array(WorkloadProduct),
    replyHeaders: listHeaders,
    read: listProductsByPartner,
  }),
  reads({
    id: 'listProducts',
    method: 'GET',
    path: '/org/{orgId}/product',
    family: 'product',
    permission: 'product:read',
    summary: 'List products',
    notes: 'Deleted products are left out.',
    query: ProductListParams,
    reply: z.array(WorkloadProduct),
    replyHeaders: listHeaders,
    read: listProducts,
  }),
  acts({
    id: 'createProduct',
    changesOwn: 'DRAFT',
    bodyLimits: priceListLimits,
    method: 'POST',
    path: '/org/{orgId}/product',
    ...writes,
    summary: 'Create a product in the marketplace',
    notes:
      'Submits the product to its marketplace. The response shows PENDING_CREATE; the product becomes LIMITED or CREATE_FAILED. ' +
      'Everything the marketplace would refuse is reported ' +
      'together (400).',
    body: ProductIn,
    reply: WorkloadProduct,
    moves: move('create'),
    needs: 'productCreate',
    emits: ['product.created', 'product.submitted'],
    act: createProduct,
  }),
  reads({
    id: 'queryProducts',
    method: 'GET',
    path: '/org/{orgId}/product/query',
    family: 'product',
    permission: 'product:read',
    summary: 'Query products',
    notes: 'Deleted products are left out unless q selects that status.',
    query: ProductQueryParams,
    reply: paged(Product),
    replyHeaders: listHeaders,
    read: queryProducts,
  }),
  reads({
    id: 'getProduct',
    method: 'GET',
    path: '/org/{orgId}/product/{productId}',
    family: 'product',
    permission: 'product:read',
    summary: 'Get a product',
    params: productId,
    reply: WorkloadProduct,
    read: getProduct,
  }),
  acts({
    id: 'updateProduct',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}',
    ...writes,
    summary: 'Update product information',
    notes:
      'Prices, terms and the fulfillment URL have their own endpoints and stay unchanged. Objects are merged; arrays ' +
      `and info.attributes replace, null clears. metaInfo, info.attributes and info.sellerNotes are changed at once. ${asked}`,
    params: productId,
    body: ProductPatch,
    reply: WorkloadProduct,
    moves: move('update'),
    needs: 'productUpdate',
    emits: ['product.updated', 'product.update_requested'],
    act: updateProduct,
  }),
  acts({
    id: 'deleteProduct',
    method: 'DELETE',
    path: '/org/{orgId}/product/{productId}',
    ...writes,
    summary: 'Delete a product',
    notes: 'It stays readable by id. The marketplace is not notified; offers and entitlements continue.',
    params: productId,
    reply: z.string(),
    moves: move('delete', { repeats: ['DELETED'] }),
    emits: ['product.deleted'],
    act: deleteProduct,
  }),
  reads({
    id: 'listProductMeteringDimensions',
    method: 'GET',
    path: '/org/{orgId}/product/{productId}/dimension',
    family: 'product',
    permission: 'product:read',
    summary: 'List the metering dimensions of a product',
    params: productId,
    unversioned: true,
    reply: z.array(MeteringDimension.reply),
    replyHeaders: wholeListHeaders,
    read: listProductMeteringDimensions,
  }),
  acts({
    id: 'updateProductFulfillmentUrl',
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/fulfillmentUrl',
    ...writes,
    summary: 'Update the fulfillment URL of a product',
    notes: `Where the marketplace sends the buyer; https. The ids repeat those in the path. ${asked}`,
    params: productId,
    body: UpdateProductParams,
    reply: WorkloadProduct,
    moves: move('update'),
    needs: 'productFulfillmentUrl',
    emits: ['product.updated', 'product.update_requested'],
    act: updateProductFulfillmentUrl,
  }),
  acts({
    id: 'updateProductMetaInfo',
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/metaInfo',
    ...writes,
    summary: 'Update the meta info of a product',
    notes: 'Absent members are kept, null clears; members set by the service (error messages, dates) are ignored.',
    params: productId,
    body: WorkloadMetaInfo.change,
    reply: WorkloadMetaInfo.reply,
    moves: move('note'),
    emits: ['product.updated'],
    act: updateProductMetaInfo,
  }),
  acts({
    id: 'updateProductPrice',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/price',
    ...writes,
    summary: 'Update the prices of a product',
    notes:
      'AWS has exactly one plan, whose commits and dimensions name those of the product. For AZURE the commits of a plan are ' +
      `its prices by term. Other prices and plans stay unchanged. ${asked}`,
    params: productId,
    body: UpdateProductPrice,
    reply: WorkloadProduct,
    moves: move('update'),
    needs: 'productPrice',
    emits: ['product.updated', 'product.update_requested'],
    act: updateProductPrice,
  }),
  acts({
    id: 'updateProductPricing',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/pricing',
    ...writes,
    summary: 'Update pricing and terms of a product',
    notes: `Prices and terms of the public offer. Absent members are kept, null clears a term. Prices that a call does not name stay. ${asked}`,
    params: productId,
    body: UpdateProductPricing,
    reply: WorkloadProduct,
    moves: move('update'),
    needs: 'productPrice',
    emits: ['product.updated', 'product.update_requested'],
    act: updateProductPricing,
  }),
  acts({
    id: 'publishProduct',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/publish',
    ...writes,
    summary: 'Publish a product',
    notes:
      'The response shows PENDING_PUBLISH; the product becomes PUBLIC or PUBLISH_FAILED. A product that the marketplace does not have is ' +
      'created first. Only the ids in the body are used.',
    params: productId,
    body: ProductToPublish,
    bodyOptional: true,
    reply: WorkloadProduct,
    moves: move('publish', { repeats: ['PENDING_PUBLISH', 'PUBLIC'] }),
    needs: 'productPublish',
    emits: ['product.publish_requested'],
    act: publishProduct,
  }),
  acts({
    id: 'updateProductTargeting',
    method: 'PATCH',
    path: '/org/{orgId}/product/{productId}/targeting',
    ...writes,
    summary: 'Replace the accounts that can see a limited product',
    notes: asked,
    params: productId,
    body: UpdateProductTargeting,
    reply: WorkloadProduct,
    moves: move('target'),
    needs: 'productTargeting',
    emits: ['product.update_requested'],
    act: updateProductTargeting,
  }),
];
