import { reportFaults } from '../kit/report-file.ts';

/** Faults in addition to the common ones. */
export const azureFaults = {
  ...reportFaults,
  'job-failure': 'fails the next configure job with `code` and `message`, nothing of it is applied',
  'usage-error':
    'BatchUsageEvent answers the status Error for the first `events` (default 1) of the batch, they are not accepted',
  'forged-token': 'signs the next attempt to call the webhook with a key that is not of Entra, or of Partner Center',
} as const;
