import type { ReactNode } from 'react';

export const appUseTexts = {
  calls: 'Calls',
  in30Days: (count: ReactNode) => <>{count} in the last 30 days</>,
  lastUsed: (time: ReactNode) => <>Last used: {time}</>,
  neverUsed: 'Last used: never',
} as const;
