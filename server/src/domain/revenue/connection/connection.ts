import type { FeedFault, RevenueChannel } from '../../../adapters/revenue/port.ts';

export type { KeptRequest } from '../../../adapters/revenue/feeds.ts';

/** Why a sync failed, or what is wrong with a file. `line` counts from 1, with the header. */
export type SyncError = { code: string; message: string; part?: string; line?: number; partnerMessage?: string };

/**
 * How far a channel is read, and how well. A sync has FAILED if the parts could not be listed, if the partner did not
 * deliver one, or if it was the one that found a part that is not what it says. One that has nothing of this is a SUCCESS,
 * even if such a part still waits to be replaced: each mistake of a partner is counted once. Backfills and canceled syncs
 * count as neither.
 */
export type RevenueSync = {
  channel: RevenueChannel;
  connection_id: string;
  /** When the last sync ended, whatever its outcome. */
  last_sync_time: Date | null;
  last_sync_status: 'NEVER' | 'SUCCESS' | 'FAILED';
  /** Syncs that failed since the last one that did not. */
  consecutive_error_count: number;
  /** Why the last sync failed; null if it did not. */
  last_error: SyncError | null;
  /** The start of the last sync that did not fail: the next one looks back from there. */
  synced_time: Date | null;
  /** The last sync that ended. */
  operation_id: string | null;
  backfill_operation_id: string | null;
  /** Days in UTC, `YYYY-MM-DD`; the end is excluded. */
  backfill_start: string | null;
  backfill_end: string | null;
  backfill_time: Date | null;
  version: number;
};

/** What is known of an account that was not read yet. */
export const neverSynced: Omit<RevenueSync, 'channel' | 'connection_id'> = {
  last_sync_time: null,
  last_sync_status: 'NEVER',
  consecutive_error_count: 0,
  last_error: null,
  synced_time: null,
  operation_id: null,
  backfill_operation_id: null,
  backfill_start: null,
  backfill_end: null,
  backfill_time: null,
  version: 1,
};

/** Whose parts are meant: those of one account at a partner. */
export type PartOwner = { channel: RevenueChannel; accountId: string };

/** A part that is to be read, as it was listed. */
export type FoundPart = {
  name: string;
  version: string;
  written_time: Date;
  bytes: number | null;
  /** Each version has all its rows (`FeedPart.isWhole`). */
  is_whole: boolean;
};

/** What a run has read so far, over all its steps and processes. */
export type RunProgress = {
  /** Parts that are still to be read by it. */
  left: number;
  read: number;
  rows: number;
  newRows: number;
  /** Parts that it found to be not what they say, and the first one's fault. */
  faulty: number;
  fault: FeedFault | null;
  /** Parts that are left for the next run, and why the first one was not delivered; null if all were only changing. */
  undelivered: number;
  failure: SyncError | null;
};

/** A part that was written again between listing and reading: the next list has its new version. */
export const changedCode = 'CHANGED';

/** A part that has rows which the partner stated otherwise before, under the same version. It counts as read. */
export const contradictionCode = 'CONTRADICTING_ROWS';

/** How long such a part is shown. */
export const contradictionDays = 7;

/** The trailing months that a backfill reads. */
export const backfillMonths = 24;

/** The subject of changes and events of a channel. */
export const revenueSubject = (channel: RevenueChannel): string => `revenueConnection.${channel}`;
