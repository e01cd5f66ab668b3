import type { ReactNode } from 'react';

export const statesTexts = {
  noSuchPage: 'There is no such page',
  howToSearch: 'Press Ctrl K to search for what you need.',
  notForRole: 'Not for your role',
  signInAgain: 'Sign in again',
  request: (id: ReactNode) => <>Request {id}</>,
  whatItMeans: 'What this error means',
  tryAgain: 'Try again',
  loading: 'Loading',
} as const;
