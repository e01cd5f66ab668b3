import { monthOf } from '../billing/months.ts';
import type { AzureReader, Charge, Subscription } from '../state.ts';
import { customerColumns, privateOfferColumns } from './customer-columns.ts';
import { apiTime, type DataRow, type Dataset } from './dataset.ts';

const columns = [
  ...['MarketplaceSubscriptionId', 'MonthStartDate', 'OfferType', 'AzureLicenseType', 'MarketplaceLicenseType', 'Sku'],
  ...['CustomerCountry', 'IsPreviewSKU', 'OrderId', 'OrderQuantity', 'CloudInstanceName', 'IsNewCustomer'],
  ...['OrderStatus', 'OrderCancelDate', 'CustomerCompanyName', 'CustomerName', 'OrderPurchaseDate', 'OfferName'],
  ...['TrialEndDate', 'CustomerId', 'BillingAccountId'],
];

/** A row for each subscription that was activated ("List of system queries", Orders report query). */
export const orders: Dataset = {
  name: 'ISVOrder',
  columns,
  metrics: ['OrderQuantity'],
  timeColumn: 'MonthStartDate',
  rows: (reader, publisherId) => ordersOf(reader, publisherId).map((row) => orderColumns(reader, row)),
};

/** Columns of "Orders dashboard in commercial marketplace analytics" (data dictionary) that the system query does not select. */
export const newerColumns: readonly string[] = [
  ...['AssetId', 'ReferenceId', 'PlanId', 'OfferId', 'IsPrivateOffer', 'PrivateOfferId', 'PrivateOfferName'],
  ...['OrderAction', 'Currency', 'AutoRenew'],
];

/**
 * A row for each term that was billed, by the same page (OrdersV2 report). No page was found that names ISVOrderV3. Not
 * confirmed: that a term has its own row.
 */
export const ordersV2: Dataset = {
  name: 'ISVOrderV2',
  columns: [
    ...columns,
    ...['TermStartDate', 'TermEndDate', 'PurchaseRecordId', 'PurchaseRecordLineItemId', 'HasTrial'],
    ...['IsTrialDeployment', 'estimatedcharges'],
    ...newerColumns,
  ],
  metrics: ['OrderQuantity', 'estimatedcharges'],
  timeColumn: 'MonthStartDate',
  rows: (reader, publisherId) => {
    const bills = Map.groupBy(
      reader
        .list('charges')
        .filter(({ billingModel, kind }) => billingModel === 'SubscriptionBased' && kind === 'Purchase'),
      ({ subscriptionId }) => subscriptionId,
    );
    return ordersOf(reader, publisherId).flatMap((row) =>
      (bills.get(row.id) ?? [null]).map((charge) => ({
        ...orderColumns(reader, row),
        ...termColumns(reader, row, charge),
      })),
    );
  },
};

const ordersOf = (reader: AzureReader, publisherId: string): Subscription[] =>
  reader.list('subscriptions').filter((row) => row.publisherId === publisherId && row.termStart !== null);

const orderColumns = (reader: AzureReader, subscription: Subscription): DataRow => {
  const { createdAt, modifiedAt, status, buyerId, quantity, planId } = subscription;
  const isFirst = !reader.list('subscriptions').some((row) => row.buyerId === buyerId && row.createdAt < createdAt);
  return {
    ...customerColumns(reader, subscription),
    MonthStartDate: apiTime(monthOf(createdAt)),
    Sku: planId,
    OrderId: subscription.id,
    OrderQuantity: String(quantity ?? 1),
    IsNewCustomer: isFirst ? 'Yes' : 'No',
    OrderStatus: status === 'Unsubscribed' ? 'Canceled' : status === 'Suspended' ? 'Suspended' : 'Active',
    OrderCancelDate: status === 'Unsubscribed' ? apiTime(modifiedAt) : '',
    OrderPurchaseDate: apiTime(createdAt),
    TrialEndDate: '',
  };
};

const termColumns = (reader: AzureReader, subscription: Subscription, charge: Charge | null): DataRow => ({
  ...(charge ? { MonthStartDate: apiTime(charge.month), Sku: charge.planId, OrderQuantity: charge.quantity } : {}),
  TermStartDate: apiTime(charge ? charge.serviceStart : subscription.termStart),
  TermEndDate: apiTime(charge ? charge.serviceEnd : subscription.termEnd),
  PurchaseRecordId: charge?.purchaseRecordId ?? '',
  PurchaseRecordLineItemId: charge?.id ?? '',
  HasTrial: subscription.isFreeTrial ? 'Yes' : 'No',
  IsTrialDeployment: 'False',
  estimatedcharges: charge?.amount ?? '0',
  AssetId: subscription.id,
  // "Applicable for SaaS with custom meters": the simulator uses the same value for all.
  ReferenceId: subscription.id,
  PlanId: charge?.planId ?? subscription.planId,
  OfferId: subscription.offerId,
  ...privateOfferColumns(reader, charge ? charge.privateOfferId : subscription.privateOfferId),
  OrderAction: subscription.status === 'Unsubscribed' ? 'Canceled' : 'Purchase',
  Currency: 'USD',
  AutoRenew: subscription.autoRenew ? 'TRUE' : 'FALSE',
});
