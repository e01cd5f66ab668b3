import { meteredDays } from '../billing/metered-days.ts';
import { monthOf } from '../billing/months.ts';
import { customerColumns, privateOfferColumns } from './customer-columns.ts';
import { apiTime, type Dataset } from './dataset.ts';

/** Columns that the system query does not select. */
export const newerColumns: readonly string[] = [
  ...['MeterId', 'MeterDimension', 'ReferenceId', 'PlanId', 'OfferId', 'IsPrivateOffer', 'PrivateOfferId'],
  ...['PrivateOfferName', 'PartnerCenterDetectedAnomaly', 'PublisherMarkedAnomaly', 'NewReportedUsage'],
];

/**
 * Metered usage, a row for each day, subscription, plan and dimension; columns of "List of system queries", Metered usage
 * report, and from MeterId on those of "Usage dashboard in commercial marketplace analytics" (data dictionary), by which
 * ReferenceId is the AssetId, and UsageReference connects with the order and line item of the payout report: it is empty
 * here until the month is billed. Charges are exact: those of a month, added up, are what is billed before it is rounded to
 * the cent. Not confirmed: how UsageReference is concatenated, that MeterDimension is the id of the dimension, and that
 * included quantities are in MeteredUsage but not in charges.
 */
export const usage: Dataset = {
  name: 'ISVUsage',
  columns: [
    ...[
      'MarketplaceSubscriptionId',
      'MonthStartDate',
      'OfferType',
      'AzureLicenseType',
      'MarketplaceLicenseType',
      'SKU',
    ],
    ...['CustomerCountry', 'IsPreviewSKU', 'SKUBillingType', 'IsInternal', 'VMSize', 'CloudInstanceName'],
    ...['ServicePlanName', 'OfferName', 'DeploymentMethod', 'CustomerName', 'CustomerCompanyName', 'UsageDate'],
    ...['IsNewCustomer', 'CoreSize', 'TrialEndDate', 'CustomerCurrencyCC', 'PriceCC', 'PayoutCurrencyPC'],
    ...['EstimatedPricePC', 'UsageReference', 'UsageUnit', 'CustomerId', 'BillingAccountId', 'NormalizedUsage'],
    ...['RawUsage', 'MeteredUsage', 'EstimatedExtendedChargeCC', 'EstimatedExtendedChargePC'],
    ...newerColumns,
  ],
  metrics: ['NormalizedUsage', 'RawUsage', 'MeteredUsage', 'EstimatedExtendedChargeCC', 'EstimatedExtendedChargePC'],
  timeColumn: 'UsageDate',
  rows: (reader, publisherId) => {
    const billed = Map.groupBy(
      reader.list('charges').filter(({ kind, dimension }) => kind === 'Purchase' && dimension !== null),
      ({ subscriptionId, planId, dimension, month }) => [subscriptionId, planId, dimension, month].join('|'),
    );
    return meteredDays(reader, publisherId).map(
      ({ day, subscription, planId, privateOfferId, dimension, unit, quantity, billable, price }) => {
        const charge = billable.times(price).toFixed();
        const [bill] = billed.get([subscription.id, planId, dimension, monthOf(day)].join('|')) ?? [];
        return {
          ...customerColumns(reader, subscription),
          MonthStartDate: apiTime(monthOf(day)),
          SKU: planId,
          SKUBillingType: 'Paid',
          IsInternal: '0',
          VMSize: '',
          ServicePlanName: '',
          DeploymentMethod: '',
          UsageDate: apiTime(day),
          IsNewCustomer: 'No',
          CoreSize: '',
          TrialEndDate: '',
          CustomerCurrencyCC: 'USD',
          PriceCC: price.toFixed(),
          PayoutCurrencyPC: 'USD',
          EstimatedPricePC: price.toFixed(),
          UsageReference: bill ? `${bill.purchaseRecordId}${bill.id}` : '',
          UsageUnit: unit,
          NormalizedUsage: '0',
          RawUsage: '0',
          MeteredUsage: quantity.toFixed(),
          EstimatedExtendedChargeCC: charge,
          EstimatedExtendedChargePC: charge,
          MeterId: `${subscription.offerId}/${dimension}`,
          MeterDimension: dimension,
          ReferenceId: subscription.id,
          PlanId: planId,
          OfferId: subscription.offerId,
          ...privateOfferColumns(reader, privateOfferId),
          PartnerCenterDetectedAnomaly: '0',
          PublisherMarkedAnomaly: '',
          NewReportedUsage: '',
        };
      },
    );
  },
};
