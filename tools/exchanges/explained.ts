import type { Difference } from './difference.ts';

/** A difference that is known and right as it is. */
type Explained = Omit<Difference, 'detail'> & { simulator: string; because: string };

/** Every difference that a recording may show, each with its reason. Anything else fails the check. */
export const explained: readonly Explained[] = [
  {
    simulator: 'aws',
    operation: 'Catalog StartChangeSet',
    side: 'answer',
    at: 'ValidationExceptionFieldList',
    rule: 'unknown member',
    because:
      "the model of the official SDK has it (errors.d.ts of @aws-sdk/client-marketplace-catalog), botocore's not yet",
  },
];
