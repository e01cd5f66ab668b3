import { textOf } from '../api/call.ts';
import { salesChannelOf } from '../billing/sales-channel.ts';
import type { AzureReader, Subscription } from '../state.ts';
import type { DataRow } from './dataset.ts';

/** The columns about a customer and its purchase that the datasets share. All customers are in the United States. */
export const customerColumns = (reader: AzureReader, subscription: Subscription): DataRow => {
  const buyer = reader.get('buyers', subscription.buyerId);
  const name = buyer?.name ?? '';
  const salesChannel = salesChannelOf(reader, subscription.buyerId);
  return {
    // The page of the orders calls it the customer's Azure subscription.
    MarketplaceSubscriptionId: buyer?.azureSubscriptionId ?? '',
    OfferName: textOf(reader.get('resources', subscription.productId)?.live?.alias) ?? subscription.offerId,
    OfferType: 'SaaS',
    AzureLicenseType: salesChannel,
    MarketplaceLicenseType: 'Billed through Azure',
    SalesChannel: salesChannel,
    CustomerId: buyer?.tenantId ?? '',
    BillingAccountId: subscription.buyerId,
    CustomerName: name,
    CustomerCompanyName: name,
    CustomerEmail: buyer?.emailId ?? '',
    CustomerCity: '',
    CustomerState: '',
    CustomerCountry: 'United States',
    CloudInstanceName: 'AzureGlobal',
    IsPreviewSKU: 'No',
  };
};

/** The private offer by which something was bought, by the columns of the orders and of usage. */
export const privateOfferColumns = (reader: AzureReader, privateOfferId: string | null): DataRow => ({
  IsPrivateOffer: privateOfferId === null ? '0' : '1',
  // "private-offer/<GUID>" in the ingestion API; the analytics contain only the GUID (not confirmed).
  PrivateOfferId: privateOfferId?.split('/')[1] ?? '',
  PrivateOfferName: textOf(reader.get('privateOffers', privateOfferId ?? '')?.document.name) ?? '',
});
