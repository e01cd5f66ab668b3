import { change } from '../../kit/simulation.ts';
import type { AwsTransaction, Json } from '../state.ts';
import { isoTime, type PartnerCall } from './call.ts';
import {
  addNextSteps,
  changeOpportunity,
  dayOf,
  normalizeRecord,
  requireOpportunity,
  traitsOf,
} from './opportunity-store.ts';
import { readRecord } from './read-record.ts';
import { changedFields, forbiddenChanges, isReadOnly } from './record-fields.ts';
import { coSellProblems, lostProblems, stageProblems, valueProblems } from './record-rules.ts';
import { conflict, notAllowed, refuse } from './refusals.ts';
import { decideReview, isDecision } from './review.ts';
import type { Opportunity, OpportunityRecord, ReviewStatus } from './rows.ts';
import type { Problem } from './shape.ts';

type Input = Json & { Identifier: string; LastModifiedDate: string };

/**
 * UpdateOpportunity replaces the whole record: what the request omits becomes null (model). It must name the version that
 * it replaces. Members that only AWS writes are ignored, except that the catalog Sandbox lets a partner play the
 * reviewer with LifeCycle.ReviewStatus (samples, simulate_approval_api.py).
 */
export const updateOpportunity = ({ simulation, account, catalog, input }: PartnerCall<Input>): Json =>
  change(simulation, (transaction) => {
    const opportunity = requireOpportunity(transaction, { account, catalog }, input.Identifier);
    if (Date.parse(input.LastModifiedDate) !== opportunity.modifiedAt) {
      throw conflict(`The opportunity was modified at ${isoTime(opportunity.modifiedAt)}: get it again and retry.`);
    }
    const { record: given, reviewStatus = opportunity.reviewStatus } = readRecord(input);
    const record = normalizeRecord(given);
    const decision = reviewStatus === opportunity.reviewStatus ? null : requireDecision(opportunity, reviewStatus);
    const changed = changedFields(opportunity.record, record);
    requireEditable(transaction, opportunity, changed, decision);
    requireValid(transaction, opportunity, record, changed);
    const updated = storeUpdate(transaction, opportunity, record, changed, decision);
    return { Id: updated.id, LastModifiedDate: isoTime(updated.modifiedAt) };
  });

type Decision = Parameters<typeof decideReview>[2]['status'];

const requireDecision = (opportunity: Opportunity, wanted: ReviewStatus): Decision => {
  const field = 'LifeCycle.ReviewStatus';
  if (opportunity.catalog === 'AWS') throw refuse('ACTION_NOT_PERMITTED', field, 'is read-only in the catalog AWS');
  if (!isDecision(wanted)) throw refuse('INVALID_VALUE', field, `cannot be set to ${wanted}`);
  if (opportunity.reviewStatus === 'Pending Submission') {
    throw refuse('INVALID_RESOURCE_STATE', field, 'can be set once the opportunity is submitted');
  }
  return wanted;
};

const requireEditable = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  changed: string[],
  decision: Decision | null,
): void => {
  const { reviewStatus } = opportunity;
  if (isReadOnly(reviewStatus) && (decision === null || changed.length > 0)) {
    throw refuse(
      'INVALID_RESOURCE_STATE',
      'LifeCycle.ReviewStatus',
      `is ${reviewStatus}: the opportunity is read-only`,
    );
  }
  const forbidden = forbiddenChanges(opportunity, changed, traitsOf(transaction, opportunity.accountId));
  if (forbidden.length === 0) return;
  const stage = opportunity.record.LifeCycle?.Stage ?? 'no stage';
  throw notAllowed(
    forbidden.map((field) => ({
      code: 'ACTION_NOT_PERMITTED',
      field,
      message: `cannot be changed while the review status is ${reviewStatus} and the stage is ${stage}`,
    })),
  );
};

const requireValid = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  record: OpportunityRecord,
  changed: string[],
): void => {
  const { related, aws, accountId } = opportunity;
  const today = dayOf(transaction.at);
  const problems: Problem[] = valueProblems({ record, today }, changed.includes('LifeCycle.TargetCloseDate'));
  if (aws) {
    const involvementType = involvementOf(aws.involvementType, record);
    problems.push(
      ...lostProblems({ record, today, related, involvementType }, opportunity.record),
      ...stageProblems({ record, related, traits: traitsOf(transaction, accountId) }),
      ...(involvementType === aws.involvementType ? [] : coSellProblems(record)),
    );
  }
  if (problems.length > 0) throw notAllowed(problems);
};

/** A partner changes an opportunity to co-sell by naming needs, and cannot change it back. */
const involvementOf = (current: string, { PrimaryNeedsFromAws = [] }: OpportunityRecord): string =>
  PrimaryNeedsFromAws.length > 0 ? 'Co-Sell' : current;

const storeUpdate = (
  transaction: AwsTransaction,
  opportunity: Opportunity,
  record: OpportunityRecord,
  changed: string[],
  decision: Decision | null,
): Opportunity => {
  const { nextStepsHistory, aws } = opportunity;
  const before = opportunity.record.LifeCycle?.NextSteps ?? null;
  const changes: Partial<Opportunity> = {
    record,
    nextStepsHistory: addNextSteps(nextStepsHistory, before, record.LifeCycle?.NextSteps ?? null, transaction.at),
    aws: aws && { ...aws, involvementType: involvementOf(aws.involvementType, record) },
  };
  if (decision) return decideReview(transaction, { ...opportunity, ...changes }, { status: decision });
  // The partner has supplied what AWS asked for: the opportunity re-enters the validation (developer guide, "Resolving Validation Issues").
  const isAnswer = opportunity.reviewStatus === 'Action Required' && changed.length > 0;
  return changeOpportunity(transaction, opportunity, {
    ...changes,
    ...(isAnswer ? { reviewStatus: 'Submitted' as const } : {}),
  });
};
