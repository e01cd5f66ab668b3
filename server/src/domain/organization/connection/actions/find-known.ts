import type { OrgDb } from '../../../../db/org-db.ts';
import type { KnownKind } from '../connection.ts';
import { findKnownVersions } from '../store.ts';

export type KnownThings = { partner: string; kind: KnownKind; externalIds: string[] };

/** Which of these partner objects are stored, with the last applied partner version, or -1 if none was applied. */
export const findKnown = (db: OrgDb, { partner, kind, externalIds }: KnownThings): Promise<Map<string, number>> =>
  findKnownVersions(db, partner, kind, externalIds);
