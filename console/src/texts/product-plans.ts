export const productPlansTexts = {
  title: 'Plans and prices',
} as const;
