import {
  type ChainHead,
  findChainHead,
  findSealableRows,
  findUnsealedOrganizations,
  lockChain,
  type Seal,
  writeSeals,
} from '../db/audit-chain.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop, unwatchedMs } from '../kit/wake.ts';
import { chainStart, hashOfRow } from './audit-chain.ts';

/** What was written meanwhile is sealed together. */
const restMs = 2_000;
/** Pause between two steps of a backlog, so that sealing never competes with the API. */
const stepPauseMs = 20;
const organizationsAtOnce = 20;
const rowsAtOnce = 500;

/** Seals the next rows of the organization in one transaction. Returns whether more rows can be sealed at once. */
const sealStep = (database: Database, orgId: string): Promise<boolean> =>
  database.system(async (db) => {
    if (!(await lockChain(db, orgId))) return false;
    // Read after taking the lock, so that the head is what its last holder committed.
    let head: ChainHead = (await findChainHead(db, orgId)) ?? { sequence: 0, hash: chainStart };
    const { rows, more } = await findSealableRows(db, orgId, rowsAtOnce);
    if (rows.length === 0) return false;
    const seals = rows.map((row): Seal => {
      const { sequence, hash: previousHash } = { ...head, sequence: head.sequence + 1 };
      const hash = hashOfRow({ orgId, sequence, previousHash }, row);
      head = { sequence, hash };
      return { place: row.place, sequence, previous_hash: previousHash, hash };
    });
    const sealed = await writeSeals(db, orgId, seals);
    if (sealed !== seals.length) throw new Error(`${sealed} of ${seals.length} audit rows were sealed`);
    return more;
  });

/** Seals every committed row in small steps: one of each organization in turn, so that none waits for the backlog of another. */
export const sealAuditRows = async (database: Database, isStopping: () => boolean = () => false): Promise<void> => {
  for (let isMore = true; isMore && !isStopping(); ) {
    isMore = false;
    for (let after: string | null = null; !isStopping(); ) {
      const orgIds: string[] = await database.system((db) => findUnsealedOrganizations(db, after, organizationsAtOnce));
      const last = orgIds.at(-1);
      if (last === undefined) break;
      for (const orgId of orgIds) {
        if (isStopping()) return;
        if (!(await sealStep(database, orgId))) continue;
        isMore = true;
        await new Promise((resolve) => setTimeout(resolve, stepPauseMs));
      }
      after = last;
    }
  }
};

/**
 * Chains the audit rows of each organization within seconds of their commit. Any number of processes may run this; each
 * organization is sealed by only one of them at a time.
 */
export const startAuditSealer = ({ database, log }: { database: Database; log: Log }): Loop =>
  startLoop(
    { everyMs: unwatchedMs, restMs, failed: (error) => log.warn({ err: error }, 'audit rows could not be sealed') },
    async (isStopping) => {
      await sealAuditRows(database, isStopping);
      return false;
    },
  );
