export const customerDealsTexts = {
  onlyFirst: (shown: number, all: number) =>
    `Of this customer and ${shown - 1} others of its ${all} accounts. Open another account of the company for its own.`,
} as const;
