export const thingsTexts = {
  newOffer: 'New offer',
  connect: 'Connect, step by step',
  noSuchList: 'There is no such list',
  howToSearch: 'Press Ctrl K to search for what you need.',
  makeOneLikeIt: 'Make one like it',
  compare: 'Compare',
} as const;
