import { entityArn } from '../arn.ts';
import { type Entity, endOfDay, isoSeconds, type Json, type Offer, type OfferSet, type Product } from '../state.ts';
import { authorizationDetails, authorizationFields } from './authorization-view.ts';
import { termDetails } from './term-view.ts';

/** What DescribeEntity and BatchDescribeEntities return for an entity (AWS Catalog API). */
export const describeEntity = (
  entity: Entity,
): {
  EntityType: string;
  EntityIdentifier: string;
  EntityArn: string;
  LastModifiedDate: string;
  DetailsDocument: Json;
} => ({
  EntityType: `${entity.type}@1.0`,
  EntityIdentifier: `${entity.id}@${entity.revision}`,
  EntityArn: entityArn(entity.accountId, entity.type, entity.id),
  LastModifiedDate: isoSeconds(entity.modifiedAt),
  DetailsDocument: detailsOf(entity),
});

const detailsOf = (entity: Entity): Json => {
  if (entity.type === 'SaaSProduct') return productDetails(entity);
  if (entity.type === 'ResaleAuthorization') return authorizationDetails(entity);
  return entity.type === 'Offer' ? offerDetails(entity) : offerSetDetails(entity);
};

const productDetails = (product: Product): Json => {
  const { information } = product;
  return {
    Description: {
      ProductTitle: product.title,
      ProductCode: product.code,
      ShortDescription: information.ShortDescription ?? null,
      LongDescription: information.LongDescription ?? null,
      Sku: information.Sku ?? null,
      Highlights: information.Highlights ?? [],
      SearchKeywords: information.SearchKeywords ?? [],
      Categories: information.Categories ?? [],
      ProductState: product.visibility === 'Draft' ? 'Draft' : 'Active',
      Visibility: product.visibility,
    },
    PromotionalResources: {
      LogoUrl: information.LogoUrl ?? null,
      Videos: ((information.VideoUrls ?? []) as string[]).map((Url) => ({ Type: 'Link', Title: 'Product Video', Url })),
      AdditionalResources: ((information.AdditionalResources ?? []) as Json[]).map((link) => ({
        Type: 'Link',
        ...link,
      })),
    },
    SupportInformation: { Description: information.SupportDescription ?? null, Resources: [] },
    Dimensions: product.dimensions.map((dimension) => ({ ...dimension })),
    Targeting: { PositiveTargeting: { BuyerAccounts: product.buyerAccounts } },
    Versions: [{ Id: `version-${product.id.slice(5)}`, DeliveryOptions: product.deliveryOptions.map(optionDetails) }],
  };
};

const optionDetails = (option: Product['deliveryOptions'][number]): Json => {
  const [kind = ''] = Object.keys(option.Details);
  return {
    Id: option.Id,
    Type: kind.replace(/Details$/, ''),
    Visibility: option.Visibility,
    ...(option.Details[kind] as Json),
    ...(option.BuyerAccounts.length > 0 ? { Targeting: { BuyerAccounts: option.BuyerAccounts } } : {}),
  };
};

const offerDetails = (offer: Offer): Json => {
  const rules: Json[] = [];
  if (offer.availabilityEndDate !== null) {
    const end = new Date(endOfDay(offer.availabilityEndDate) - 1).toISOString();
    rules.push({ Type: 'AvailabilityRule', AvailabilityEndDate: end });
  }
  if (offer.targeting) rules.push({ Type: 'TargetingRule', ...targetingDetails(offer.targeting) });
  return {
    Id: offer.id,
    Name: offer.name,
    Description: offer.description,
    State: offer.state,
    ProductId: offer.productId,
    OfferSetId: offer.offerSetId,
    PreExistingAgreement: offer.preExistingAgreement,
    ResaleAuthorizationId: offer.resaleAuthorizationId,
    MarkupPercentage: offer.markupPercentage,
    CreatedBySource: offer.createdBySource,
    TargetAgreementId: offer.targetAgreementIntent === 'Renew' ? offer.targetAgreementId : null,
    TargetAgreementIntent: offer.targetAgreementIntent === 'Renew' ? 'Renew' : null,
    Terms: offer.terms.map(termDetails),
    Rules: rules,
  };
};

