import { keepCursor, loadCursor } from '../../domain/cosell/cursor/actions/keep-cursor.ts';
import { recordSyncDone } from '../../domain/organization/connection/actions/record-sync.ts';
import type { Workflow } from '../../engine/workflow.ts';
import { stepName, type WorkflowServices } from '../services.ts';
import { createTally } from '../tally.ts';
import { openCoSellSession } from './cosell-session.ts';
import { syncReferralAtPartner } from './read-referral.ts';

/** The maximum number of lists of changes that one run reads; the next run continues after them. */
const listsMax = 20;

/**
 * Reads the referrals that changed at a partner, and sends our changes, which repairs what lost events missed. A referral that cannot be
 * read does not block the others; the next full run reads it again (`startSync`).
 */
export const reconcileReferralsWorkflow = (services: WorkflowServices): Workflow<'cosell.reconcile'> => ({
  name: 'cosell.reconcile',
  run: async (run, { connectionId, full }) => {
    const session = openCoSellSession(services, run, { connectionId });
    const { partner, cursor: start } = await run.change('load', [], (call) => loadCursor(call, { connectionId, full }));
    const tally = createTally();
    let cursor = start;
    for (let list = 1; list <= listsMax && !tally.isSilent(); list += 1) {
      const since = cursor;
      const changes = await session.ask(
        `list ${list}`,
        async (coSell, access) =>
          (await coSell.listChanged?.(access, since)) ?? { externalIds: [], cursor: since ?? '' },
      );
      for (const externalId of changes.externalIds) {
        if (tally.isSilent()) break;
        const read = { partner, externalId, direction: 'BOTH' } as const;
        try {
          await syncReferralAtPartner(run, session, read, stepName(`${list}`, `${externalId}: `));
          tally.read(1);
        } catch (error) {
          tally.failed(error);
        }
      }
      const isEnd = changes.cursor === cursor || changes.externalIds.length === 0;
      if (tally.isSilent()) break;
      cursor = changes.cursor;
      const reached = cursor;
      await run.change(`reached ${list}`, [], (call) => keepCursor(call, connectionId, reached));
      if (isEnd) break;
    }
    if (!tally.isSilent()) {
      const read = { connectionId, startTime: run.startTime, full: full && tally.isWhole() };
      await run.change('record', [], (call) => recordSyncDone(call, read));
    }
    return tally.end('referrals', partner);
  },
});
