import { scheduleDue } from '../../kit/due.ts';
import { strikeFault } from '../../kit/faults.ts';
import { change } from '../../kit/simulation.ts';
import { type AwsTransaction, type DueItem, type Json, readSettings, type Tag } from '../state.ts';
import { idOf, partnerArn } from './arns.ts';
import { accepts, cutPartnerPage, isoTime, type PartnerCall, sortBy, without } from './call.ts';
import { runOnce } from './client-token.ts';
import { newestFirst } from './engagements.ts';
import { sendOpportunityEvent, sendSnapshotEvent } from './events.ts';
import { acceptInvitation, requireInvitation } from './invitations.ts';
import { addOpportunity, changeOpportunity, requireOpportunity } from './opportunity-store.ts';
import type { PartnerTask, Submission } from './rows.ts';
import { openAwsSide, problemsOf, submitWithEngagement } from './submission.ts';
import { taskReasonCodes } from './values.ts';

/**
 * The asynchronous tasks of the Selling service. A task is IN_PROGRESS for `partnerTaskDelayMs` of business time, and then
 * COMPLETE or FAILED with a ReasonCode. Calling its Start operation again with the same request returns its latest state
 * (developer guide, "Handling the Engagement Invitation").
 */

const operations: Record<PartnerTask['kind'], string> = {
  'engagement-from-opportunity': 'StartEngagementFromOpportunityTask',
  'engagement-by-accepting-invitation': 'StartEngagementByAcceptingInvitationTask',
};

const taskView = (task: PartnerTask): Json =>
  without({
    TaskId: task.id,
    TaskArn: partnerArn(task.accountId, task.catalog, `${task.kind}-task`, task.id),
    StartTime: isoTime(task.startedAt),
    TaskStatus: task.status,
    Message: task.message,
    ReasonCode: task.reasonCode,
    OpportunityId: task.opportunityId,
    EngagementInvitationId: task.invitationId,
    EngagementId: task.engagementId,
    ResourceSnapshotJobId: task.snapshotJobId,
  });

type StartInput = { Catalog: string; ClientToken: string; Identifier: string; Tags?: Tag[] };

const startTask = <I extends StartInput>(
  { simulation, account, catalog, input }: PartnerCall<I>,
  kind: PartnerTask['kind'],
  begin: (transaction: AwsTransaction) => Pick<PartnerTask, 'opportunityId' | 'invitationId' | 'submission'>,
): Json =>
  change(simulation, (transaction) => {
    const { id } = runOnce(transaction, { operation: operations[kind], accountId: account.id, input }, () => {
      const task: PartnerTask = {
        id: `task-${transaction.ids.text(13)}`,
        kind,
        accountId: account.id,
        catalog,
        startedAt: transaction.at,
        status: 'IN_PROGRESS',
        message: null,
        reasonCode: null,
        engagementId: null,
        snapshotJobId: null,
        ...begin(transaction),
      };
      transaction.put('partnerTasks', task);
      if (input.Tags) {
        transaction.put('tags', { id: partnerArn(account.id, catalog, `${kind}-task`, task.id), tags: input.Tags });
      }
      const at = transaction.at + readSettings(transaction).partnerTaskDelayMs;
      scheduleDue(transaction, { kind: 'partner-task-end', at, refId: task.id });
      return { id: task.id };
    });
    return taskView(transaction.get('partnerTasks', String(id)) as PartnerTask);
  });

/** StartEngagementFromOpportunityTask. The task, not this call, reports what the opportunity lacks. */
export const startSubmission = (call: PartnerCall<StartInput & { AwsSubmission: Submission }>): Json =>
  startTask(call, 'engagement-from-opportunity', (transaction) => ({
    opportunityId: requireOpportunity(transaction, call, call.input.Identifier).id,
    invitationId: null,
    submission: call.input.AwsSubmission,
  }));

/** StartEngagementByAcceptingInvitationTask. */
export const startAcceptance = (call: PartnerCall<StartInput>): Json =>
  startTask(call, 'engagement-by-accepting-invitation', (transaction) => ({
    opportunityId: null,
    invitationId: requireInvitation(transaction, call, call.input.Identifier, 'RECEIVER').id,
    submission: null,
  }));

type Outcome = Partial<PartnerTask>;
const failed = (reasonCode: (typeof taskReasonCodes)[number], message: string): Outcome => ({
  status: 'FAILED',
  reasonCode,
  message,
});

/** A task ends. The fault `partner-task-failure` makes it fail. */
export const endTask = (transaction: AwsTransaction, item: DueItem): void => {
  const task = transaction.get('partnerTasks', item.refId);
  if (task?.status !== 'IN_PROGRESS') return;
  const place = { operation: operations[task.kind], accountId: task.accountId };
  const fault = strikeFault(transaction, 'partner-task-failure', place);
  const { reasonCode, message = 'This failure was asked for by a fault.' } = fault?.options ?? {};
  const outcome = fault
    ? failed(taskReasonCodes.find((code) => code === reasonCode) ?? 'InternalError', String(message))
    : task.kind === 'engagement-from-opportunity'
      ? runSubmission(transaction, task)
      : runAcceptance(transaction, task);
  transaction.put('partnerTasks', { ...task, ...outcome });
};