const targetingDetails = (targeting: NonNullable<Offer['targeting']>): Json => {
  if (targeting.excludedCountryCodes.length > 0) {
    return { NegativeTargeting: { CountryCodes: targeting.excludedCountryCodes } };
  }
  return {
    PositiveTargeting: {
      ...(targeting.buyerAccounts.length > 0 ? { BuyerAccounts: targeting.buyerAccounts } : {}),
      ...(targeting.countryCodes.length > 0 ? { CountryCodes: targeting.countryCodes } : {}),
    },
  };
};

const offerSetDetails = (offerSet: OfferSet): Json => ({
  Id: offerSet.id,
  Name: offerSet.name,
  State: offerSet.state,
  BuyerNotes: offerSet.buyerNotes,
  AssociatedOffers: offerSet.offerIds.map((OfferId) => ({ OfferId })),
  SolutionId: offerSet.solutionId,
  ReleaseDate: offerSet.releasedAt === null ? null : isoSeconds(offerSet.releasedAt),
});

/** The summary of an entity in ListEntities, with its type-specific part under its own name. */
export const summarizeEntity = (entity: Entity): Record<string, unknown> => ({
  ...(entityName(entity) === null ? {} : { Name: entityName(entity) }),
  EntityType: entity.type,
  EntityId: entity.id,
  EntityArn: entityArn(entity.accountId, entity.type, entity.id),
  LastModifiedDate: isoSeconds(entity.modifiedAt),
  ...(entity.type === 'SaaSProduct' ? { Visibility: entity.visibility } : {}),
  [`${entity.type}Summary`]: dropNulls(summaryFields(entity)),
});

/** The name or title of an entity. */
export const entityName = (entity: Entity): string | null =>
  entity.type === 'SaaSProduct' ? entity.title : entity.name;

/** The fields of the type-specific summary; ListEntities also filters and sorts by them. */
export const summaryFields = (entity: Entity): Record<string, unknown> => {
  if (entity.type === 'SaaSProduct') return { ProductTitle: entity.title, Visibility: entity.visibility };
  if (entity.type === 'OfferSet') {
    return {
      Name: entity.name,
      State: entity.state,
      ReleaseDate: entity.releasedAt === null ? null : isoSeconds(entity.releasedAt),
      AssociatedOfferIds: entity.offerIds,
      SolutionId: entity.solutionId,
    };
  }
  if (entity.type === 'ResaleAuthorization') return authorizationFields(entity);
  const renews = entity.targetAgreementIntent === 'Renew';
  return {
    Name: entity.name,
    ProductId: entity.productId,
    ResaleAuthorizationId: entity.resaleAuthorizationId,
    ReleaseDate: entity.releasedAt === null ? null : isoSeconds(entity.releasedAt),
    AvailabilityEndDate:
      entity.availabilityEndDate === null ? null : isoSeconds(endOfDay(entity.availabilityEndDate) - 1000),
    BuyerAccounts: entity.targeting?.buyerAccounts ?? [],
    State: entity.state,
    Targeting: targetingKinds(entity),
    OfferSetId: entity.offerSetId,
    TargetAgreementId: renews ? entity.targetAgreementId : null,
    TargetAgreementIntent: renews ? 'Renew' : null,
    CreatedBySource: entity.createdBySource,
  };
};

const targetingKinds = (offer: Offer): string[] => {
  const kinds: string[] = [];
  if ((offer.targeting?.buyerAccounts.length ?? 0) > 0) kinds.push('BuyerAccounts');
  const countries = (offer.targeting?.countryCodes.length ?? 0) + (offer.targeting?.excludedCountryCodes.length ?? 0);
  if (countries > 0) kinds.push('CountryCodes');
  return kinds.length > 0 ? kinds : ['None'];
};

const dropNulls = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
