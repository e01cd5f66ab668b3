export const actDialogsTexts = {
  close: 'Close',
  done: (act: string) => `Done: ${act.toLowerCase()}.`,
  secret: {
    title: 'Copy this secret now',
    shownOnce: 'It is shown once. Anyone who has it can act as its owner.',
    copy: 'Copy',
    copied: 'Copied',
  },
} as const;
