export const customerDealsTexts = {
  onlyFirst: (shown: number, all: number) =>
    `Deals of this customer and of ${shown - 1} of the other ${all - 1} accounts. Open another account of the company to see its deals.`,
} as const;
