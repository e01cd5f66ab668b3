export const brandingTexts = {
  title: 'Branding',
  about:
    'What buyers see of your organization: on the page to which marketplaces send them, and in mails about offers.',
  preview: {
    label: 'Preview',
    title: 'What your buyers see',
    when: 'When',
    corrections: 'Corrections',
    incomplete: 'The preview is shown when the values are complete.',
    page: 'The landing page',
  },
  states: {
    REGISTERED: 'The purchase is registered',
    WAITING: 'The order waits for you',
    ARRIVING: 'The marketplace does not show the purchase yet',
    ENDED: 'The purchase has ended',
    EXPIRED: 'The link is no longer valid',
    FAILED: 'The marketplace does not respond',
  },
  fields: {
    displayName: { label: 'Name', description: 'Without one, buyers see the name of the organization.' },
    accentColor: { label: 'Colour', description: 'Of the bar at the top, and of links.', placeholder: '#1f4e79' },
    supportEmail: {
      label: 'Mail address for questions',
      description: 'Replies to mails about offers go here, too.',
    },
    supportUrl: {
      label: 'Page for questions',
      description: 'A web page where buyers find help.',
      placeholder: 'https://',
    },
  },
  logo: {
    label: 'Logo',
    description: 'PNG or JPEG; it is shown on white. Larger images are made smaller.',
    choose: 'Choose an image',
    alt: 'The logo',
    remove: 'Remove the logo',
  },
  faultAt: (message: string) => `This ${message}.`,
  save: 'Save',
  saved: 'Saved. Buyers see it from now on.',
  unchanged: 'Nothing has changed.',
} as const;
