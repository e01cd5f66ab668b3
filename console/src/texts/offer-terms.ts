export const offerTermsTexts = {
  refused: 'The marketplace refused this',
  ownWords: 'In the marketplace’s own words',
  terms: 'Terms',
  facts: {
    marketplace: 'Marketplace',
    product: 'Product',
    customer: 'Customer',
    contracts: 'Contracts',
    acceptUntil: 'Accept until',
    lasts: 'Lasts',
    legalTerms: 'Legal terms',
    whereToAccept: 'Where the buyer accepts',
  },
  noContracts: 'None yet',
  openLegalTerms: 'Open',
  unpublished: 'Not yet published',
} as const;
