export const chartsTexts = {
  charged: 'Charged',
  movements: {
    new: 'New',
    expansion: 'Expansion',
    reactivation: 'Reactivation',
    contraction: 'Contraction',
    churn: 'Churn',
  },
  atTheEnd: 'At the end',
  cash: { billed: 'Billed', collected: 'Collected', paidOut: 'Paid out' },
  burn: { left: 'Left', atThisPace: 'At this pace' },
} as const;
