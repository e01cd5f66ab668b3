export const actsTexts = {
  allActs: 'All acts',
} as const;
