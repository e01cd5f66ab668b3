export const paletteTexts = {
  label: 'Search or act',
  placeholder: 'A page, an act, a name or an id',
  nothingFound: 'Nothing has this name.',
  open: (id: string) => `Open ${id}`,
  groups: { found: 'Found', pages: 'Pages', acts: 'Acts' },
  pages: { today: 'Today', newOffer: 'New offer', knowledge: 'Knowledge' },
} as const;
