import { actsInParts, type Endpoint } from '../../../contract/endpoint.ts';
import { uploadLargeUsage, uploadUsage } from './actions/upload-usage.ts';
import { fileBytesMax, UsageUpload, UsageUploadResult, wholeBytes, wholeLines } from './schema.ts';

export const usageUploadEndpoints: Endpoint[] = [
  actsInParts({
    id: 'uploadUsageRecordGroups',
    method: 'POST',
    path: '/org/{orgId}/usageRecordGroup/upload',
    family: 'metering',
    permission: 'metering:write',
    summary: 'Report usage from a CSV file',
    notes:
      'The good lines are accepted together, and the others are returned as CSV with their line number and reason, to be corrected and sent ' +
      'again with or without these two columns. Send the same file with dryRun=true first: the response is the same, and nothing is stored. A line whose id is already stored ' +
      'with equal content is a duplicate, so sending a file twice does no harm. ' +
      `Up to ${wholeBytes / 1024 / 1024} MiB and ${wholeLines} lines a file is accepted in one transaction. A larger one is accepted 1000 lines at a time as it arrives; ` +
      'if it ends early, because of a refusal or a lost connection, send the whole file again.',
    csv: true,
    streamBytes: fileBytesMax,
    body: UsageUpload,
    unversioned: true,
    reply: UsageUploadResult,
    emits: ['usage_record_group.created'],
    keyInProgress: 'ServiceUnavailable',
    rateLimit: 'metering',
    inParts: uploadLargeUsage,
    act: uploadUsage,
  }),
];
