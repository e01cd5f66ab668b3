export const linesTexts = {
  remove: 'Remove',
  cell: (column: string, one: string, place: number) => `${column}, ${one} ${place}`,
  removeLine: (one: string, place: number, list: string) => `Remove ${one} ${place} of ${list.toLowerCase()}`,
} as const;
