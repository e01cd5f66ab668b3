import { counted } from '../lib/words.ts';

export const boardTexts = {
  label: 'Pipeline by stage',
  noDeals: 'No deals yet',
  whatDealsAre: 'Deals that you sell together with a partner move through these stages.',
  notAll: (count: number) => `The board shows ${counted(count, 'deal')}. The table has all of them.`,
  move: (deal: string) => `Move ${deal}`,
  moveTo: 'Move to',
  cannotMove: (deal: string, reason: string) => `${deal} cannot be moved: ${reason}`,
  notMoved: 'The deal was not moved',
  staysIn: (deal: string, stage: string, reason: string) => `${deal} stays in ${stage}: ${reason}`,
  notInSync: 'Not in sync',
  close: 'Close',
} as const;
