export const navigationTexts = {
  groups: { Sell: 'Sell', Serve: 'Serve', Earn: 'Earn', Partners: 'Partners', Settings: 'Settings' },
  usage: 'Usage',
  revenue: 'Overview',
  profile: 'Organization',
  branding: 'Branding',
} as const;
