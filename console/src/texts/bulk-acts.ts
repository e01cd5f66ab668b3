export const bulkActsTexts = {
  selected: (things: string) => `${things} selected`,
  clearSelection: 'Clear selection',
  done: 'Done',
  howManyAreDone: 'Progress',
  close: 'Close',
  stop: 'Stop after this one',
  stopped: (done: number, all: number) => `Stopped after ${done} of ${all}. Nothing was done for the others.`,
} as const;
