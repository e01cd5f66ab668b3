export const revenueTexts = {
  title: 'Revenue',
  madeOf: (label: string, value: string) => `${label}, ${value}: what it is made of`,
  recurring: 'Recurring',
  currency: 'Currency',
  measure: 'Measure',
  monthly: 'Monthly',
  yearly: 'Yearly',
  figures: {
    mrr: { label: 'MRR', hint: 'Recurring revenue per month, by the terms of the contracts in force.' },
    arr: { label: 'ARR', hint: 'Twelve times the exact MRR.' },
    committedMrr: {
      label: 'Committed MRR',
      hint: 'Includes contracts that are signed but have not started, and excludes those that are ending.',
    },
    usageRunRate: {
      label: 'Usage, run rate',
      hint: 'A year of usage revenue at the rate of the last three months.',
    },
    netRetention: {
      label: 'Net retention',
      hint: 'What the customers at the start of the period pay at its end, including expansion.',
    },
    grossRetention: { label: 'Gross retention', hint: 'The same, excluding expansion.' },
  },
  atMonthEnds: (measure: string) => `${measure} at the end of each month`,
  whatChanged: 'What changed it',
  months: {
    title: 'Month by month',
    download: 'Download as CSV',
    period: 'Period',
    statement: 'Statement',
    movementMadeOf: (movement: string, period: string, amount: string) =>
      `${movement} of ${period}, ${amount}: what it is made of`,
    differences: 'Differences',
  },
  cash: {
    title: 'Billed to paid out, 30 days',
    nothingBilled:
      'Nothing was billed in these days. Reports of marketplaces and payment providers are read several times a day.',
    channel: 'Channel',
    currency: 'Currency',
    amounts: ['Billed', 'Collected', 'Paid out', 'Outstanding', 'Fees'],
  },
} as const;
