import { acts, type Endpoint } from '../../../contract/endpoint.ts';
import { uploadUsage } from './actions/upload-usage.ts';
import { UsageUpload, UsageUploadResult } from './schema.ts';

export const usageUploadEndpoints: Endpoint[] = [
  acts({
    id: 'uploadUsageRecordGroups',
    method: 'POST',
    path: '/org/{orgId}/usageRecordGroup/upload',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Report usage from a CSV file',
    notes:
      'The good lines are accepted together, and the others are returned as CSV with their line number and reason, to be corrected and sent ' +
      'again. Send the same file with dryRun=true first: the response is the same, and nothing is stored. A line whose id is already stored ' +
      'with equal content is a duplicate, so sending a file twice does no harm.',
    csv: true,
    body: UsageUpload,
    unversioned: true,
    reply: UsageUploadResult,
    emits: ['usage_record_group.created'],
    keyInProgress: 'ServiceUnavailable',
    rateLimit: 'metering',
    act: uploadUsage,
  }),
];
