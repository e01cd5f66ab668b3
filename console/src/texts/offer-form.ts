export const offerFormTexts = {
  newOffer: 'New offer',
  editOffer: 'Edit the offer',
  copyOf: (offer: string) => `${offer} (copy)`,
  confirmLeaving: 'Leave without saving what you wrote?',
  marketplace: 'Marketplace',
  name: 'Name',
  kind: 'Kind of offer',
  product: 'Product',
  plan: {
    label: 'Plan',
    description: 'The plan whose prices the offer replaces.',
    noProduct: 'Choose the product first.',
  },
  customer: 'Known customer',
  who: 'Who',
  terms: 'Terms',
  allOtherTerms: 'All other terms',
  fewerTerms: 'Fewer terms',
  check: {
    title: (partner: string) => `What ${partner} would get`,
    howItWorks:
      'While you type, the API checks the offer as it would check the real one. Nothing is sent to the marketplace before you submit.',
  },
  saveDraft: 'Save draft',
  submit: 'Submit',
  asBuyerReads: 'As the buyer reads it',
} as const;
