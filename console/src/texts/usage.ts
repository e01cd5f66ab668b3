export const usageTexts = {
  title: 'Usage',
  channel: 'Channel',
  measure: 'Measure',
  days: 'Days',
  daysShown: (days: string) => `${days} days`,
  /** What each measure is called, and what is said of an amount of it. */
  measures: {
    accepted: { label: 'Accepted', amount: (amount: string) => `${amount} accepted` },
    submitted: { label: 'Submitted', amount: (amount: string) => `${amount} submitted` },
    carried: { label: 'Carried on', amount: (amount: string) => `${amount} carried to the next day` },
    held: { label: 'Held', amount: (amount: string) => `${amount} held back` },
    money: { label: 'Money', amount: (amount: string) => `${amount} at the unit price` },
  },
  map: { label: 'Usage by day', dimension: 'Dimension' },
  noUsage: 'No usage in these days',
  howToReport: 'Report usage through the API, or upload a file of usage records.',
  keptByHour: (days: number) => `Hourly figures are shown for ${days} days.`,
  tooMuch: 'There is more usage than this map can show. Choose fewer days.',
  records: 'Records',
  recordsOn: (day: string) => `Records received on ${day}`,
} as const;
