import { counted } from '../lib/words.ts';

export const offerCompareTexts = {
  title: (offer: string) => `Compare ${offer}`,
  other: 'With',
  same: 'Both offers have the same terms.',
  differ: (different: number, all: number) =>
    `${different} of ${counted(all, 'term')} ${different === 1 ? 'differs' : 'differ'}.`,
  alsoSame: 'Include unchanged terms',
  term: 'Term',
  contractValue: 'Total contract value',
} as const;
