import type { ReactNode } from 'react';

export const offerMailTexts = {
  subject: (subject: ReactNode) => <>Subject: {subject}</>,
  repliesTo: (address: ReactNode) => <>Replies go to {address}</>,
  noContact: 'Add a contact to the offer first.',
  contacts: 'Contacts',
  allContacts: 'Without a choice, all contacts of the offer get the mail.',
  mail: 'The mail',
} as const;
