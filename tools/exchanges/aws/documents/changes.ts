import {
  anyOf,
  date,
  empty,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  type Shape,
  someText,
  textOf,
} from '../../written/shapes.ts';
import * as terms from './terms.ts';

/**
 * The documents of changes (`Details`, `DetailsDocument`) by entity and change type. Sources: AWS Marketplace API Reference,
 * "Work with seller products", "Work with SaaS products", "Work with private offers", "Work with channel partner private
 * offers", "Work with resale authorizations" and "Work with offer sets": the fields of each change type, and the lengths,
 * patterns and words of its table of synchronous validations.
 */

/** An entity of the catalog, or one that another change of the set creates. */
const entityId = (pattern: string): Shape => matching(`^(${pattern}(@\\d+)?|\\$[A-Za-z]+\\.Entity\\.Identifier)$`);
const productId = entityId('[\\w-]{1,50}');
/** "Must not contain illegal characters (\\, <, >)". */
const plain = (max: number): Shape => ({ type: 'string', minLength: 1, maxLength: max, pattern: '^[^\\\\<>]*$' });
const oneTerm = (...shapes: readonly Shape[]): Shape => object({ Terms: listOf(anyOf(...shapes), 1, 1) });
const atLeastOne = (members: Readonly<Record<string, Shape>>): Shape => ({ ...object({}, members), minProperties: 1 });

/** No control characters except tab and line feed. */
const prose = (max: number): Shape => ({
  type: 'string',
  maxLength: max,
  pattern: '^[^\\u0000-\\u0008\\u000B-\\u001F]*$',
});
const webUrl = matching('^https://\\S+$');
const key = matching('^[A-Za-z0-9_.-]{1,100}$');
const types = listOf(oneOf('Entitled', 'Metered', 'ExternallyMetered'), 1, 3);
const unit = oneOf(
  ...[
    'GB',
    'Gbps',
    'HostHrs',
    'Hosts',
    'MB',
    'Mbps',
    'Requests',
    'TaskHrs',
    'TB',
    'TierHrs',
    'UnitHrs',
    'Units',
    'UserHrs',
  ],
  'Users',
);

const urlOption = object({ SaaSUrlDeliveryOptionDetails: object({ FulfillmentUrl: webUrl }) });

const product: Record<string, Shape> = {
  CreateProduct: object({}, { ProductTitle: prose(72) }),
  UpdateInformation: atLeastOne({
    ...{
      ProductTitle: prose(72),
      ShortDescription: prose(1000),
      LongDescription: prose(5000),
      Sku: orNull(prose(100)),
    },
    ...{ LogoUrl: webUrl, VideoUrls: listOf(webUrl, 0, 1), Highlights: listOf(prose(500), 1, 3) },
    AdditionalResources: listOf(object({ Text: prose(500), Url: webUrl }), 0, 500),
    ...{
      SupportDescription: prose(2000),
      Categories: listOf(someText, 1, 3),
      SearchKeywords: listOf(textOf(1, 50), 1, 15),
    },
  }),
  AddDimensions: listOf(
    object({ Key: key, Name: prose(500), Description: prose(1000), Unit: unit, Types: types }),
    1,
    200,
  ),
  // The table gives 5 as the maximum length of a name; that of AddDimensions gives 500.
  UpdateDimensions: listOf(object({ Key: key, Types: types }, { Name: prose(500), Description: prose(1000) }), 1, 200),
  RestrictDimensions: listOf(object({ Key: key, Types: types }), 1, 200),
  AddDeliveryOptions: object({ DeliveryOptions: listOf(object({ Details: urlOption }), 1) }),
  UpdateDeliveryOptions: object({
    DeliveryOptions: listOf(object({ Id: matching('^do-\\w+$'), Details: urlOption }), 1),
  }),
  UpdateTargeting: object({ PositiveTargeting: object({}, { BuyerAccounts: listOf(terms.accountId, 0, 5000) }) }),
  UpdateVisibility: anyOf(
    object({ TargetVisibility: oneOf('Public', 'Limited') }),
    object({ TargetVisibility: oneOf('Restricted') }, { ReplacementProductId: productId }),
  ),
  ReleaseProduct: empty,
};

const preExisting = object({
  AcquisitionChannel: oneOf('External', 'AwsMarketplace'),
  PricingModel: oneOf('Contract', 'Usage', 'Byol', 'Free'),
});
const pricingModel = oneOf('Byol', 'Free', 'Usage', 'Contract');

