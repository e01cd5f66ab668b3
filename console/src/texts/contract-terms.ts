export const contractTermsTexts = {
  daysLeft: (days: number) => `${days} days left`,
  timeOver: 'How much of the contract is over',
  used: {
    title: 'Used so far',
    dimension: 'Dimension',
    accepted: 'Accepted',
    submitted: 'Submitted',
  },
  commit: {
    title: 'Commit',
    left: (left: string, whole: string) => `${left} of ${whole} left`,
    unused: 'No usage was deducted from it yet.',
    usedUpOn: (day: string) => `At the pace so far it is used up on ${day}.`,
    leftAtEnd: (amount: string) => `At the pace so far ${amount} are left at the end.`,
  },
} as const;
