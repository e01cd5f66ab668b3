import { restartPushes } from '../domain/buyer/actions/push-buyer.ts';
import { findCustomerIds } from '../domain/buyer/payment/store.ts';
import { recordSyncDone, recordSyncFailed } from '../domain/organization/connection/actions/record-sync.ts';
import { syncWindowMs } from '../domain/organization/connection/connection.ts';
import type { Workflow, WorkflowRun } from '../engine/workflow.ts';
import { encodeId, nilId } from '../kit/ids.ts';
import { type PaymentTalk, paymentAccountOf, payTo } from './payment-talk.ts';
import type { Which, WorkflowServices } from './services.ts';
import { customersAtOnce, syncCustomers } from './sync-buyer.ts';

/** Parts of the buyers that one run reads; what is left is read by another one that follows at once. */
const partsMax = 50;

/** Those that the provider says have changed; nothing where it cannot tell. */
const syncChanged = async (run: WorkflowRun, talk: PaymentTalk, which: Which): Promise<number> => {
  const since = new Date(run.startTime.getTime() - syncWindowMs);
  const changed = (await talk.ask('changed', (payments, access) => payments.listChangedCustomers(access, since))) ?? [];
  let count = 0;
  for (let part = 0; part * customersAtOnce < changed.length; part += 1) {
    const externalIds = changed.slice(part * customersAtOnce, (part + 1) * customersAtOnce);
    count += await syncCustomers(run, talk, which, { name: `changed ${part + 1}`, externalIds });
  }
  return count;
};

/** All customers of buyers here, in parts; answers the last buyer when some are left. */
const syncAll = async (
  run: WorkflowRun,
  talk: PaymentTalk,
  which: Which,
  start: string,
): Promise<{ count: number; left: string | null }> => {
  let count = 0;
  let after = start;
  for (let part = 1; part <= partsMax; part += 1) {
    const name = `part ${part}`;
    const buyers = await run.change(name, [], async (call) => {
      const { partner } = await paymentAccountOf(call.db, which);
      return findCustomerIds(call.db, partner, { after, limit: customersAtOnce });
    });
    const last = buyers.at(-1);
    if (!last) return { count, left: null };
    after = last.buyerId;
    const externalIds = buyers.map(({ externalId }) => externalId);
    count += await syncCustomers(run, talk, which, { name, externalIds });
    if (buyers.length < customersAtOnce) return { count, left: null };
  }
  return { count, left: after };
};

/**
 * Mends what messages lose: reads the customers that changed at the payment provider (all buyers' once a day), and begins
 * again what could not be brought there. Does no harm however often and in whatever order it runs.
 */
export const reconcilePaymentsWorkflow = (services: WorkflowServices): Workflow<'payment.reconcile'> => ({
  name: 'payment.reconcile',
  run: async (run, { connectionId, full, after }) => {
    const which: Which = { connectionId };
    const talk = payTo(services, run, which);
    const changed = await syncChanged(run, talk, which);
    const all = full ? await syncAll(run, talk, which, after ?? nilId) : { count: 0, left: null };
    await run.change('record', ['connection.recovered'], async (call) => {
      const { partner } = await paymentAccountOf(call.db, which);
      await restartPushes(call, partner);
      await recordSyncDone(call, { connectionId, startTime: run.startTime, full });
      if (all.left === null) return;
      const input = { connectionId, full, after: all.left };
      await call.start('payment.reconcile', input, { entityId: encodeId('conn', connectionId), partner });
    });
    return `${changed + all.count} customers were read.`;
  },
  onFailure: {
    emits: ['connection.failed'],
    act: (call, { connectionId }, { code, message }) =>
      recordSyncFailed(call, { connectionId, error: { code, message } }),
  },
});
