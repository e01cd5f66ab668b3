export const organizationsTexts = {
  title: 'Your organizations',
  about: 'Everything belongs to one organization: products, offers, people.',
  none: 'You do not belong to an organization yet. Create one, or ask for an invitation.',
  new: 'New organization',
  make: 'Make',
} as const;
