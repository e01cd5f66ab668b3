export const paletteTexts = {
  label: 'Search or act',
  placeholder: 'A page, an action, a name or an ID',
  nothingFound: 'Nothing was found with this name.',
  open: (id: string) => `Open ${id}`,
  groups: { found: 'Found', pages: 'Pages', acts: 'Acts' },
  pages: { today: 'Today', newOffer: 'New offer', knowledge: 'Knowledge' },
} as const;
