import type { Operations } from '../call.ts';
import { getSettings, listTags, putSettings, tagResource, untagResource } from './account-data.ts';
import { deniedOperations, type PartnerRun, shapedOperation } from './call.ts';
import { createOpportunity } from './create-opportunity.ts';
import { getEngagement, listEngagements, listMembers } from './engagements.ts';
import {
  acceptInvitationNow,
  createInvitation,
  getInvitation,
  listInvitations,
  rejectInvitation,
} from './invitations.ts';
import {
  assignOpportunity,
  getAwsSummary,
  getOpportunity,
  listOpportunities,
  submitOpportunity,
} from './opportunities.ts';
import { associate, disassociate } from './relations.ts';
import { sellingRequests } from './selling-requests.ts';
import { listSolutions } from './solutions.ts';
import { listTasks, startAcceptance, startSubmission } from './tasks.ts';
import { updateOpportunity } from './update-opportunity.ts';

const withoutPermission = [
  'CreateEngagement',
  'CreateEngagementContext',
  'CreateResourceSnapshot',
  'CreateResourceSnapshotJob',
  'DeleteResourceSnapshotJob',
  'GetProspectingFromEngagementTask',
  'GetResourceSnapshot',
  'GetResourceSnapshotJob',
  'ListEngagementResourceAssociations',
  'ListOpportunityFromEngagementTasks',
  'ListProspectingFromEngagementTasks',
  'ListResourceSnapshotJobs',
  'ListResourceSnapshots',
  'StartOpportunityFromEngagementTask',
  'StartProspectingFromEngagementTask',
  'StartResourceSnapshotJob',
  'StopResourceSnapshotJob',
  'UpdateEngagementContext',
];

const runs: Record<keyof typeof sellingRequests, PartnerRun> = {
  CreateOpportunity: createOpportunity,
  GetOpportunity: getOpportunity,
  UpdateOpportunity: updateOpportunity,
  ListOpportunities: listOpportunities,
  AssociateOpportunity: associate,
  DisassociateOpportunity: disassociate,
  AssignOpportunity: assignOpportunity,
  SubmitOpportunity: submitOpportunity,
  GetAwsOpportunitySummary: getAwsSummary,
  StartEngagementFromOpportunityTask: startSubmission,
  ListEngagementFromOpportunityTasks: listTasks('engagement-from-opportunity'),
  StartEngagementByAcceptingInvitationTask: startAcceptance,
  ListEngagementByAcceptingInvitationTasks: listTasks('engagement-by-accepting-invitation'),
  ListEngagementInvitations: listInvitations,
  GetEngagementInvitation: getInvitation,
  AcceptEngagementInvitation: acceptInvitationNow,
  RejectEngagementInvitation: rejectInvitation,
  CreateEngagementInvitation: createInvitation,
  GetEngagement: getEngagement,
  ListEngagements: listEngagements,
  ListEngagementMembers: listMembers,
  ListSolutions: listSolutions,
  GetSellingSystemSettings: getSettings,
  PutSellingSystemSettings: putSettings,
  ListTagsForResource: listTags,
  TagResource: tagResource,
  UntagResource: untagResource,
};

/** The operations of the Partner Central Selling service by name. */
export const sellingOperations: Operations = {
  ...deniedOperations(withoutPermission),
  ...Object.fromEntries(
    Object.entries(sellingRequests).map(([name, shape]) => [
      name,
      shapedOperation(name, shape, runs[name as keyof typeof sellingRequests]),
    ]),
  ),
};
