import {
  anyOf,
  listOf,
  matching,
  object,
  oneOf,
  orNull,
  type Shape,
  someText,
  text,
  wholeFrom,
} from '../../written/shapes.ts';
import * as terms from './terms.ts';

/**
 * The documents of entities that are read (`DescribeEntity`). Sources: AWS Marketplace API Reference, "Describe existing
 * offer details" (Offer@1.0), "Describe an existing Resale Authorization", "Work with offer sets: describe", and the samples
 * of aws-marketplace-reference-code for SaaSProduct@1.0. Members of an offer that AWS's shapes have beside the page's sample
 * (`CreatedBySource`, `TargetAgreementId`, …) are those of its catalog API shapes.
 */

const moment = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$');
/** Changes use dates; descriptions show timestamps (the page's samples). */
const day = matching('^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z)?$');
const id = (prefix: string): Shape => matching(`^${prefix}-[\\w-]+$`);

const offerTerm = anyOf(
  ...terms.pricingTerms,
  ...[terms.supportTerm, terms.legalTerm, terms.validityTerm(day), terms.scheduleTerm('PaymentScheduleTerm', day)],
  ...[terms.renewalTerm, terms.netPaymentTerm('NetPaymentTerm')],
);
const targeting = object(
  { Type: oneOf('TargetingRule') },
  {
    PositiveTargeting: object({}, { CountryCodes: terms.countryCodes, BuyerAccounts: listOf(terms.accountId, 1, 26) }),
    NegativeTargeting: object({ CountryCodes: terms.countryCodes }),
  },
);
const preExisting = object({
  AcquisitionChannel: oneOf('External', 'AwsMarketplace'),
  PricingModel: oneOf('Contract', 'Usage', 'Byol', 'Free'),
});

const offer = object(
  {
    ...{ Id: id('offer'), State: oneOf('Draft', 'Released'), ProductId: someText, Terms: listOf(offerTerm) },
    Rules: listOf(anyOf(targeting, object({ Type: oneOf('AvailabilityRule') }, { AvailabilityEndDate: moment }))),
  },
  {
    ...{ Name: orNull(text), Description: orNull(text), PreExistingAgreement: orNull(preExisting) },
    ...{ OfferSetId: orNull(id('offerset')), ResaleAuthorizationId: orNull(id('resaleauthz')) },
    ...{ MarkupPercentage: orNull(text), CreatedBySource: orNull(text) },
    ...{
      TargetAgreementId: orNull(id('agmt')),
      TargetAgreementIntent: orNull(oneOf('Renew', 'Replace')),
    },
  },
);

const resaleTerm = anyOf(
  ...terms.resalePricingTerms,
  ...[terms.buyerLegalTerm, terms.resaleLegalTerm, terms.netPaymentTerm('ResaleNetPaymentTerm')],
  ...[terms.scheduleTerm('ResalePaymentScheduleTerm', day)],
  object({ Type: oneOf('BuyerValidityTerm'), MaximumAgreementStartDate: day }),
  object({
    Type: oneOf('BuyerTargetingTerm'),
    PositiveTargeting: object(
      {},
      { BuyerAccounts: listOf(anyOf(terms.accountId, object({ AwsAccountId: terms.accountId }))) },
    ),
  }),
);
const authorization = object(
  {
    ...{ Name: text, ProductId: someText, Status: oneOf('Draft', 'Active', 'Restricted', 'Expired', 'Inactive') },
    ...{ ManufacturerAccountId: terms.accountId, CreatedDate: moment, Terms: listOf(resaleTerm) },
    Rules: listOf(
      anyOf(
        object(
          { Type: oneOf('AvailabilityRule') },
          { Usage: text, AvailabilityEndDate: day, OffersMaxQuantity: wholeFrom(1) },
        ),
        object(
          { Type: oneOf('PartnerTargetingRule'), ResellerAccountId: terms.accountId },
          { ResellerLegalName: text },
        ),
      ),
    ),
  },
  {
    ...{ Description: orNull(text), ProductName: text, ManufacturerLegalName: text, BulkRequestId: orNull(text) },
    PreExistingBuyerAgreement: orNull(object({ AcquisitionChannel: text, PricingModel: text })),
    OfferDetails: object(
      { OfferExtendedStatus: text, OfferCreatedCount: wholeFrom(0) },
      { OfferCreatedDate: orNull(day) },
    ),
  },
);

const offerSet = object(
  { Id: id('offerset'), State: oneOf('Draft', 'Released'), Name: orNull(text) },
  {
    ...{ BuyerNotes: orNull(text), SolutionId: orNull(text), ReleaseDate: orNull(moment) },
    ...{ AssociatedOffers: listOf(object({ OfferId: id('offer') })), AssociatedOfferIds: listOf(id('offer')) },
  },
);

const dimension = object(
  { Key: terms.dimensionKey, Name: text, Types: listOf(oneOf('Entitled', 'Metered', 'ExternallyMetered'), 1) },
  { Description: text, Unit: text, Visibility: oneOf('Public', 'Restricted') },
);
const link = object({ Text: text, Url: text }, { Type: text });
const product = object(
  {
    Description: object(
      {
        ProductTitle: orNull(text),
        ProductCode: matching('^[a-z0-9]{1,255}$'),
        ProductState: oneOf('Draft', 'Active', 'Restricted', 'Inactive'),
      },
      {
        ...{
          ShortDescription: orNull(text),
          LongDescription: orNull(text),
          Sku: orNull(text),
          Manufacturer: orNull(text),
        },
        ...{
          Highlights: listOf(text),
          SearchKeywords: listOf(text),
          Categories: listOf(text),
          AssociatedProducts: orNull(text),
        },
        Visibility: oneOf('Draft', 'Limited', 'Public', 'Restricted'),
      },
    ),
  },
  {
    PromotionalResources: object(
      {},
      {
        LogoUrl: orNull(text),
        Videos: listOf(anyOf(text, link)),
        AdditionalResources: listOf(link),
        PromotionalMedia: orNull(listOf(anyOf(text, link))),
      },
    ),
    SupportInformation: object({}, { Description: orNull(text), Resources: listOf(text) }),
    Dimensions: listOf(dimension),
    Targeting: object({}, { PositiveTargeting: object({}, { BuyerAccounts: listOf(terms.accountId) }) }),
    Versions: listOf(
      object(
        {
          Id: someText,
          DeliveryOptions: listOf(
            object(
              { Id: matching('^do-\\w+$'), Type: oneOf('SaaSUrlDeliveryOption', 'ApiDeliveryOption') },
              {
                Visibility: oneOf('Public', 'Limited', 'Restricted'),
                FulfillmentUrl: text,
                isRecommended: { type: 'boolean' },
              },
            ),
          ),
        },
        { VersionTitle: text, CreationDate: moment },
      ),
    ),
  },
);

/** By entity type, as descriptions name it. */
export const entityDocuments: Readonly<Record<string, Shape>> = {
  'SaaSProduct@1.0': product,
  'Offer@1.0': offer,
  'OfferSet@1.0': offerSet,
  'ResaleAuthorization@1.0': authorization,
};
