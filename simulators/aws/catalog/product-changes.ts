import { z } from 'zod';
import type { DeliveryOption, Entity, Json, Product } from '../state.ts';
import { businessError, type ChangeDraft, type ChangeRules, changeRule, draftEntity } from './change-rule.ts';
import { dimensionChanges } from './dimension-changes.ts';
import { accountId, emptyDocument, httpsUrl, uniqueList } from './fields.ts';
import { isPrivateOffer } from './offer-rules.ts';

const title = z.string().min(1).max(72);
const information = z.strictObject({
  ProductTitle: title.optional(),
  ShortDescription: z.string().min(1).max(1000).optional(),
  LongDescription: z.string().min(1).max(5000).optional(),
  Sku: z.string().min(1).max(100).optional(),
  LogoUrl: httpsUrl.optional(),
  VideoUrls: z.array(httpsUrl).max(1).optional(),
  Highlights: z.array(z.string().min(1).max(500)).min(1).max(3).optional(),
  AdditionalResources: z
    .array(z.strictObject({ Text: z.string().min(1).max(500), Url: httpsUrl }))
    .max(3)
    .optional(),
  SupportDescription: z.string().min(1).max(2000).optional(),
  SupportResources: z.array(z.looseObject({})).max(10).optional(),
  Categories: z.array(z.string().min(1)).min(1).max(3).optional(),
  SearchKeywords: uniqueList(z.string().min(1).max(50), 1, 15).optional(),
});

const deploymentTemplate = z.looseObject({ Title: z.string().min(1) });
const optionDetails = z.union([
  z.strictObject({
    SaaSUrlDeliveryOptionDetails: z.strictObject({
      FulfillmentUrl: httpsUrl,
      LaunchUrl: httpsUrl.optional(),
      UsageInstructions: z.string().max(30000).optional(),
      QuickLaunchEnabled: z.boolean().optional(),
      DeploymentTemplates: z.array(deploymentTemplate).min(1).max(20).optional(),
    }),
  }),
  z.strictObject({ ApiDeliveryOptionDetails: z.looseObject({}) }),
]);

const visibility = z.enum(['Public', 'Limited', 'Restricted']);

/** The change types of SaaSProduct@1.0. */
export const productChanges: ChangeRules = {
  CreateProduct: changeRule({
    creates: true,
    schema: z.strictObject({ ProductTitle: title.optional() }),
    apply(draft, id, details) {
      draft.put(newProduct(draft, id, details.ProductTitle ?? null));
    },
  }),

  UpdateInformation: changeRule({
    schema: information,
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      draft.put({
        ...product,
        title: details.ProductTitle ?? product.title,
        information: { ...product.information, ...(details as Json) },
      });
    },
  }),

  UpdateTargeting: changeRule({
    schema: z.strictObject({ PositiveTargeting: z.strictObject({ BuyerAccounts: uniqueList(accountId, 0, 100) }) }),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      draft.put({ ...product, buyerAccounts: details.PositiveTargeting.BuyerAccounts });
    },
  }),

  AddDeliveryOptions: changeRule({
    schema: z.strictObject({
      DeliveryOptions: z
        .array(z.strictObject({ Details: optionDetails }))
        .min(1)
        .max(5),
    }),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      const added = details.DeliveryOptions.map(
        (option): DeliveryOption => ({
          Id: `do-${draft.transaction.ids.text(22)}`,
          Visibility: 'Public',
          Details: option.Details as Json,
          BuyerAccounts: [],
        }),
      );
      const isUrl = (option: DeliveryOption): boolean => 'SaaSUrlDeliveryOptionDetails' in option.Details;
      if (product.deliveryOptions.filter(isUrl).length + added.filter(isUrl).length > 1) {
        throw businessError(['TOO_MANY_DELIVERY_OPTIONS', 'A SaaS product has one SaaS URL delivery option.']);
      }
      draft.put({ ...product, deliveryOptions: [...product.deliveryOptions, ...added] });
    },
  }),

  UpdateDeliveryOptions: changeRule({
    schema: z.strictObject({
      DeliveryOptions: z
        .array(
          z.strictObject({
            // "missing required properties: ['Id']", 422 (Work with SaaS products using the AWS Marketplace APIs).
            Id: z.string().regex(/^do-[a-zA-Z0-9]+$/),
            Details: optionDetails,
          }),
        )
        .min(1)
        .max(5),
    }),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      let options = product.deliveryOptions;
      for (const change of details.DeliveryOptions) {
        const old = options.find((option) => option.Id === change.Id);
        if (!old) {
          const message = `Provide delivery option IDs that can be found in the product. IDs not found: ${change.Id}`;
          throw businessError(['INVALID_DELIVERY_OPTION_IDS', message]);
        }
        // Another kind of details would result in an option of two kinds.
        if (!(kindOf(change.Details as Json) in old.Details)) {
          const message = `Delivery option ${change.Id} has other details.`;
          throw businessError(['INVALID_DELIVERY_OPTION_IDS', message]);
        }
        options = options.map((option) =>
          option.Id === old.Id ? { ...option, Details: mergeDetails(option.Details, change.Details as Json) } : option,
        );
      }
      draft.put({ ...product, deliveryOptions: options });
    },
  }),

  UpdateDeliveryOptionsVisibility: changeRule({
    schema: z.strictObject({
      DeliveryOptions: z
        .array(
          z.strictObject({
            Id: z.string().regex(/^do-\w+$/),
            TargetVisibility: z.enum(['Public', 'Limited', 'Unavailable']),
            Targeting: z.strictObject({ BuyerAccounts: uniqueList(accountId, 0, 100) }).optional(),
          }),
        )
        .min(1)
        .max(20),
    }),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      let options = product.deliveryOptions;
      for (const change of details.DeliveryOptions) {
        if (!options.some((option) => option.Id === change.Id)) {
          throw businessError(['INVALID_DELIVERY_OPTION_IDS', `Delivery option ${change.Id} does not exist.`]);
        }
        options = options.map((option) =>
          option.Id === change.Id
            ? {
                ...option,
                Visibility: change.TargetVisibility,
                BuyerAccounts: change.Targeting?.BuyerAccounts ?? option.BuyerAccounts,
              }
            : option,
        );
      }
      draft.put({ ...product, deliveryOptions: options });
    },
  }),

  ...dimensionChanges,

  ReleaseProduct: changeRule({
    schema: emptyDocument,
    apply(draft, id) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      if (product.visibility !== 'Draft') {
        throw businessError(['INVALID_UPDATE_REQUEST', 'The product has been released already.']);
      }
      refuseSentinel(product, 'fail-release');
      const missing = missingForRelease(product);
      if (missing.length > 0) throw businessError(...missing);
      draft.put({ ...product, visibility: 'Limited' });
      // The public offer is released in the same set or has been released before (Developer Guide, ReleaseProduct).
      draft.atEnd(() => {
        if (draft.entities().some((entity) => isReleasedPublicOffer(entity, id))) return;
        throw businessError(['INCOMPATIBLE_PRODUCT', 'The product is released together with its public offer.']);
      });
    },
  }),

  UpdateVisibility: changeRule({
    schema: z.strictObject({
      TargetVisibility: visibility,
      ReplacementProductId: z.string().min(1).max(255).optional(),
    }),
    apply(draft, id, details) {
      const product = draftEntity(draft, 'SaaSProduct', id);
      if (product.visibility === 'Draft') {
        throw businessError(['INVALID_UPDATE_REQUEST', 'A product in Draft has to be released first.']);
      }
      if (product.visibility === details.TargetVisibility) {
        throw businessError(['INVALID_UPDATE_REQUEST', `The product is ${product.visibility} already.`]);
      }
      if (details.TargetVisibility === 'Public') refuseSentinel(product, 'fail-publish');
      draft.put({ ...product, visibility: details.TargetVisibility });
    },
  }),
};

