export const companyTexts = {
  sameDomain: (domain: string) => `The same domain, ${domain}`,
  sameName: 'The same name',
} as const;
