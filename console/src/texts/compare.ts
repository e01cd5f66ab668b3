const called: Readonly<Record<string, string>> = {
  commits: 'Bought in advance',
  dimensions: 'By usage',
  paymentInstallments: 'Payments',
  expireTime: 'Accept until',
  eulaType: 'Legal terms',
};

export const compareTexts = {
  /** Terms that people call otherwise than the API. */
  called,
} as const;
