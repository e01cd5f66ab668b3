export const contractTermsTexts = {
  daysLeft: (days: number) => `${days} days left`,
  timeOver: 'Elapsed share of the contract',
  used: {
    title: 'Used so far',
    dimension: 'Dimension',
    accepted: 'Accepted',
    submitted: 'Submitted',
  },
  commit: {
    title: 'Commit',
    left: (left: string, whole: string) => `${left} of ${whole} left`,
    unused: 'No usage has been deducted from it yet.',
    usedUpOn: (day: string) => `At this pace it will be used up on ${day}.`,
    leftAtEnd: (amount: string) => `At this pace ${amount} will be left at the end.`,
  },
} as const;
