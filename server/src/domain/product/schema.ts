import { z } from 'zod';
import { documentBytesMax } from '../../contract/limits.ts';
import { partners } from '../../contract/partner-codes.ts';
import { CommitDimension, MeteringDimension } from '../../contract/reference/dimensions.ts';
import { eulaTypes, services, timeUnits } from '../../contract/reference/enums.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { referenceObject, untypedChoice } from '../../contract/reference/reference.ts';
import {
  choiceIn,
  componentOf,
  namedTexts,
  ownedDocument,
  ownedText,
  ownedTime,
  partnerDocument,
  text,
  timeOut,
} from '../../contract/shapes.ts';
import { productTypes } from './product-types.ts';

/** `commits` are the contract dimensions, `dimensions` the metered ones. A dimension that is both appears in both. */
export const ProductInfo = referenceObject(
  'ProductInfo',
  (way) => ({
    alibabaProduct: partnerDocument('AlibabaMarketplaceProduct'),
    attributes: namedTexts,
    awsAmiProduct: partnerDocument('AwsProduct'),
    awsContainerProduct: partnerDocument('AwsProduct'),
    awsMachineLearningProduct: partnerDocument('AwsProduct'),
    awsProfessionalServicesProduct: partnerDocument('AwsProduct'),
    awsSaasProduct: partnerDocument('AwsProduct'),
    awsSnsSubscriptions: z.array(partnerDocument('AwsSnsSubscription')),
    azureProduct: partnerDocument('AzureProduct'),
    azureProductResource: partnerDocument('AzureMarketplaceProductResource'),
    commits: z.array(CommitDimension[way]),
    currency: z.string(),
    dimensions: z.array(MeteringDimension[way]),
    eulaType: untypedChoice(eulaTypes),
    eulaUrl: z.string(),
    gcpProduct: partnerDocument('GcpMarketplaceProduct'),
    refundCancellationPolicy: z.string(),
    sellerNotes: z.string(),
    snowflakeProduct: partnerDocument('SnowflakeMarketplaceProduct'),
    stripeProduct: partnerDocument('StripeProduct'),
  }),
  { maxBytes: documentBytesMax },
);

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

const url = z.string().max(2048);

const ownedByService = {
  externalID: ownedText,
  partnerID: ownedText,
  sellerID: ownedText,
  status: ownedText,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdatedBy: ownedText,
  lastUpdateTime: ownedTime,
};
const owned = { organizationID: ownedText, ...ownedByService };

/** A whole product as clients send it. A new draft needs `name` and `partner`; everything else can follow later. */
export const ProductIn = z
  .object({
    id: z.string().max(64).nullish(),
    name: text(150).nullish(),
    partner: choiceIn(partners).nullish(),
    service: choiceIn(services).nullish(),
    productType: choiceIn(productTypes).nullish(),
    fulfillmentUrl: url.nullish(),
    info: ProductInfo.request.nullish(),
    metaInfo: WorkloadMetaInfo.request.nullish(),
    ...owned,
  })
  .meta(componentOf('WorkloadProductInput'));
export type ProductIn = z.output<typeof ProductIn>;

/** Members that a PATCH can change. Prices and the fulfilment address have their own endpoints and are ignored here. */
export const ProductPatch = z
  .object({
    name: text(150, 1).optional(),
    productType: choiceIn(productTypes).nullish(),
    info: ProductInfo.change.nullish(),
    metaInfo: WorkloadMetaInfo.change.nullish(),
    id: ownedText,
    partner: ownedText,
    service: ownedText,
    fulfillmentUrl: ownedText,
    ...owned,
  })
  .meta(componentOf('WorkloadProductChange'));
export type ProductPatch = z.output<typeof ProductPatch>;

/** `publish` accepts a whole product and uses only its id. */
export const ProductToPublish = z.object({
  id: z.string().max(64).nullish(),
  organizationID: z.string().max(64).nullish(),
  name: ownedText,
  partner: ownedText,
  service: ownedText,
  productType: ownedText,
  fulfillmentUrl: ownedText,
  info: ownedDocument,
  metaInfo: ownedDocument,
  ...ownedByService,
});

/** The ids repeat those in the path. */
export const UpdateProductParams = z.object({
  id: z.string().max(64),
  organizationID: z.string().max(64),
  fulfillmentUrl: url,
});

const commitsIn = z.array(CommitDimension.request).max(800);
const dimensionsIn = z.array(MeteringDimension.request).max(800);
const currencyIn = text(8, 1);

/** Clients repeat these in bodies of the reference, too. */
const sentBack = { id: ownedText, organizationID: ownedText };

export const UpdateProductPrice = z
  .strictObject({
    ...sentBack,
    plans: z
      .array(
        z.strictObject({
          id: text(64, 1)
            .nullish()
            .meta({ description: 'AZURE: the id of the plan; by default derived from the name' }),
          name: text(200, 1),
          commits: commitsIn.nullish(),
          dimensions: dimensionsIn.nullish(),
          currency: currencyIn.nullish(),
          billingTerm: z.strictObject({ value: z.int().min(1).max(120), unit: z.enum(timeUnits) }).nullish(),
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'UpdateProductPrice' });
export type PlanIn = z.output<typeof UpdateProductPrice>['plans'][number];

export const UpdateProductPricing = z
  .strictObject({
    ...sentBack,
    currency: currencyIn.nullish(),
    commits: commitsIn.nullish(),
    dimensions: dimensionsIn.nullish(),
    eulaType: choiceIn(eulaTypes).nullish(),
    eulaUrl: url.nullish(),
    refundCancellationPolicy: z.string().max(5000).nullish(),
    sellerNotes: z.string().max(5000).nullish(),
  })
  .meta({ id: 'UpdateProductPricing' });

export const UpdateProductTargeting = z
  .strictObject({ ...sentBack, buyerAccountIds: z.array(z.string().max(64)).max(1000) })
  .meta({ id: 'UpdateProductTargeting' });

/** A product in a query result, reduced to the requested fields. */
export const Product = z
  .strictObject({ ...product, ...optionals })
  .partial()
  .meta({ id: 'Product' });

export const productFieldNames = new Set(Object.keys(Product.shape));
