export const headerMenusTexts = {
  organization: 'Organization',
  menu: {
    label: (name: string, role: string) => `${name}, ${role}: menu`,
    account: 'Your account',
    organizations: 'Your organizations',
    lightColours: 'Light colours',
    darkColours: 'Dark colours',
    apiReference: 'API reference',
    signOut: 'Sign out',
  },
} as const;
