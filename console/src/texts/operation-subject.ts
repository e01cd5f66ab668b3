export const operationSubjectTexts = {
  title: 'What it is about',
  actsOn: (noun: string) => `The operation itself cannot be repeated or cancelled. These are the acts on the ${noun}.`,
} as const;
