export const guideTexts = {
  /** The first section, where the page gives it no name. */
  firstSection: 'Account',
} as const;
