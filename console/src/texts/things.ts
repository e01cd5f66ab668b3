export const thingsTexts = {
  newOffer: 'New offer',
  connect: 'Connect, step by step',
  makeOneLikeIt: 'Make one like it',
  compare: 'Compare',
} as const;
