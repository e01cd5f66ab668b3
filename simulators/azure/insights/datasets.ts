import { customers } from './customers.ts';
import type { Dataset } from './dataset.ts';
import { newerColumns as newerOrderColumns, orders, ordersV2 } from './orders.ts';
import { revenue } from './revenue.ts';
import { newerColumns, usage } from './usage.ts';

export const datasets: readonly Dataset[] = [customers, orders, ordersV2, usage, revenue];

/** Names are case insensitive, like everything in queries. */
export const findDataset = (name: string): Dataset | undefined =>
  datasets.find((dataset) => dataset.name.toLowerCase() === name.toLowerCase());

/** A query that Microsoft offers to every publisher. */
type SystemQuery = { id: string; name: string; description: string; query: string };

const systemQuery = (
  dataset: Dataset,
  {
    id,
    description,
    without = [],
    where = '',
  }: { id: string; description: string; without?: string[]; where?: string },
): SystemQuery => {
  const columns = dataset.columns.filter((name) => !without.includes(name));
  const query = `SELECT ${columns.join(',')} FROM ${dataset.name}${where} TIMESPAN LAST_6_MONTHS`;
  return { id, name: dataset.name, description, query };
};

/** Ids, descriptions and columns are those of "List of system queries". */
export const systemQueries: readonly SystemQuery[] = [
  systemQuery(customers, {
    id: 'b9df4929-073f-4795-b0cb-a2c81b11e28d',
    description: 'Customers report for the last 6M',
  }),
  systemQuery(orders, { id: 'fd0f299c-5a1c-4929-9f48-bfc6cc44355d', description: 'Orders report for the last 6M' }),
  systemQuery(ordersV2, {
    id: 'bd1b0cc1-ce45-4578-beba-6fe5a69fd421',
    description: 'OrdersV2 report for the last 6M',
    without: [...newerOrderColumns],
  }),
  systemQuery(usage, {
    id: 'f0c4927f-1f23-4c99-be4a-1371a5a9a086',
    description: 'Metered usage report for the last 6M',
    without: ['NormalizedUsage', 'RawUsage', ...newerColumns],
    where: " WHERE OfferType IN ('SaaS', 'Azure Applications')",
  }),
  systemQuery(revenue, {
    id: 'bf54dde4-7dc4-492f-a69a-f45de049bfcb',
    description: 'Revenue report for the last 6M',
    without: ['PlanId', 'IsPrivateOffer'],
  }),
];
