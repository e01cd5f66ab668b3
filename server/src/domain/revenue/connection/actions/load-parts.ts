import type { FeedWindow, RevenueChannel } from '../../../../adapters/revenue/port.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { changedCode, type FoundPart, type PartOwner, type RunProgress } from '../connection.ts';
import { findNextPart, findProgress } from '../part-store.ts';
import { findSync } from '../store.ts';
import { syncWindow } from '../windows.ts';

/** The window of a sync that begins now. */
export const loadSyncWindow = async (
  db: OrgDb,
  channel: RevenueChannel,
  connectionId: string,
  now: Date,
): Promise<FeedWindow> => syncWindow(channel, await findSync(db, { channel, connection_id: connectionId }), now);

/** The oldest part after the given one that is to be read, without those that the run was not given. */
export const nextPart = (
  db: OrgDb,
  owner: PartOwner,
  operationId: string,
  after?: FoundPart,
): Promise<FoundPart | undefined> => findNextPart(db, owner, operationId, after);

export const loadProgress = (db: OrgDb, owner: PartOwner, operationId: string): Promise<RunProgress> =>
  findProgress(db, owner, operationId, changedCode);
