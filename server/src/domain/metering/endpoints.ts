import { z } from 'zod';
import { acts, asksThenActs, type Endpoint, reads } from '../../contract/endpoint.ts';
import { withValues } from '../../contract/limits.ts';
import { listHeaders } from '../../contract/shapes.ts';
import { movesOf } from '../../kit/transitions.ts';
import { billableMetricEndpoints } from './billable-metric/endpoints.ts';
import { dailyUsageEndpoints } from './daily-usage/endpoints.ts';
import { pricePreviewEndpoints } from './price/preview/endpoints.ts';
import { usageMeteringConfigEndpoints } from './usage-metering-config/endpoints.ts';
import { usageProofEndpoints } from './usage-proof/endpoints.ts';
import { deleteUsageRecordGroup } from './usage-record-group/actions/delete-usage-record-group.ts';
import { reportUsage, reportUsageBatch } from './usage-record-group/actions/report-usage.ts';
import { retryUsageRecordGroup } from './usage-record-group/actions/retry-usage-record-group.ts';
import { listUsageRecordGroups } from './usage-record-group/reads.ts';
import {
  CreateUsageRecordGroupParams,
  ListUsageRecordGroupsResponse,
  MeteringUsageRecordGroup,
  NewUsageRecordGroups,
  RetryParams,
  UsageRecordGroupListParams,
} from './usage-record-group/schema.ts';
import { usageStatuses, usageTransitions } from './usage-record-group/states.ts';
import { validateUsageBatch } from './usage-record-group/validate-usage.ts';
import { askUsageOutcome } from './usage-record-report/actions/ask-usage-outcome.ts';
import { settleUsageReport } from './usage-record-report/actions/settle-usage-report.ts';
import { listUsageRecordReports } from './usage-record-report/reads.ts';
import {
  ListUsageRecordReportsResponse,
  MeteringUsageRecordReport,
  SettleUsageRecordReport,
  UsageRecordReportListParams,
} from './usage-record-report/schema.ts';
import { usageSilenceEndpoints } from './usage-silence/endpoints.ts';
import { usageTotalEndpoints } from './usage-total/endpoints.ts';
import { usageUploadEndpoints } from './usage-upload/endpoints.ts';

const usageRecordGroupId = { usageRecordGroupId: { text: true, noun: 'usage record group' } } as const;

const move = movesOf('usage record group', { statuses: usageStatuses, acts: usageTransitions });

