import { counted } from '../lib/words.ts';

export const changesTexts = {
  changes: (count: number) => counted(count, 'change'),
  everything: 'everything',
} as const;
