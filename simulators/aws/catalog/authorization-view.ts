import { isoSeconds, type Json, type ResaleAuthorization } from '../state.ts';
import { termDetails } from './term-view.ts';

/** What DescribeEntity returns for a resale authorization. */
export const authorizationDetails = (authorization: ResaleAuthorization): Json => {
  const { terms, buyerAccounts, availabilityEndDate, offersMax, offerIds, latestStartDate } = authorization;
  const limited = offersMax !== null || availabilityEndDate !== null;
  const end = availabilityEndDate === null ? {} : { AvailabilityEndDate: `${availabilityEndDate}T23:59:59Z` };
  const buyers: Json[] = [
    {
      Type: 'BuyerTargetingTerm',
      PositiveTargeting: { BuyerAccounts: buyerAccounts.map((AwsAccountId) => ({ AwsAccountId })) },
    },
  ];
  return {
    Name: authorization.name,
    Description: authorization.description,
    ProductId: authorization.productId,
    Status: authorization.status,
    PreExistingBuyerAgreement: authorization.preExistingAgreement ?? {
      AcquisitionChannel: 'Unknown',
      PricingModel: 'Unknown',
    },
    CreatedDate: new Date(authorization.createdAt).toISOString(),
    ManufacturerAccountId: authorization.accountId,
    OfferDetails: {
      OfferExtendedStatus: offerIds.length > 0 ? 'Extended' : 'Not Started',
      OfferCreatedCount: offerIds.length,
    },
    Terms: [
      ...terms.map((term) => ({
        ...termDetails(term),
        Type: term.Type === 'LegalTerm' ? 'BuyerLegalTerm' : `Resale${term.Type}`,
      })),
      ...(authorization.resellerContract ? [authorization.resellerContract] : []),
      ...(latestStartDate
        ? [{ Type: 'BuyerValidityTerm', MaximumAgreementStartDate: `${latestStartDate}T23:59:59.000Z` }]
        : []),
      ...(buyerAccounts.length > 0 ? buyers : []),
    ],
    Rules: [
      {
        Type: 'AvailabilityRule',
        Usage: limited ? 'Limited' : 'Unlimited',
        ...end,
        ...(offersMax === null ? {} : { OffersMaxQuantity: offersMax }),
      },
      { Type: 'PartnerTargetingRule', ResellerAccountId: authorization.resellerAccountId },
    ],
  };
};

/** The fields of its summary; ListEntities also filters and sorts by them. */
export const authorizationFields = (authorization: ResaleAuthorization): Record<string, unknown> => {
  const { availabilityEndDate } = authorization;
  return {
    Name: authorization.name,
    ProductId: authorization.productId,
    ManufacturerAccountId: authorization.accountId,
    ResellerAccountID: authorization.resellerAccountId,
    Status: authorization.status,
    OfferExtendedStatus: authorization.offerIds.length > 0 ? 'Extended' : 'Not Started',
    CreatedDate: isoSeconds(authorization.createdAt),
    AvailabilityEndDate: availabilityEndDate === null ? null : `${availabilityEndDate}T23:59:59Z`,
  };
};
