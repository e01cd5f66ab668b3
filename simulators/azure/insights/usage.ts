import { meteredDays } from '../billing/metered-days.ts';
import { monthOf } from '../billing/months.ts';
import { customerColumns } from './customer-columns.ts';
import { apiTime, type Dataset } from './dataset.ts';

/**
 * Metered usage, a row for each day, subscription, plan and dimension; columns of "List of system queries", Metered usage
 * report. Charges are exact: those of a month, added up, are what is billed before it is rounded to the cent. Not
 * confirmed: that UsageReference is the dimension, and that included quantities are in MeteredUsage but not in charges.
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
  ],
  metrics: ['NormalizedUsage', 'RawUsage', 'MeteredUsage', 'EstimatedExtendedChargeCC', 'EstimatedExtendedChargePC'],
  timeColumn: 'UsageDate',
  rows: (reader, publisherId) =>
    meteredDays(reader, publisherId).map(
      ({ day, subscription, planId, dimension, unit, quantity, billable, price }) => {
        const charge = billable.times(price).toFixed();
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
          UsageReference: dimension,
          UsageUnit: unit,
          NormalizedUsage: '0',
          RawUsage: '0',
          MeteredUsage: quantity.toFixed(),
          EstimatedExtendedChargeCC: charge,
          EstimatedExtendedChargePC: charge,
        };
      },
    ),
};
