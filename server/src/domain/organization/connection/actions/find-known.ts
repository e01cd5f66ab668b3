import type { OrgDb } from '../../../../db/org-db.ts';
import type { KnownKind } from '../connection.ts';
import { findKnownVersions } from '../store.ts';

export type KnownThings = { partner: string; kind: KnownKind; externalIds: string[] };

/** Which of these things of a partner are here already, with the partner's version that was applied last; -1: none was. */
export const findKnown = (db: OrgDb, { partner, kind, externalIds }: KnownThings): Promise<Map<string, number>> =>
  findKnownVersions(db, partner, kind, externalIds);
