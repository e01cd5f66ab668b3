import { z } from 'zod';
import { CommitDimension, MeteringDimension } from '../../contract/reference/dimensions.ts';
import { eulaTypes, services } from '../../contract/reference/enums.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { referenceObject, untypedChoice } from '../../contract/reference/reference.ts';
import { document, flagParam, listParams, partners, queryParams, textParam, timeOut } from '../../contract/shapes.ts';

export const productTypes = ['UNKNOWN', 'SUBSCRIPTION', 'CONTRACT', 'FLAT_RATE', 'PER_USER', 'USAGE_BASED'] as const;

/** `commits` are the contract dimensions, `dimensions` the metered ones; one that is both stands in both. */
export const ProductInfo = referenceObject('ProductInfo', (way) => ({
  alibabaProduct: document,
  attributes: z.record(z.string(), z.string()),
  awsAmiProduct: document,
  awsContainerProduct: document,
  awsMachineLearningProduct: document,
  awsProfessionalServicesProduct: document,
  awsSaasProduct: document,
  awsSnsSubscriptions: z.array(document),
  azureProduct: document,
  azureProductResource: document,
  commits: z.array(CommitDimension[way]),
  currency: z.string(),
  dimensions: z.array(MeteringDimension[way]),
  eulaType: untypedChoice(eulaTypes),
  eulaUrl: z.string(),
  gcpProduct: document,
  refundCancellationPolicy: z.string(),
  sellerNotes: z.string(),
  snowflakeProduct: document,
  stripeProduct: document,
}));

const product = {
  id: z.string(),
  organizationID: z.string(),
  name: z.string(),
  partner: z.enum(partners),
  service: z.enum(services),
  productType: z.enum(productTypes),
  status: z.string(),
  createdBy: z.string(),
  creationTime: timeOut,
  lastUpdatedBy: z.string(),
  lastUpdateTime: timeOut,
};

const optionals = {
  externalID: z.string(),
  fulfillmentUrl: z.string(),
  partnerID: z.string(),
  sellerID: z.string(),
  info: ProductInfo.reply,
  metaInfo: WorkloadMetaInfo.reply,
};

export const WorkloadProduct = z
  .strictObject({ ...product, ...z.strictObject(optionals).partial().shape })
  .meta({ id: 'WorkloadProduct' });

/** A product of a query, cut down to the asked fields. */
export const Product = z
  .strictObject({ ...product, ...optionals })
  .partial()
  .meta({ id: 'Product' });

export const productFieldNames = new Set(Object.keys(Product.shape));

const crmParams = { salesforceOpportunityId: textParam(), salesforceQuoteId: textParam(), hubspotDealId: textParam() };

export const ProductListParams = z.object({
  ...listParams(100),
  partner: z.enum(['AWS', 'AZURE', 'GCP', 'STRIPE']).optional(),
  view: z.enum(['lite', 'full']).optional().meta({ description: 'lite leaves out info and metaInfo' }),
  forCreateOffer: flagParam.meta({
    description: 'Only products that can carry a private offer; with a CRM id those of no deal or of that deal',
  }),
  ...crmParams,
});

export const PartnerProductParams = z.object(listParams());

export const ProductQueryParams = z.object({
  ...queryParams(100, 200),
  fields: textParam(2000).meta({ description: 'Comma separated projection in dot notation: id,name,info.currency' }),
});
