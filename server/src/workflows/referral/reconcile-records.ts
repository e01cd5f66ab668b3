import { coSellPartners } from '../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../adapters/crm/port.ts';
import {
  type Compared,
  compareWithRecords,
  findOfRecords,
  findWaiting,
} from '../../domain/cosell/crm-record/actions/find-referrals.ts';
import { keepCursor, loadCrmCursor } from '../../domain/cosell/cursor/actions/keep-cursor.ts';
import { recordSyncDone } from '../../domain/organization/connection/actions/record-sync.ts';
import type { Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { stepName, type WorkflowServices } from '../services.ts';
import { createTally, type Tally } from '../tally.ts';
import { type CrmSession, openCrmSession } from './crm-session.ts';
import { isGone, syncBothHalves } from './sync-both-halves.ts';

/** The maximum number of lists of changes that one run reads; the next run continues after them. */
const listsMax = 20;

/** Pages of 200 referrals of each partner that a full run compares. */
const pagesMax = 50;

type Reconciling = {
  run: WorkflowRun;
  system: CrmSystem;
  session: CrmSession;
  tally: Tally;
  /** Synchronizes a referral once in a run. A failure is recorded in the referral, and does not block others. */
  sync: (referralId: string) => Promise<void>;
};

const createSync = (services: WorkflowServices, run: WorkflowRun, tally: Tally): Reconciling['sync'] => {
  const seen = new Set<string>();
  return async (referralId) => {
    if (seen.has(referralId) || tally.isSilent()) return;
    seen.add(referralId);
    const asked = { referralId, direction: 'BOTH', isOfCrm: true } as const;
    const { crmFailure, partnerFailure } = await syncBothHalves(
      services,
      run,
      asked,
      stepName('sync', `${referralId}: `),
    );
    // A deal that is gone is shown by its referral, and is no failure of the run.
    if (crmFailure && !isGone(crmFailure)) tally.failed(crmFailure);
    else if (partnerFailure) tally.refused(partnerFailure.failure);
    else tally.read(1);
  };
};

/** What the CRM lists as changed. */
const followChanges = async (
  { run, system, session, tally, sync }: Reconciling,
  { connectionId, start }: { connectionId: string; start: string | null },
): Promise<void> => {
  let cursor = start;
  for (let list = 1; list <= listsMax && !tally.isSilent(); list += 1) {
    const since = cursor;
    const changes = await session.ask(`list ${list}`, ({ crm, access }) => crm.listChanged(access, since));
    const found = await run.change(`find ${list}`, [], (call) => findOfRecords(call, system, changes.ids));
    for (const referralId of found) await sync(referralId);
    if (tally.isSilent()) return;
    cursor = changes.cursor;
    const reached = cursor;
    await run.change(`reached ${list}`, [], (call) => keepCursor(call, connectionId, reached));
    if (changes.isEnd) return;
  }
};

/** What lists do not show: changes of companies and contacts, deleted deals, and what the CRM is still owed. */
const compareAll = async ({ session, tally, sync }: Reconciling): Promise<void> => {
  for (const partner of coSellPartners) {
    let after: string | null = null;
    for (let page = 1; page <= pagesMax && !tally.isSilent(); page += 1) {
      const from: string | null = after;
      const compared: Compared = await session.ask(`compare ${partner} ${page}`, (reach, { db }) =>
        compareWithRecords(db, reach, { partner, after: from }),
      );
      tally.read(compared.count - compared.differing.length);
      for (const referralId of compared.differing) await sync(referralId);
      if (compared.next === null) break;
      after = compared.next;
    }
  }
};

/**
 * Synchronizes the referrals whose records changed in a CRM, and those that it did not answer for; `full`: also all that differ
 * from their records. What events lose is mended by this.
 */
export const reconcileRecordsWorkflow = (services: WorkflowServices): Workflow<'crm.reconcile'> => ({
  name: 'crm.reconcile',
  run: async (run, { connectionId, full }) => {
    const session = openCrmSession(services, run, { connectionId });
    const tally = createTally();
    const { system, cursor: start } = await run.change('load', [], (call) => loadCrmCursor(call, connectionId));
    const reconciling = { run, system, session, tally, sync: createSync(services, run, tally) };
    await followChanges(reconciling, { connectionId, start });
    for (const referralId of await run.change('waiting', [], (call) => findWaiting(call, system)))
      await reconciling.sync(referralId);
    if (full) await compareAll(reconciling);
    if (!tally.isSilent()) {
      await run.change('record', [], (call) => recordSyncDone(call, { connectionId, startTime: run.startTime, full }));
    }
    return tally.end('referrals', system);
  },
});
