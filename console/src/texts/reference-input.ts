export const referenceInputTexts = {
  unreadable: 'These cannot be read.',
  loading: 'Loading …',
  nothingFound: (one: string) => `No ${one} has this name.`,
} as const;
