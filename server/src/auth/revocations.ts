import type { Database } from '../db/database.ts';
import { globalReads } from './store.ts';
import { selectClosed, selectRevoked } from './token-store.ts';

/**
 * What is no longer valid before its expiry: deleted clients, revoked tokens, and everything of closed organizations.
 */
export type Revocations = {
  refresh(): Promise<void>;
  /** `subject`: a client ID, or the `jti` of a token. */
  isRevoked(subject: string): boolean;
  /** `orgId`: UUID. */
  isClosed(orgId: string): boolean;
};

const rememberMs = 70 * 60_000;

export const createRevocations = ({ database }: { database: Database }): Revocations => {
  const reads = globalReads(database);
  const revoked = new Map<string, Date>();
  let closed: ReadonlySet<string> = new Set();
  let newest: Date | undefined;

  return {
    refresh: async () => {
      closed = new Set(await selectClosed(reads));
      const rows = await selectRevoked(reads, newest);
      for (const { subject, time } of rows) revoked.set(subject, time);
      const last = rows.at(-1)?.time;
      if (!last || (newest && last <= newest)) return;
      newest = last;
      for (const [subject, time] of revoked) {
        if (time.getTime() < last.getTime() - rememberMs) revoked.delete(subject);
      }
    },
    isRevoked: (subject) => revoked.has(subject),
    isClosed: (orgId) => closed.has(orgId),
  };
};
