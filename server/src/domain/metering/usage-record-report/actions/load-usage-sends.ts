import type { OrgDb } from '../../../../db/org-db.ts';
import { type ClaimedRow, findRows } from '../sending-store.ts';
import { isOutcomeUnknown } from '../settlement/settlement.ts';
import type { AllocatedReportRow } from '../usage-record-report.ts';

const rowIds = (claimed: readonly ClaimedRow[]): string[] => claimed.map(({ rowId }) => rowId);

/** Claimed rows that are still to be sent. Rows given up in the meantime are left out: they may have been settled. */
export const loadUsageSends = async (db: OrgDb, claimed: readonly ClaimedRow[]): Promise<AllocatedReportRow[]> =>
  (await findRows(db, rowIds(claimed))).filter((row) => row.next_attempt_time !== null);

/** Claimed rows whose outcome is still unknown at the claimed attempt. */
export const loadUnknownSends = async (db: OrgDb, claimed: readonly ClaimedRow[]): Promise<AllocatedReportRow[]> =>
  (await findRows(db, rowIds(claimed))).filter(
    (row) =>
      isOutcomeUnknown(row) && claimed.some(({ rowId, attempt }) => rowId === row.id && attempt === row.attempts),
  );
