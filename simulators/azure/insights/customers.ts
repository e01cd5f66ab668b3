import { customerColumns } from './customer-columns.ts';
import { apiTime, type Dataset } from './dataset.ts';

/** A row for each customer with an activated subscription ("List of system queries", Customers report query). */
export const customers: Dataset = {
  name: 'ISVCustomer',
  columns: [
    ...['MarketplaceSubscriptionId', 'DateAcquired', 'DateLost', 'ProviderName', 'ProviderEmail', 'FirstName'],
    ...['LastName', 'Email', 'CustomerCompanyName', 'CustomerCity', 'CustomerPostalCode'],
    ...['CustomerCommunicationCulture', 'CustomerCountryRegion', 'AzureLicenseType', 'PromotionalCustomers'],
    ...['CustomerState', 'CommerceRootCustomer', 'CustomerId', 'BillingAccountId', 'ID'],
  ],
  metrics: [],
  timeColumn: 'DateAcquired',
  rows: (reader, publisherId) => {
    const bought = reader
      .list('subscriptions')
      .filter((row) => row.publisherId === publisherId && row.termStart !== null);
    return [...Map.groupBy(bought, ({ buyerId }) => buyerId).values()].flatMap((rows) => {
      const [first] = rows;
      if (!first) return [];
      const columns = customerColumns(reader, first);
      const isLost = rows.every(({ status }) => status === 'Unsubscribed');
      return [
        {
          ...columns,
          DateAcquired: apiTime(Math.min(...rows.map(({ createdAt }) => createdAt))),
          DateLost: isLost ? apiTime(Math.max(...rows.map(({ modifiedAt }) => modifiedAt))) : '',
          ProviderName: reader.get('publishers', publisherId)?.name ?? '',
          ProviderEmail: '',
          FirstName: columns.CustomerName ?? '',
          LastName: '',
          Email: columns.CustomerEmail ?? '',
          CustomerPostalCode: '',
          CustomerCommunicationCulture: 'en-US',
          CustomerCountryRegion: 'United States',
          PromotionalCustomers: 'No',
          CommerceRootCustomer: '',
          ID: columns.CustomerId ?? '',
        },
      ];
    });
  },
};
