export const organizationsTexts = {
  title: 'Your organizations',
  about: 'Everything belongs to one organization: products, offers, people.',
  none: 'You belong to none yet. Make one, or ask for an invitation.',
  new: 'New organization',
  make: 'Make',
} as const;
