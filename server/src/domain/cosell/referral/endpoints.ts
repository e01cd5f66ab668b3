import { acts, asksThenActs, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { SyncEventQueryParams } from '../sync-event/fields.ts';
import { listReferralSyncEvents } from '../sync-event/reads.ts';
import { ReferralSyncEvent } from '../sync-event/schema.ts';
import { askForRecords, batchCreateReferrals } from './actions/batch-create-referrals.ts';
import { askForRecord, createReferral } from './actions/create-referral.ts';
import { movedEvents } from './actions/start-moved.ts';
import { syncReferral } from './actions/sync-referral.ts';
import { updateReferral } from './actions/update-referral.ts';
import { updateReferralPartner } from './actions/update-referral-partner.ts';
import { ReferralQueryParams } from './fields.ts';
import { getReferral, listReferrals, predictReferralQualityScore, validateReferral } from './reads.ts';
import {
  BatchCreateReferrals,
  CreateReferralParams,
  OperationExecutionDetails,
  PredictQualityScore,
  QualityScore,
  Referral,
  ReferralBatch,
  ReferralDraft,
  ReferralValidation,
  SyncReferral,
  UpdateReferral,
  UpdateReferralPartner,
} from './schema.ts';
import { stateTables } from './states.ts';

const referralId = { referralId: { id: 'referral', noun: 'referral' } } as const;

const move = movesOf('referral', stateTables.referral);

/** A deal has as many values as its partner's document, and a batch a hundred of them. */
const documentLimits = withValues(4000);
const batchLimits = withValues(40_000);

export const referralEndpoints: Endpoint[] = [
  reads({
    id: 'listReferrals',
    method: 'GET',
    path: '/org/{orgId}/cosell/referral',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'List referrals',
    notes: 'Archived referrals are left out unless status or q selects them.',
    query: ReferralQueryParams,
    reply: paged(Referral),
    replyHeaders: listHeaders,
    read: listReferrals,
  }),
  asksThenActs({
    id: 'createReferral',
    bodyLimits: documentLimits,
    method: 'POST',
    path: '/org/{orgId}/cosell/referral',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Create a referral',
    notes:
      'Submits the deal to the partner; the operation shows its progress. The referral becomes SUBMITTED or CREATE_FAILED. A CRM record ' +
      'has one referral at a partner: another call for it returns the operation of that one, or submits it again if it was refused. ' +
      'forceCreate makes another one. If its CRM is connected, the record is read and mapped, and info takes precedence. 400 lists every fault that the partner would find.',
    query: CreateReferralParams,
    body: ReferralDraft,
    unversioned: true,
    reply: OperationExecutionDetails,
    replyHeaders: operationHeader,
    emits: ['referral.created', 'referral.submitted'],
    ask: askForRecord,
    act: createReferral,
  }),
  asksThenActs({
    id: 'batchCreateReferrals',
    bodyLimits: batchLimits,
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/batchCreate',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Create several referrals',
    notes: 'At most 100. A faulty item spoils none: its result has the error. Results are in the order of the items.',
    body: ReferralBatch,
    unversioned: true,
    reply: BatchCreateReferrals,
    emits: ['referral.created', 'referral.submitted'],
    ask: askForRecords,
    act: batchCreateReferrals,
  }),
  reads({
    id: 'predictReferralQualityScore',
    bodyLimits: documentLimits,
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/predict-quality-score',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Predict the quality score of a draft',
    notes:
      'The points of named factors, of 100, each with what would improve it. The same draft always has the same score.',
    body: PredictQualityScore,
    unversioned: true,
    reply: QualityScore,
    read: predictReferralQualityScore,
  }),
  reads({
    id: 'validateReferral',
    bodyLimits: documentLimits,
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/validate',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Validate a draft',
    notes:
      "Checks a draft against the partner's schema: each fault has its path and how to fix it. Nothing is stored or sent.",
    body: ReferralDraft,
    unversioned: true,
    reply: ReferralValidation,
    read: validateReferral,
  }),
  reads({
    id: 'getReferral',
    method: 'GET',
    path: '/org/{orgId}/cosell/referral/{referralId}',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Get a referral',
    notes:
      "With the deal in its partner's own members, the partner's messages about it, and whether both sides are in sync.",
    params: referralId,
    reply: Referral,
    read: getReferral,
  }),
  acts({
    id: 'updateReferral',
    bodyLimits: documentLimits,
    method: 'PATCH',
    path: '/org/{orgId}/cosell/referral/{referralId}',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Change a referral',
    notes:
      'Members, stage and status. Changes that concern the partner are sent by an operation; sync shows whether the partner accepted them. status ' +
      'SUBMITTED submits a draft, or a referral whose partner wanted more; ACCEPTED and REJECTED answer an offered referral; WON, LOST, ' +
      'ACCEPTED close and reopen the deal (what its partner offers is answered, not lost: 409); ARCHIVED puts it away. null clears a member that the deal can be without. 409 names the statuses or stages that are allowed. DIRECT: the ' +
      'seller changes the deal on both sides at once, and its commission follows; the partner changes metaInfo, approvalInfo, crm, ' +
      'buyerID and info.direct of its copy and puts it away, anything else is 403. A won deal is reopened only until its commission is confirmed.',
    params: referralId,
    body: UpdateReferral,
    reply: Referral,
    moves: move([
      'change',
      'submit',
      'register',
      'answer',
      'accept',
      'decline',
      'review',
      'demand',
      'approve',
      'refuse',
      'win',
      'lose',
      'reopen',
      'archive',
    ]),
    emits: [...movedEvents, 'commission.created', 'commission.updated', 'commission.voided'],
    act: updateReferral,
  }),
  acts({
    id: 'updateReferralPartner',
    method: 'PATCH',
    path: '/org/{orgId}/cosell/referral/{referralId}/partner',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Change what concerns the partner of a deal',
    notes:
      'DIRECT, seller only: its share, which is 409 once the deal is won, the value of the deal, and a note for the partner. Both copies ' +
      'say the same. A commission that is not confirmed yet follows the value.',
    params: referralId,
    body: UpdateReferralPartner,
    reply: Referral,
    moves: move('change'),
    emits: ['referral.updated', 'commission.updated'],
    act: updateReferralPartner,
  }),
  acts({
    id: 'syncReferral',
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/{referralId}/sync',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Synchronize a referral',
    notes:
      "With its partner and its CRM record. INBOUND reads the partner's changes, OUTBOUND sends yours; without a direction, both.",
    params: referralId,
    body: SyncReferral,
    bodyOptional: true,
    unversioned: true,
    reply: OperationExecutionDetails,
    replyHeaders: operationHeader,
    emits: [],
    act: syncReferral,
  }),
  reads({
    id: 'listReferralSyncEvents',
    method: 'GET',
    path: '/org/{orgId}/cosell/referral/{referralId}/syncEvent',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'List what was sent and received for a referral',
    notes: 'Newest first: each with its changes, what lost in conflicts, and why it failed.',
    params: referralId,
    query: SyncEventQueryParams,
    reply: paged(ReferralSyncEvent),
    replyHeaders: listHeaders,
    read: listReferralSyncEvents,
  }),
];
