export const ownerAmountsTexts = {
  title: 'Money so far',
  currency: 'Currency',
  gross: 'Billed',
  invoiced: 'After refunds',
  collectable: 'After fees',
  disbursed: 'Paid out',
} as const;
