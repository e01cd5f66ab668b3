export const thingsTexts = {
  newOffer: 'New offer',
  connect: 'Connect, step by step',
  makeOneLikeIt: 'Duplicate',
  compare: 'Compare',
} as const;
