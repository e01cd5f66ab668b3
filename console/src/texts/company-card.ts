import { counted } from '../lib/words.ts';

export const companyCardTexts = {
  company: 'Company',
  companyWithId: (id: string) => `Company ${id}`,
  accounts: (count: number) => counted(count, 'account'),
  columns: { customer: 'Customer', channel: 'Channel', account: 'Account', acts: 'Actions' },
  splitOff: 'Split off',
  standsAlone: (customer: string) => `${customer} is no longer part of the company.`,
  suggested: (customer: string) => `Suggested: ${customer}`,
  suggestedWhy: (reason: string) => `${reason}. Not in this company yet.`,
  mergeSuggested: 'Suggested: merge',
  another: 'Another customer of this company',
  merge: 'Merge',
  merged: (customer: string, other: string) => `${customer} and ${other} are now one company.`,
} as const;
