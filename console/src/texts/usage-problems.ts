import { counted } from '../lib/words.ts';

export const usageProblemsTexts = {
  notForRole: 'Not for your role',
  filter: (many: string) => `Filter ${many.toLowerCase()}`,
  clear: 'Clear',
  nothingFits: 'Nothing matches these filters',
  howToFind: 'Remove a filter to see the other problems.',
  none: (many: string) => `No ${many.toLowerCase()}`,
  first: (count: string) => `These are the first ${count}. Settle or retry them to see the others.`,
  problems: (count: number) => counted(count, 'problem'),
  columns: {
    contract: 'Contract',
    dimension: 'Dimension',
    quantity: 'Quantity',
    hour: 'Hour',
    hoursLeft: 'Hours left',
    answer: 'Response of the marketplace',
    acts: 'Actions',
  },
  settle: 'Settle',
  retry: 'Retry',
  retried: 'Retried',
  reportedAgain: 'reported again',
  close: 'Close',
} as const;
