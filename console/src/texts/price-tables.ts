export const priceTablesTexts = {
  title: 'Price',
  lessPercent: (percent: string) => `The prices of the product, less ${percent} percent.`,
  trial: (length: string) => `With a free trial of ${length}.`,
  noPrice: 'No price is set yet.',
  length: (count: number, unit: string) => `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`,
  commits: { name: 'Bought in advance', length: 'For', quantity: 'Quantity', price: 'Price' },
  dimensions: { name: 'By usage', plan: 'Plan', rate: 'Per unit' },
  payments: 'Payments',
} as const;
