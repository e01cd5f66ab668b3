import type { TestOrganization } from '../app.ts';
import { aDeal } from './deal.ts';
import type { Example, Examples } from './example.ts';

let count = 0;

/** Replaces a table of rates: each time with another rate. */
const aReplacement = (): Example => {
  count += 1;
  return {
    query: 'rateTable=ECB&currency=USD',
    body: {
      rates: [
        { date: '2026-10-30', currency: 'EUR', rate: 1.08 },
        { date: '2026-11-02', currency: 'EUR', rate: Number(`1.1${count}`) },
      ],
    },
  };
};

const aTable = async (organization: TestOrganization): Promise<void> => {
  const { query = '', body } = aReplacement();
  const { status, text } = await organization.editor.call('PUT', `/exchangeRate?${query}`, { body });
  if (status !== 200) throw new Error(text);
};

export const revenueMetricsExamples: Examples = {
  getRevenueMetrics: async (app, organization) => {
    await aDeal(app, organization);
    await aTable(organization);
    return { query: 'granularity=quarter&by=product&rateTable=ECB' };
  },
  explainRevenueMetrics: async (app, organization) => {
    await aDeal(app, organization);
    return { query: 'granularity=quarter&cell=mrr&page_size=20' };
  },
  listExchangeRates: async (_app, organization) => {
    await aTable(organization);
    return { query: 'rateTable=ECB' };
  },
  replaceExchangeRates: async () => aReplacement(),
};
