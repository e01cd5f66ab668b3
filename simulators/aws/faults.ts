/** Faults specific to AWS. */
export const awsFaults: Record<string, string> = {
  unprocessed: 'BatchMeterUsage leaves the first `records` (default 1) of the batch in UnprocessedRecords',
  'change-set-failure':
    'the next change set fails with `errorCode` and `errorMessage`; SERVER_FAULT is one of the codes',
};
