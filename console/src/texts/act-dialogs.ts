export const actDialogsTexts = {
  close: 'Close',
  confirmClosing: 'Close the form without sending what you entered?',
  done: (act: string) => `Done: ${act.toLowerCase()}.`,
  doneBefore: (act: string) =>
    `Done before: ${act.toLowerCase()}. The first attempt had succeeded, only its answer was lost, so nothing was done now. If you want it once more, do it again. A secret that it made was shown to nobody: make a new one.`,
  secret: {
    title: 'Copy this secret now',
    shownOnce: 'It is shown once. Anyone who has it can act as its owner.',
    copy: 'Copy',
    copied: 'Copied',
  },
} as const;
