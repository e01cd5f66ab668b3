export const routerTexts = {
  noSuchPage: 'There is no such page',
  howToSearch: 'Press Ctrl K to search for what you need.',
} as const;
