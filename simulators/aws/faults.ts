/** Faults specific to AWS. */
export const awsFaults: Record<string, string> = {
  unprocessed: 'BatchMeterUsage leaves the first `records` (default 1) of the batch in UnprocessedRecords',
  'identical-is-duplicate':
    'BatchMeterUsage answers a record that it already has with DuplicateRecord, also if it is identical',
  'unread-entity':
    'BatchDescribeEntities has `errorCode` (default InternalServiceException) for the last of its entities',
  'change-set-failure':
    'the next change set fails with `errorCode` and `errorMessage`; SERVER_FAULT is one of the codes',
  'payout-failure': 'the bank rejects the next payout some days later',
  'partner-task-failure':
    'the next task of Partner Central fails with `reasonCode` and `message` (`operation`: the one that started it)',
  'feed-repeat': 'the next delivery of a feed (`operation`: its folder) appends the rows of its day twice',
  'feed-half': 'the next delivery leaves the first half of the file; the one after it writes the file as a whole',
  'feed-moved-columns': 'the columns of the next delivered file are in another order',
  'feed-new-column': 'the next delivered file has a column that no page knows',
  'feed-wrong-header': 'the header of the next delivered file has other names',
  'feed-bad-encoding': 'the next delivered file is not valid UTF-8',
};
