export const partnerCommissionsTexts = {
  title: 'Commissions',
  statementOf: 'Statement of',
  download: 'Download as CSV',
  none: 'A commission begins when a deal with this partner is won.',
  onlyFirst: (shown: number, all: number) =>
    `The first ${shown} of ${all} are listed; the sums are of all. The statements list each month.`,
  tooMany: (shown: number) =>
    `Only the first ${shown} are listed, and there are too many for sums. The statements list each month.`,
  sums: {
    SELLER: (status: string) => `You owe, ${status.toLowerCase()}`,
    PARTNER: (status: string) => `You earn, ${status.toLowerCase()}`,
  },
  columns: {
    deal: 'Deal',
    status: 'Status',
    won: 'Won',
    terms: 'Terms',
    dealValue: 'Of',
    amount: 'Commission',
    next: 'Next',
  },
  otherTermsProposed: 'Other terms are proposed',
  moveOn: 'Move on',
  otherTerms: 'Other terms',
} as const;
