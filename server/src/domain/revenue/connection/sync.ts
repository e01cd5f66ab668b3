import type { RevenueChannel } from '../../../adapters/revenue/port.ts';

/** How far a channel is read, and how well. */
export type RevenueSync = {
  channel: RevenueChannel;
  connection_id: string;
  /** When the last sync ended, whatever its outcome. */
  last_sync_time: Date | null;
  last_sync_status: 'NEVER' | 'RUNNING' | 'SUCCESS' | 'FAILED';
  /** Syncs that failed since the last one that did not. */
  consecutive_error_count: number;
  last_error: { code: string; message: string; part?: string; line?: number } | null;
  next_sync_time: Date | null;
  /** The run that is reading now, or was the last to do so. */
  operation_id: string | null;
  backfill_operation_id: string | null;
  /** Days in UTC, `YYYY-MM-DD`; the end is excluded. */
  backfill_start: string | null;
  backfill_end: string | null;
  backfill_time: Date | null;
  version: number;
};
