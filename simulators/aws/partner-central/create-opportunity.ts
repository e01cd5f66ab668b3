import { change } from '../../kit/simulation.ts';
import type { Json, Tag } from '../state.ts';
import { partnerArn } from './arns.ts';
import { isoTime, type PartnerCall, without } from './call.ts';
import { runOnce } from './client-token.ts';
import { inviteFromAws } from './invite-from-aws.ts';
import { addOpportunity, dayOf, newOpportunityId, normalizeRecord } from './opportunity-store.ts';
import { readRecord } from './read-record.ts';
import { valueProblems } from './record-rules.ts';
import { notAllowed, refuse } from './refusals.ts';
import type { Contact } from './rows.ts';

type Input = Json & {
  Catalog: string;
  ClientToken: string;
  Origin?: string;
  OpportunityTeam?: Contact[];
  Tags?: Tag[];
};

/**
 * CreateOpportunity. In the catalog AWS the origin can only be the partner; in Sandbox, an AWS Referral makes an
 * invitation instead (model, Origin), and the opportunity with the returned id begins when it is accepted.
 */
export const createOpportunity = ({ simulation, account, catalog, input }: PartnerCall<Input>): Json => {
  const origin = input.Origin ?? 'Partner Referral';
  if (catalog === 'AWS' && origin !== 'Partner Referral') {
    throw refuse('INVALID_VALUE', 'Origin', 'must be Partner Referral in the catalog AWS');
  }
  const { record, reviewStatus = 'Pending Submission' } = readRecord(input);
  if (reviewStatus !== 'Pending Submission') {
    throw refuse('INVALID_VALUE', 'LifeCycle.ReviewStatus', 'can only be Pending Submission for a new opportunity');
  }
  return change(simulation, (transaction) =>
    runOnce(transaction, { operation: 'CreateOpportunity', accountId: account.id, input }, () => {
      const kept = normalizeRecord({ ...record, LifeCycle: { Stage: 'Prospect', ...record.LifeCycle } });
      const problems = valueProblems({ record: kept, today: dayOf(transaction.at) }, true);
      if (problems.length > 0) throw notAllowed(problems);
      const id = newOpportunityId(transaction);
      const answer = without({
        Id: id,
        PartnerOpportunityIdentifier: kept.PartnerOpportunityIdentifier,
        LastModifiedDate: isoTime(transaction.at),
      });
      if (origin === 'AWS Referral') {
        inviteFromAws(transaction, { accountId: account.id, catalog, record: kept, opportunityId: id });
        return answer;
      }
      const team = input.OpportunityTeam ?? [];
      addOpportunity(transaction, {
        id,
        accountId: account.id,
        catalog,
        origin: 'Partner Referral',
        record: kept,
        team,
      });
      if (input.Tags) {
        transaction.put('tags', { id: partnerArn(account.id, catalog, 'opportunity', id), tags: input.Tags });
      }
      return answer;
    }),
  );
};
