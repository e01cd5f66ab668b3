export const actDialogsTexts = {
  close: 'Close',
  done: (act: string) => `Done: ${act.toLowerCase()}.`,
  secret: {
    title: 'Copy this secret now',
    shownOnce: 'It is shown once. Whoever has it is taken for its owner.',
    copy: 'Copy',
    copied: 'Copied',
  },
} as const;
