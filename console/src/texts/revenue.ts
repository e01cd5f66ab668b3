export const revenueTexts = {
  title: 'Revenue',
  madeOf: (label: string, value: string) => `${label}, ${value}: what it is made of`,
  recurring: 'Recurring',
  currency: 'Currency',
  measure: 'Measure',
  monthly: 'Monthly',
  yearly: 'Yearly',
  figures: {
    mrr: { label: 'MRR', hint: 'Recurring revenue of a month, by the terms of contracts that run now.' },
    arr: { label: 'ARR', hint: 'Twelve times the exact MRR.' },
    committedMrr: {
      label: 'Committed MRR',
      hint: 'Includes what is signed but has not started, excludes what is ending.',
    },
    usageRunRate: {
      label: 'Usage, run rate',
      hint: 'What usage comes to in a year, as it was in the last three months.',
    },
    netRetention: {
      label: 'Net retention',
      hint: 'What the customers of the beginning pay at the end, with expansion.',
    },
    grossRetention: { label: 'Gross retention', hint: 'The same without expansion.' },
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
      'Nothing was billed in these days. What marketplaces and payment providers report is read several times a day.',
    channel: 'Channel',
    currency: 'Currency',
    amounts: ['Billed', 'Collected', 'Paid out', 'Outstanding', 'Fees'],
  },
} as const;
