import { counted } from '../lib/words.ts';

export const pricesTexts = {
  price: 'Price',
  contractValue: (amount: string) => `Total contract value ${amount}`,
  priceFault: (fault: string) => `The price ${fault}.`,
  commits: { title: 'Bought in advance', add: 'Add a commitment', one: 'line', result: 'Together' },
  dimensions: {
    title: 'By usage',
    add: 'Add a metered price',
    one: 'line',
    dimension: 'Dimension',
    rate: 'Price of one unit',
    rateAria: 'Unit price',
  },
  payments: {
    title: 'Payments',
    add: 'Add a payment',
    one: 'payment',
    day: 'On',
    dayAria: 'Day',
    amount: 'Amount',
    split: 'Split the total into',
    counted: (count: number) => counted(count, 'payment'),
    sum: (amount: string) => `The payments add up to ${amount}.`,
  },
} as const;
