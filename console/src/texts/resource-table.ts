export const resourceTableTexts = {
  notForRole: 'Not for your role',
  search: {
    filterList: (many: string) => `Filter ${many.toLowerCase()}`,
    searchList: (many: string) => `Search ${many.toLowerCase()}`,
    placeholder: 'Search',
    filter: 'Filter',
    clear: 'Clear',
  },
  views: { title: 'Saved views', save: 'Save this view…', name: 'Name of this view' },
  columns: 'Columns',
  download: 'Download as CSV',
  cut: (rows: number) =>
    `The file has only the first ${rows.toLocaleString()} rows; there are more. Choose filters, and download the rest in further files.`,
  notDownloaded: (why: string) => `Nothing was downloaded. ${why}`,
  empty: {
    nothingFits: 'Nothing matches these filters',
    howToFind: 'Remove a filter, or search for something else.',
    noneYet: (things: string) => `No ${things} yet`,
  },
  first: (things: string) => `The first ${things}`,
  about: (things: string) => `About ${things}`,
} as const;
