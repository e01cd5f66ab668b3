export const bulkActsTexts = {
  selected: (things: string) => `${things} selected`,
  clearSelection: 'Clear selection',
  done: 'Done',
  howManyAreDone: 'Progress',
  close: 'Close',
} as const;
