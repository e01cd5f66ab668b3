import { z } from 'zod';
import { timeOut } from '../../../contract/shapes.ts';
import { revenueChannels } from '../channels.ts';

const SyncError = z.strictObject({
  code: z.string(),
  message: z.string(),
  part: z.string().optional(),
  line: z.int().optional(),
  partnerMessage: z.string().optional(),
});

export const RevenueHealth = z
  .strictObject({
    partner: z.enum(revenueChannels),
    lastSyncTime: timeOut.optional(),
    lastSyncStatus: z.enum(['SUCCESS', 'FAILED', 'RUNNING', 'NEVER']),
    consecutiveErrorCount: z.int(),
    lastError: SyncError.optional(),
    nextSyncTime: timeOut.optional(),
  })
  .meta({ id: 'RevenueHealth' });

const dayOut = z.string().meta({ format: 'date' });

const started = {
  workflowID: z.string(),
  runID: z.string(),
  entityId: z.string(),
  windowStart: dayOut,
  windowEnd: dayOut,
};

export const RevenueBackfill = z.strictObject(started).meta({ id: 'RevenueBackfill' });

export const RevenueConnection = z
  .strictObject({
    partner: z.enum(revenueChannels),
    service: z.enum(['MARKETPLACE', 'PAYMENT']),
    status: z.enum(['CONNECTED', 'ERROR']),
    connectedTime: timeOut,
    health: RevenueHealth,
    backfill: z
      .strictObject({
        ...started,
        startTime: timeOut,
        status: z.enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TIMED_OUT']).optional(),
      })
      .optional(),
  })
  .meta({ id: 'RevenueConnection' });
