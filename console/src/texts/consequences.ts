export const consequencesTexts = {
  checking: 'Checking…',
  notYet: 'Not yet possible',
  accepted: 'The API accepts this',
  beginsAs: (status: string) => `It begins as ${status.toLowerCase()}.`,
  becomes: (status: string) => `It becomes ${status.toLowerCase()}.`,
  nothing: 'Nothing that is shown here changes.',
  elsewhere: 'It can be done now.',
} as const;
