import { listCustomers } from '../../domain/buyer/actions/list-customers.ts';
import { restartPushes } from '../../domain/buyer/actions/push-buyer.ts';
import {
  type AccountRef,
  loadPaymentConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { recordSyncDone, recordSyncLost } from '../../domain/organization/connection/actions/record-sync.ts';
import { syncWindowMs } from '../../domain/organization/connection/connection.ts';
import type { Workflow, WorkflowRun } from '../../engine/workflow.ts';
import { encodeId, nilId } from '../../kit/ids.ts';
import { followDispute } from '../invoice/follow-dispute.ts';
import { followRefund } from '../invoice/follow-refund.ts';
import type { WorkflowServices } from '../services.ts';
import { createTally, type Tally } from '../tally.ts';
import { openPaymentSession, type PaymentSession } from './payment-session.ts';
import { customersAtOnce, syncCustomers } from './sync-buyer.ts';

/** Parts of the buyers that one run reads; a follow-up run reads the rest. */
const partsMax = 50;

type Reading = { run: WorkflowRun; session: PaymentSession; account: AccountRef; tally: Tally };

/** Reads some customers and counts them. */
const syncPart = async (
  { run, session, account, tally }: Reading,
  name: string,
  externalIds: readonly string[],
): Promise<void> => {
  try {
    const { changed, refused } = await syncCustomers(run, session, account, { name, externalIds });
    tally.read(externalIds.length - refused.length);
    tally.changed(changed);
    for (const failure of refused) tally.refused(failure);
  } catch (error) {
    tally.failed(error, externalIds.length);
  }
};

/** Reads the customers that changed, according to the provider; none if it cannot list them. */
const syncChanged = async (reading: Reading): Promise<void> => {
  const { run, session, tally } = reading;
  const since = new Date(run.startTime.getTime() - syncWindowMs);
  let changed: string[];
  try {
    changed = (await session.ask('changed', (payments, access) => payments.listChangedCustomers(access, since))) ?? [];
  } catch (error) {
    tally.notListed('changed customers', error);
    return;
  }
  for (let part = 0; part * customersAtOnce < changed.length; part += 1) {
    if (tally.isSilent()) {
      tally.left(changed.length - part * customersAtOnce);
      return;
    }
    const externalIds = changed.slice(part * customersAtOnce, (part + 1) * customersAtOnce);
    await syncPart(reading, `changed ${part + 1}`, externalIds);
  }
};

/** Follows the outcome of money after it had moved, as far as the provider can list it: disputes, failed refunds. */
const followMoney = async ({ run, session, tally }: Reading): Promise<void> => {
  const since = new Date(run.startTime.getTime() - syncWindowMs);
  const partner = run.partnerName;
  const list = async <T>(what: string, call: Parameters<typeof session.ask<T[]>>[1]): Promise<T[]> => {
    try {
      return await session.ask(what, call);
    } catch (error) {
      tally.notListed(what, error);
      return [];
    }
  };
  const follow = async (id: string, one: (name: (step: string) => string) => Promise<unknown>): Promise<void> => {
    if (tally.isSilent()) return;
    try {
      await one((step) => `${step} ${id}`);
    } catch (error) {
      tally.failed(error, 1);
    }
  };
  for (const ref of await list(
    'failed refunds',
    async (payments, access) => (await payments.listFailedRefunds?.(access, since)) ?? [],
  ))
    await follow(ref.refundId, (name) => followRefund(run, session, { ...ref, partner, read: null }, name));
  for (const chargeId of await list(
    'disputes',
    async (payments, access) => (await payments.listDisputed?.(access, since)) ?? [],
  ))
    await follow(chargeId, (name) => followDispute(run, session, { chargeId, partner, read: null }, name));
};

/** Reads all customers of our buyers in parts. Returns the last buyer read if some are left. */
const syncAll = async (reading: Reading, start: string): Promise<string | null> => {
  const { run, account, tally } = reading;
  let after = start;
  for (let part = 1; part <= partsMax && !tally.isSilent(); part += 1) {
    const name = `part ${part}`;
    const buyers = await run.change(name, [], async (call) => {
      const { partner } = await loadPaymentConnection(call.db, account);
      return listCustomers(call, partner, { after, limit: customersAtOnce });
    });
    const last = buyers.at(-1);
    if (!last) return null;
    const externalIds = buyers.map(({ externalId }) => externalId);
    await syncPart(reading, name, externalIds);
    after = last.buyerId;
    if (buyers.length < customersAtOnce) return null;
  }
  return after;
};

/**
 * Repairs what messages miss: reads the customers that changed at the payment provider (or those of all
 * buyers, see `startSync`), follows reversed payments, and restarts failed pushes. Safe to run at any time and any number of times. A failure does not block
 * the rest; the run is then FAILED, with what was done and the provider's message.
 */
export const reconcilePaymentsWorkflow = (services: WorkflowServices): Workflow<'payment.reconcile'> => ({
  name: 'payment.reconcile',
  run: async (run, { connectionId, full, after }) => {
    const account: AccountRef = { connectionId };
    const tally = createTally();
    const reading: Reading = { run, session: openPaymentSession(services, run, account), account, tally };
    await syncChanged(reading);
    const last = full && !tally.isSilent() ? await syncAll(reading, after ?? nilId) : null;
    // A provider that does not answer is left alone until the next scheduled run.
    const left = tally.isSilent() ? null : last;
    // Refunds and disputes that are not answered do not make all customers be read again.
    const hasCustomers = tally.isWhole();
    if (!tally.isSilent()) await followMoney(reading);
    const isAnswering = tally.isListed() && !tally.isSilent();
    await run.change('record', [], async (call) => {
      const { partner } = await loadPaymentConnection(call.db, account);
      if (isAnswering) await restartPushes(call, partner);
      // The first of several runs records that all customers are read, a later one only that some are not.
      const isFirst = after === undefined;
      if (hasCustomers) await recordSyncDone(call, { connectionId, startTime: run.startTime, full: full && isFirst });
      else if (full && !isFirst) await recordSyncLost(call, { connectionId });
      if (left === null) return;
      const input = { connectionId, full, after: left };
      await call.start('payment.reconcile', input, { entityId: encodeId('conn', connectionId), partner });
    });
    const sum = tally.end('customers', run.partnerName);
    return left === null ? sum : `${sum} A follow-up run reads the rest.`;
  },
});
