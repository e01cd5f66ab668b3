const configures = 'The buyer then configures the account, and comes to your landing page.';

/** The acts of the simulated partners are named as in their addresses. */
export const sandboxActsTexts = {
  accept: 'Accept the offer',
  acceptAs: (account: string) => `Accept the offer as ${account}`,
  decline: 'Decline the offer',
  whatDeclineDoes: 'Marketplaces do not tell the seller: the offer stays open until it expires.',
  purchaseIsNext: 'The purchase is the next step.',
  purchase: 'Purchase what the offer is for',
  whenToPurchase: `Possible once it is accepted. ${configures}`,
  subscribe: (plan: string) => `Subscribe to the plan ${plan}`,
  whatSubscribeDoes: configures,
  order: (plan: string) => `Order the plan ${plan}`,
  changePlan: (plan: string) => `Change to the plan ${plan}`,
  changeSeats: 'Change the number of seats',
  seats: 'Seats',
  cancelAtEnd: 'Cancel at the end of the term',
  cancelAtOnce: 'Cancel at once',
  notConnected: {
    title: 'The buyer has nowhere to go',
    message: 'The account of this product is not connected. Connect it, then let the buyer sign up again.',
  },
  awsAgreement: {
    cancel: 'Cancel the agreement',
    terminate: 'Let AWS terminate the agreement',
    'renewal-offer': 'Let AWS offer the renewal',
  },
  azureSubscription: {
    unsubscribe: 'Cancel the subscription',
    suspend: 'Fail to pay: it is suspended',
    reinstate: 'Pay again: it is reinstated',
    'end-term': 'Reach the end of the term',
  },
  gcpOrder: {
    'revert-cancellation': 'Take the cancellation back',
    suspend: 'Fail to pay: it is suspended',
    reinstate: 'Pay again: it is reinstated',
    renew: 'Renew the order',
    'end-term': 'Reach the end of the term',
    'cancel-plan-change': 'Withdraw the change of plan',
  },
} as const;