const runSubmission = (transaction: AwsTransaction, task: PartnerTask): Outcome => {
  const opportunity = transaction.get('opportunities', task.opportunityId ?? '');
  if (!opportunity || !task.submission) return failed('InternalError', 'The opportunity does not exist any more.');
  const problems = problemsOf(opportunity, task.submission, transaction.at);
  if (problems.length > 0) {
    const isSubmitted = opportunity.reviewStatus !== 'Pending Submission';
    const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
    return failed(isSubmitted ? 'OpportunitySubmissionFailed' : 'OpportunityValidationFailed', `${message}.`);
  }
  const { engagementId, invitationId, snapshotJobId } = submitWithEngagement(transaction, opportunity, task.submission);
  return { status: 'COMPLETE', engagementId, invitationId, snapshotJobId };
};

const minute = 60_000;
/** Customer contacts follow 10 to 30 minutes after the acceptance; the minute is derived from the seed. */
const contactsDelay = (transaction: AwsTransaction): number =>
  (10 + (Number.parseInt(transaction.ids.hex(6), 16) % 21)) * minute;

const runAcceptance = (transaction: AwsTransaction, task: PartnerTask): Outcome => {
  const invitation = transaction.get('invitations', task.invitationId ?? '');
  const given = invitation?.opportunity;
  if (!invitation || !given) return failed('InvitationValidationFailed', 'The invitation has no opportunity.');
  if (!acceptInvitation(transaction, invitation)) {
    return failed('InvitationValidationFailed', `The invitation is ${invitation.status}.`);
  }
  const { Customer, ...record } = given.record;
  const { Contacts = [], ...customer } = Customer ?? {};
  const opportunity = addOpportunity(transaction, {
    id: given.id,
    accountId: task.accountId,
    catalog: task.catalog,
    origin: invitation.senderAccountId === 'aws' ? 'AWS Referral' : 'Partner Referral',
    record: { ...record, Customer: customer, LifeCycle: { ...record.LifeCycle, Stage: 'Prospect' } },
    // A referral of AWS is not validated: the partner can edit it at once (developer guide, "Post-Acceptance").
    reviewStatus: invitation.senderAccountId === 'aws' ? 'Approved' : 'Pending Submission',
    engagementId: invitation.engagementId,
    invitationId: invitation.id,
    snapshotJobId: `job-${transaction.ids.text(13)}`,
  });
  if (invitation.senderAccountId === 'aws') {
    const aws = openAwsSide(opportunity, { InvolvementType: 'Co-Sell' });
    transaction.put('opportunities', { ...opportunity, aws: { ...aws, stage: 'Prospect' } });
  }
  sendOpportunityEvent(transaction, 'Opportunity Updated', opportunity);
  sendSnapshotEvent(transaction, opportunity);
  if (Contacts.length > 0) {
    const at = transaction.at + contactsDelay(transaction);
    scheduleDue(transaction, { kind: 'partner-contacts', at, refId: opportunity.id, detail: { Contacts } });
  }
  const { snapshotJobId } = opportunity;
  return { status: 'COMPLETE', opportunityId: opportunity.id, snapshotJobId };
};

/** The contacts of a referral arrive. Those that the partner has entered in the meantime are kept. */
export const addContacts = (transaction: AwsTransaction, item: DueItem): void => {
  const opportunity = transaction.get('opportunities', item.refId);
  if (!opportunity || opportunity.record.Customer?.Contacts) return;
  const { record } = opportunity;
  const Contacts = item.detail.Contacts as NonNullable<NonNullable<typeof record.Customer>['Contacts']>;
  changeOpportunity(transaction, opportunity, { record: { ...record, Customer: { ...record.Customer, Contacts } } });
};

type ListInput = {
  TaskStatus?: string[];
  TaskIdentifier?: string[];
  OpportunityIdentifier?: string[];
  EngagementIdentifier?: string[];
  EngagementInvitationIdentifier?: string[];
  Sort?: { SortBy: string; SortOrder: string };
  MaxResults?: number;
  NextToken?: string;
};

/** ListEngagementFromOpportunityTasks and ListEngagementByAcceptingInvitationTasks. */
export const listTasks =
  (kind: PartnerTask['kind']) =>
  ({ simulation, account, catalog, input }: PartnerCall<ListInput>) => {
    const found = simulation.store
      .list('partnerTasks')
      .filter((row) => row.kind === kind && row.accountId === account.id && row.catalog === catalog)
      .filter((row) => accepts(input.TaskStatus, row.status) && accepts(input.TaskIdentifier?.map(idOf), row.id))
      .filter((row) => accepts(input.OpportunityIdentifier, row.opportunityId ?? ''))
      .filter((row) => accepts(input.EngagementIdentifier?.map(idOf), row.engagementId ?? ''))
      .filter((row) => accepts(input.EngagementInvitationIdentifier?.map(idOf), row.invitationId ?? ''));
    const keys = { StartTime: (row: PartnerTask) => row.startedAt };
    const { page, NextToken } = cutPartnerPage(sortBy(found, input.Sort, keys, newestFirst('StartTime')), input, 20);
    return { TaskSummaries: page.map(taskView), NextToken };
  };
