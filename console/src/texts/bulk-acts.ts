export const bulkActsTexts = {
  selected: (things: string) => `${things} selected`,
  clearSelection: 'Clear selection',
  done: 'Done',
  howManyAreDone: 'How many are done',
  close: 'Close',
} as const;
