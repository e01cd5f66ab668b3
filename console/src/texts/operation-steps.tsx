import type { ReactNode } from 'react';
import { counted } from '../lib/words.ts';

export const operationStepsTexts = {
  steps: 'Steps',
  started: 'Operations that it started',
  completed: 'Completed',
  inProgress: 'In progress',
  stopped: 'Stopped',
  failed: 'Failed',
  failedForNow: 'Failed, will be tried again',
  attempt: (number: number, message: ReactNode) => (
    <>
      Attempt {number}: {message}
    </>
  ),
  attempts: (count: number) => counted(count, 'attempt'),
  milestone: (event: string) => `The operation ${event}`,
  onlyFirst: (count: number) => `Only the first ${count.toLocaleString()} events are shown.`,
} as const;
