export const profileTexts = {
  title: 'Organization',
  about: 'Partners and buyers see the name of your organization in mails, and on pages that have no branding.',
} as const;
