import type { ReactNode } from 'react';

export const statesTexts = {
  notForRole: 'Not for your role',
  signInAgain: 'Sign in again',
  request: (id: ReactNode) => <>Request {id}</>,
  whatItMeans: 'What this error means',
  tryAgain: 'Try again',
  loading: 'Loading',
} as const;