export const meteringEndpoints: Endpoint[] = [
  acts({
    id: 'batchReportUsageRecordGroups',
    bodyLimits: withValues(20_000),
    method: 'POST',
    path: '/org/{orgId}/batchCreateUsageRecordGroups',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Report many usage record groups',
    notes:
      'All or nothing; the response has one group for each item, in order. An id that is already stored with equal content returns the stored group; with different content the batch is refused (400, id_conflict), as with an id whose group is no longer kept.',
    body: NewUsageRecordGroups,
    unversioned: true,
    reply: z.array(MeteringUsageRecordGroup),
    replyHeaders: { 'X-Duplicate-Count': 'How many items were already stored, with equal content' },
    emits: ['usage_record_group.created'],
    keyInProgress: 'ServiceUnavailable',
    rateLimit: 'metering',
    act: reportUsageBatch,
  }),
  reads({
    id: 'batchValidateUsageRecordGroups',
    bodyLimits: withValues(20_000),
    method: 'POST',
    path: '/org/{orgId}/batchValidateUsageRecordGroups',
    family: 'metering',
    permission: 'metering:read',
    summary: 'Check many usage record groups without storing them',
    notes:
      'Makes the same checks as the report of many groups and stores nothing. The response is an empty string if all are valid; else 400 ' +
      'names every bad item, as the report would.',
    body: NewUsageRecordGroups,
    unversioned: true,
    reply: z.literal(''),
    rateLimit: 'metering',
    read: validateUsageBatch,
  }),
  acts({
    id: 'reportUsageRecordGroup',
    bodyLimits: withValues(48_000),
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/usageRecordGroup',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Report a usage record group',
    notes:
      'The id makes retries safe: 409 means only that it is already stored; info.differs tells whether its content is different. The content of a group that is no longer kept cannot be compared: info.isKept is then false, info.differs true, and info.creationTime the beginning of its month.',
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    creates: true,
    body: CreateUsageRecordGroupParams,
    reply: MeteringUsageRecordGroup,
    emits: ['usage_record_group.created'],
    keyInProgress: 'ServiceUnavailable',
    rateLimit: 'metering',
    act: reportUsage,
  }),
  reads({
    id: 'listUsageRecordGroups',
    method: 'GET',
    path: '/org/{orgId}/usageRecordGroup',
    family: 'metering',
    permission: 'metering:read',
    summary: 'List usage record groups',
    notes: 'At most one of partner, productId, entitlementId and buyerId.',
    query: UsageRecordGroupListParams,
    reply: ListUsageRecordGroupsResponse,
    replyHeaders: listHeaders,
    read: listUsageRecordGroups,
  }),
  acts({
    id: 'retryUsageRecordGroup',
    method: 'POST',
    path: '/org/{orgId}/usageRecordGroup/{usageRecordGroupId}/retry',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Report a failed usage record group again',
    notes: 'It becomes CREATED and the next report picks it up. 400 while an outcome is unknown: see settle.',
    params: usageRecordGroupId,
    query: RetryParams,
    reply: MeteringUsageRecordGroup,
    moves: move('retry'),
    emits: ['usage_record_group.retried'],
    act: retryUsageRecordGroup,
  }),
  acts({
    id: 'deleteUsageRecordGroup',
    method: 'DELETE',
    path: '/org/{orgId}/usageRecordGroup/{usageRecordGroupId}',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Delete a usage record group that was not reported',
    notes:
      'Only while every part of it is CREATED or INVALID; a part that was retried counts as reported. The group stays readable as DELETED, and its id stays taken.',
    params: usageRecordGroupId,
    query: RetryParams,
    reply: MeteringUsageRecordGroup,
    moves: move('delete'),
    emits: ['usage_record_group.deleted'],
    act: deleteUsageRecordGroup,
  }),
  reads({
    id: 'listUsageRecordReports',
    method: 'GET',
    path: '/org/{orgId}/usageRecordReport',
    family: 'metering',
    permission: 'metering:read',
    summary: 'List usage record reports',
    notes: 'At most one of partner, entitlementId and buyerId.',
    query: UsageRecordReportListParams,
    reply: ListUsageRecordReportsResponse,
    replyHeaders: listHeaders,
    read: listUsageRecordReports,
  }),
  asksThenActs({
    id: 'settleUsageRecordReport',
    method: 'POST',
    path: '/org/{orgId}/usageRecordReport/{usageRecordReportId}/settle',
    family: 'metering',
    permission: 'access:write',
    by: 'leader',
    summary: 'Settle a usage record report whose outcome is unknown',
    notes:
      'For ADMIN and OWNER. COUNTED: it succeeded. NOT_COUNTED: it failed, and its groups can be retried. The marketplace is ' +
      'queried first: AZURE through its usage events; AWS and GCP, while they still accept the hour, by sending the same record ' +
      'again, which they count once. 409 with its answer if it contradicts the outcome; 502 or 503, with nothing settled, if it does ' +
      'not respond. If it can no longer be queried, the given outcome is recorded.',
    params: { usageRecordReportId: { id: 'report', noun: 'usage record report' } },
    body: SettleUsageRecordReport,
    reply: MeteringUsageRecordReport,
    emits: ['usage_record_report.updated'],
    ask: askUsageOutcome,
    act: settleUsageReport,
  }),
  ...billableMetricEndpoints,
  ...dailyUsageEndpoints,
  ...pricePreviewEndpoints,
  ...usageProofEndpoints,
  ...usageSilenceEndpoints,
  ...usageTotalEndpoints,
  ...usageMeteringConfigEndpoints,
  ...usageUploadEndpoints,
];
