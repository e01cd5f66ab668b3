import type { ReactNode } from 'react';

export const statesTexts = {
  noSuchPage: 'There is no such page',
  howToSearch: 'Press Ctrl K to search for what you need.',
  notForRole: 'Not allowed',
  signInAgain: 'Sign in again',
  sessionEnded:
    'Your session has ended. Sign in again in a new tab, then come back to this one and repeat what you did. What you entered here is kept.',
  changedMeanwhile:
    'It was changed in the meantime, by another person or in another tab, so nothing was changed now. Note what you entered, reload the page, and enter it again.',
  request: (id: ReactNode) => <>Request {id}</>,
  whatItMeans: 'What this error means',
  tryAgain: 'Try again',
  loading: 'Loading',
} as const;
