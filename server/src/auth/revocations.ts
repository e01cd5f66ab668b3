import type { Database } from '../db/database.ts';
import { globalReads, selectDeletedClients } from './store.ts';

/** The clients whose tokens no longer work although they have not expired. */
export type Revocations = {
  refresh(): Promise<void>;
  isRevoked(clientId: string): boolean;
};

const rememberMs = 70 * 60_000;

export const createRevocations = ({ database }: { database: Database }): Revocations => {
  const reads = globalReads(database);
  const deleted = new Map<string, Date>();
  let newest: Date | undefined;

  return {
    refresh: async () => {
      const rows = await selectDeletedClients(reads, newest);
      for (const row of rows) deleted.set(row.client_id, row.deleted_time);
      const last = rows.at(-1)?.deleted_time;
      if (!last || (newest && last <= newest)) return;
      newest = last;
      for (const [clientId, time] of deleted) {
        if (time.getTime() < last.getTime() - rememberMs) deleted.delete(clientId);
      }
    },
    isRevoked: (clientId) => deleted.has(clientId),
  };
};
