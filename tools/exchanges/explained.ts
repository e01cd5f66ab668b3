import type { Difference } from './difference.ts';

/** A difference that is known and right as it is. */
type Explained = Omit<Difference, 'detail'> & { simulator: string; because: string };

/** Members that the models of the official SDK for JavaScript have, and the published ones of botocore not yet. */
const newer = (operation: string, ...places: string[]): Explained[] =>
  places.map((at) => ({
    simulator: 'aws',
    operation,
    side: 'answer',
    at,
    rule: 'unknown member',
    because: 'a newer model of the service has it: that of the official SDK for JavaScript',
  }));

/** Every difference that a recording may show, each with its reason. Anything else fails the check. */
export const explained: readonly Explained[] = [
  ...newer('Catalog StartChangeSet', 'ValidationExceptionFieldList'),
  ...newer('Agreement DescribeAgreement', 'initialAgreementId', 'endTimeBehavior'),
  ...newer(
    'Agreement SearchAgreements',
    ...['initialAgreementId', 'lastUpdateTime', 'endTimeBehaviorType', 'endTimeBehaviorReasonCode'].map(
      (member) => `agreementViewSummaries[].${member}`,
    ),
  ),
  {
    simulator: 'aws',
    operation: 'Agreement SearchAgreements',
    side: 'request',
    at: 'filters[].values[]',
    rule: 'length too large',
    because: 'the official SDK names the filter LicenseArn, and no ARN of a licence is as short as 64 characters',
  },
];
