export const actsTexts = {
  allActs: 'All actions',
} as const;
