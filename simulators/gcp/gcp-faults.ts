import { reportFaults } from '../kit/report-file.ts';

/** Faults in addition to the common ones. */
export const gcpFaults = {
  ...reportFaults,
  'report-error':
    'Report names the first `operations` (default 1) in reportErrors with `code` (default 14, UNAVAILABLE), they are not accepted',
} as const;
