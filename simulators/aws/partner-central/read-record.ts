import type { Json } from '../state.ts';
import type { OpportunityRecord, ReviewStatus } from './rows.ts';
import { recordNames } from './selling-requests.ts';

/**
 * The record in a request. It omits the members of the life cycle that only AWS writes; `reviewStatus` is the requested
 * review status.
 */
export const readRecord = (input: Json): { record: OpportunityRecord; reviewStatus?: ReviewStatus } => {
  const record = Object.fromEntries(
    Object.entries(input).filter(([name]) => recordNames.includes(name)),
  ) as OpportunityRecord & { LifeCycle?: { ReviewStatus?: ReviewStatus } & Json };
  if (!record.LifeCycle) return { record };
  const {
    ReviewStatus,
    ReviewComments: _c,
    ReviewStatusReason: _r,
    NextStepsHistory: _h,
    ...lifeCycle
  } = record.LifeCycle;
  return {
    record: { ...record, LifeCycle: lifeCycle as NonNullable<OpportunityRecord['LifeCycle']> },
    ...(ReviewStatus === undefined ? {} : { reviewStatus: ReviewStatus }),
  };
};