/** A product in Draft; its code is used for metering and entitlements. */
const newProduct = (draft: ChangeDraft, id: string, productTitle: string | null): Product => ({
  type: 'SaaSProduct',
  id,
  accountId: draft.accountId,
  revision: 0,
  createdAt: draft.at,
  modifiedAt: draft.at,
  code: draft.transaction.ids.text(25),
  legacy: false,
  title: productTitle,
  visibility: 'Draft',
  information: {},
  dimensions: [],
  buyerAccounts: [],
  deliveryOptions: [],
});

const isReleasedPublicOffer = (entity: Entity, productId: string): boolean =>
  entity.type === 'Offer' && entity.productId === productId && entity.state === 'Released' && !isPrivateOffer(entity);

const kindOf = (details: Json): string => Object.keys(details)[0] ?? '';

/** Members that an update omits keep their values: AWS's own sample for an AMI product updates the usage instructions alone. */
const mergeDetails = (old: Json, update: Json): Json => {
  const kind = kindOf(update);
  return { ...old, [kind]: { ...(old[kind] as Json | undefined), ...(update[kind] as Json) } };
};

const refuseSentinel = (product: Product, word: string): void => {
  if (!(product.title ?? '').includes(word)) return;
  throw businessError(['INVALID_PRODUCT', `The title asks for this failure: ${word}.`]);
};

const missingForRelease = (product: Product): [string, string][] => {
  const needed: [boolean, string, string][] = [
    [product.title !== null, 'MISSING_PRODUCT_TITLE', 'ProductTitle'],
    [product.information.ShortDescription !== undefined, 'MISSING_SHORT_DESCRIPTION', 'ShortDescription'],
    [product.information.LongDescription !== undefined, 'MISSING_LONG_DESCRIPTION', 'LongDescription'],
    [product.information.LogoUrl !== undefined, 'MISSING_LOGO_URL', 'LogoUrl'],
    [product.information.Highlights !== undefined, 'MISSING_HIGHLIGHTS', 'Highlights'],
    [product.information.Categories !== undefined, 'MISSING_CATEGORIES', 'Categories'],
    [product.information.SearchKeywords !== undefined, 'MISSING_SEARCH_KEYWORDS', 'SearchKeywords'],
    [product.dimensions.length > 0, 'MISSING_DIMENSIONS', 'a dimension'],
    [product.deliveryOptions.length > 0, 'MISSING_DELIVERY_OPTIONS', 'a delivery option'],
  ];
  return needed
    .filter(([present]) => !present)
    .map(([, code, name]) => [code, `The product needs ${name} before it can be released.`]);
};
