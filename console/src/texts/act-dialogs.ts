export const actDialogsTexts = {
  close: 'Close',
  confirmClosing: 'Close the form without sending what you entered?',
  done: (act: string) => `Done: ${act.toLowerCase()}.`,
  secret: {
    title: 'Copy this secret now',
    shownOnce: 'It is shown once. Anyone who has it can act as its owner.',
    copy: 'Copy',
    copied: 'Copied',
  },
} as const;
