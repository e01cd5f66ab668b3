import { awsMeteringDocuments } from './aws-metering.ts';
import { awsProductDocuments } from './aws-product.ts';
import { awsResaleDocuments } from './aws-resale.ts';
import { azureListingDocuments } from './azure-listing.ts';
import { azureOlderPriceDocuments } from './azure-older-price.ts';
import { azureOlderProductDocuments } from './azure-older-product.ts';
import { azurePriceDocuments } from './azure-price.ts';
import { azurePrivateOfferDocuments } from './azure-private-offer.ts';
import { azureProductDocuments } from './azure-product.ts';
import { azureSubscriptionDocuments } from './azure-subscription.ts';
import { commonDocuments } from './common.ts';
import { gcpEntitlementDocuments } from './gcp-entitlement.ts';
import { gcpPrivateOfferDocuments } from './gcp-private-offer.ts';
import { gcpPrivateOfferPriceDocuments } from './gcp-private-offer-price.ts';
import { gcpProductDocuments } from './gcp-product.ts';
import { gcpResellerDocuments } from './gcp-reseller.ts';
import { gcpResellerPriceDocuments } from './gcp-reseller-price.ts';
import { paymentDocuments } from './payment.ts';
import { priceModelDocuments } from './price-model.ts';
import { alibabaDocuments, snowflakeDocuments } from './unconnected.ts';

/**
 * The contents of partner documents, which the service stores as received; a guide for readers and writers of them.
 * They are open: unlisted members are kept too. Names and types are those of the reference API.
 */
export const partnerDocuments = {
  ...awsMeteringDocuments,
  ...awsProductDocuments,
  ...awsResaleDocuments,
  ...azureListingDocuments,
  ...azureOlderProductDocuments,
  ...azurePriceDocuments,
  ...azurePrivateOfferDocuments,
  ...azureProductDocuments,
  ...azureSubscriptionDocuments,
  ...commonDocuments,
  ...gcpEntitlementDocuments,
  ...gcpPrivateOfferDocuments,
  ...gcpProductDocuments,
  ...gcpResellerDocuments,
  ...paymentDocuments,
  ...azureOlderPriceDocuments,
  ...priceModelDocuments,
  ...gcpPrivateOfferPriceDocuments,
  ...gcpResellerPriceDocuments,
  ...snowflakeDocuments,
  ...alibabaDocuments,
} as const;

export type PartnerDocumentName = keyof typeof partnerDocuments;
