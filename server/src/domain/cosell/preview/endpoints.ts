import { z } from 'zod';
import { type Endpoint, readsLive } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { batchPreviewReferrals } from './reads.ts';
import { BatchPreviewReferrals, ReferralPreview } from './schema.ts';

export const previewEndpoints: Endpoint[] = [
  readsLive({
    id: 'batchPreviewReferrals',
    method: 'POST',
    path: '/org/{orgId}/cosell/referral/batchPreview',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Preview referrals of CRM records',
    notes:
      'Reads up to 200 records of the connected CRM and shows the draft that each would be by the mapping in force, or by fields if they are ' +
      'given, with every fault that the partner would find. Creating a referral with the same record and an empty info uses the same mapping. Nothing is stored.',
    bodyLimits: withValues(20_000),
    body: BatchPreviewReferrals,
    unversioned: true,
    reply: z.array(ReferralPreview),
    read: batchPreviewReferrals,
  }),
];
