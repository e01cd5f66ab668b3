export const sandboxTexts = {
  /** By how much the clock is moved, within a sentence. */
  steps: { hour: 'an hour', day: 'a day', week: 'a week', month: 'a month' },
} as const;