const offer: Record<string, Shape> = {
  CreateOffer: object({ ProductId: productId }, { Name: plain(150), OfferSetId: entityId('offerset-\\w+') }),
  CreateReplacementOffer: object({ AgreementId: textOf(1, 64) }, { Name: plain(150) }),
  CreateOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: entityId('resaleauthz-\\w+') },
    { Name: plain(150), OfferSetId: entityId('offerset-\\w+') },
  ),
  CreateReplacementOfferUsingResaleAuthorization: object(
    { ResaleAuthorizationId: entityId('resaleauthz-\\w+'), AgreementId: textOf(1, 64) },
    { Name: plain(150) },
  ),
  UpdateInformation: atLeastOne({
    ...{ Name: plain(150), Description: textOf(1, 255), PreExistingAgreement: orNull(preExisting) },
  }),
  UpdateTargeting: object(
    {},
    {
      PositiveTargeting: atLeastOne({
        CountryCodes: terms.countryCodes,
        BuyerAccounts: listOf(terms.accountId, 1, 26),
      }),
      NegativeTargeting: object({ CountryCodes: terms.countryCodes }),
    },
  ),
  UpdateSupportTerms: oneTerm(terms.supportTerm),
  UpdateLegalTerms: oneTerm(terms.legalTerm),
  UpdatePricingTerms: object({ PricingModel: pricingModel, Terms: listOf(anyOf(...terms.pricingTerms)) }),
  UpdateAvailability: object({ AvailabilityEndDate: orNull(date) }),
  UpdateValidityTerms: object({ Terms: listOf(terms.validityTerm(), 0, 1) }),
  UpdatePaymentScheduleTerms: object({ Terms: listOf(terms.scheduleTerm('PaymentScheduleTerm'), 0, 1) }),
  UpdateNetPaymentTerms: object({ Terms: listOf(terms.netPaymentTerm('NetPaymentTerm'), 0, 1) }),
  UpdateRenewalTerms: object({ Terms: listOf(terms.renewalTerm, 0, 1) }),
  UpdateMarkup: object({ Percentage: matching('^\\d+(\\.\\d+)?$') }),
  ReleaseOffer: empty,
};

const offers = object({ Offers: listOf(object({ OfferId: entityId('offer-\\w+') }), 1) });
const offerSet: Record<string, Shape> = {
  CreateOfferSet: object({ Name: plain(150) }),
  UpdateInformation: atLeastOne({ Name: plain(150), BuyerNotes: textOf(1, 1000) }),
  AssociateOffers: offers,
  DisassociateOffers: offers,
  ReleaseOfferSet: empty,
};

const authorization: Record<string, Shape> = {
  CreateResaleAuthorization: object(
    { ProductId: productId, Name: textOf(1, 100), ResellerAccountId: terms.accountId },
    { Description: textOf(1, 255), BulkRequestId: { type: 'string', format: 'uuid' } },
  ),
  UpdateInformation: atLeastOne({
    ...{ Name: textOf(1, 100), Description: textOf(1, 255) },
    PreExistingBuyerAgreement: object({
      AcquisitionChannel: oneOf('External', 'AwsMarketplace'),
      PricingModel: oneOf('Contract', 'Usage', 'BYOL', 'Byol', 'Free'),
    }),
  }),
  UpdateAvailability: atLeastOne({ AvailabilityEndDate: date, OffersMaxQuantity: oneOf(1) }),
  UpdateBuyerTargetingTerms: oneTerm(
    object({
      Type: oneOf('BuyerTargetingTerm'),
      PositiveTargeting: atLeastOne({ BuyerAccounts: listOf(terms.accountId, 1, 25) }),
    }),
  ),
  UpdateBuyerValidityTerms: oneTerm(object({ Type: oneOf('BuyerValidityTerm'), MaximumAgreementStartDate: date })),
  UpdateLegalTerms: object({ Terms: listOf(anyOf(terms.buyerLegalTerm, terms.resaleLegalTerm), 1, 2) }),
  UpdatePricingTerms: object({ PricingModel: pricingModel, Terms: listOf(anyOf(...terms.resalePricingTerms), 1) }),
  UpdatePaymentScheduleTerms: oneTerm(terms.scheduleTerm('ResalePaymentScheduleTerm')),
  UpdateNetPaymentTerms: object({ Terms: listOf(terms.netPaymentTerm('ResaleNetPaymentTerm'), 0, 1) }),
  ReleaseResaleAuthorization: empty,
  RestrictResaleAuthorization: empty,
};

/** By entity, then by change type. */
export const changeDocuments: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'SaaSProduct@1.0': product,
  'Offer@1.0': offer,
  'OfferSet@1.0': offerSet,
  'ResaleAuthorization@1.0': authorization,
};
