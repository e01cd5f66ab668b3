import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { answerWhole } from '../../../contract/page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { findDueTime } from '../../../engine/due-store.ts';
import { findOperationStatus, findRunningOperation } from '../../../engine/operation-store.ts';
import { requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findRevenueAccount, type RevenueAccount } from '../../organization/connection/actions/find-revenue-account.ts';
import { revenueDueKind } from '../../organization/connection/connection.ts';
import { revenueChannels } from '../channels.ts';
import { contradictionDays, neverSynced, type RevenueSync } from './connection.ts';
import { findFaults } from './part-store.ts';
import type { RevenueConnection, RevenueHealth } from './schema.ts';
import { findSync } from './store.ts';
import { viewBackfill, viewHealth } from './view.ts';

const dayMs = 86_400_000;

const syncOf = async (db: OrgDb, { channel, connection }: RevenueAccount): Promise<RevenueSync> => {
  const account = { channel, connection_id: connection.id };
  return (await findSync(db, account)) ?? { ...account, ...neverSynced };
};

const healthOf = async (
  { db, now }: ReadCall,
  { channel, connection, missing, without }: RevenueAccount,
  sync: RevenueSync,
): Promise<z.input<typeof RevenueHealth>> => {
  const running = await findRunningOperation(db, ['revenue.sync'], encodeId('conn', connection.id));
  const since = new Date(now.getTime() - contradictionDays * dayMs);
  const { newest: fault } = await findFaults(db, { channel, accountId: connection.account_id }, since);
  const nextSyncTime = await findDueTime(db, revenueDueKind, connection.id);
  return viewHealth(sync, { isRunning: running !== undefined, missing, without, fault, nextSyncTime });
};

/** How far one channel is read, and how well. 404 if no account of it is connected. */
export const getRevenueConnectionHealth = async (
  call: ReadCall,
  { params: { partner } }: { params: { partner: string } },
) => {
  const account = requireFound(await findRevenueAccount(call.db, partner), 'revenue connection');
  return healthOf(call, account, await syncOf(call.db, account));
};

const backfillOf = async (db: OrgDb, sync: RevenueSync) => {
  const { backfill_operation_id: id, backfill_start: start, backfill_end: end, backfill_time: time } = sync;
  if (id === null || start === null || end === null || time === null) return {};
  const status = await findOperationStatus(db, id);
  const view = viewBackfill(id, sync.connection_id, { start, end });
  return { backfill: { ...view, startTime: time.toISOString(), ...(status ? { status } : {}) } };
};

/** Every connected channel, in the order of their codes' table. */
export const listRevenueConnections = async (call: ReadCall): Promise<z.input<typeof RevenueConnection>[]> => {
  const found: z.input<typeof RevenueConnection>[] = [];
  for (const code of revenueChannels) {
    const account = await findRevenueAccount(call.db, code);
    if (!account) continue;
    const { service, status, creation_time: connectedTime } = account.connection;
    const sync = await syncOf(call.db, account);
    found.push({
      partner: account.channel,
      service: service as 'MARKETPLACE' | 'PAYMENT',
      status,
      connectedTime: connectedTime.toISOString(),
      health: await healthOf(call, account, sync),
      ...(await backfillOf(call.db, sync)),
    });
  }
  return answerWhole(call, found);
};
