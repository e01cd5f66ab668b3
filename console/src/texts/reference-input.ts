export const referenceInputTexts = {
  unreadable: 'These cannot be read.',
  nothingFound: (one: string) => `No ${one} has this name.`,
} as const;
