export const entranceTexts = {
  product: 'Marketplace Operations',
} as const;
