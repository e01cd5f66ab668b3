export const todayTexts = {
  title: 'Today',
  text: 'What needs your attention now. This page updates itself.',
  questions: {
    offersRefused: 'Refused by the marketplace',
    changesFailed: 'Changes that failed',
    offersExpiring: 'Offers that expire within 14 days',
    offersWaiting: 'Waiting for the buyer',
    purchasesToApprove: 'Purchases to approve',
    contractsEnding: 'Contracts that end within 60 days',
    usageProblems: 'Usage late, held or refused',
    silentMeters: 'Meters that went silent',
    connectionErrors: 'Connections with an error',
    referralsNeedAnswer: 'Referrals that need an answer',
    referralsWaiting: 'Referrals waiting for acceptance',
    openTickets: 'Open tickets',
    differences: 'Differences in revenue',
  },
  daysWithoutUsage: (days: string) => `${days} days without usage`,
  steps: {
    title: 'First steps',
    doneOf: (done: number, total: number) => `${done} of ${total}`,
    progress: 'First steps done',
  },
  nothing: {
    title: 'Nothing needs your attention',
    text: 'No offer was refused, no usage is late, and every connection works.',
  },
} as const;
