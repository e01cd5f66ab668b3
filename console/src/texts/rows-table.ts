export const rowsTableTexts = {
  select: (name: string) => `Select ${name}`,
  notLoaded: 'Not loaded yet',
  selectAll: 'Select all loaded rows',
} as const;
