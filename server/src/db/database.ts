import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { isDiskFull, isReadOnly, markUnknown } from '../kit/database-faults.ts';
import { Refusal } from '../kit/errors.ts';
import { createFairSlots } from '../kit/slots.ts';
import { queryUpTo } from './bounded-rows.ts';
import { faultPoint } from './faults.ts';
import { bindToOrg, enterStatement, type OrgDb, type Session } from './org-db.ts';
import { isUnanswered, type ResponseTime, rememberTime, withTime } from './response-time.ts';
import { type Sender, statementsOver } from './statements.ts';
import type { Tables } from './tables.ts';

/**
 * The database with its three roles: `mos_read` only selects, `mos_write` is restricted to one organization,
 * `mos_system` crosses organizations for a few listed statements.
 */
export type Database = {
  readonly kind: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  /** Whether a pooler lends sessions of the server for one transaction at a time, so that nothing may be set on them for longer. */
  readonly sharesSessions: boolean;
  /** How many callers wait for a connection. */
  readonly waiting: number;
  /** Reads of one organization on autocommit, one round trip each; in their own transactions where sessions are shared. */
  read(orgId: string): OrgDb;
  /** Single reads of the tables that belong to no organization, as `mos_read`, one round trip each. */
  readonly reads: Kysely<Tables>;
  /** One transaction of one organization. Retried on serialization failures and deadlocks, so `work` must be repeatable. */
  write<T>(orgId: string, work: (db: OrgDb) => Promise<T>): Promise<T>;
  /** Like `write`, but always rolled back: for dry runs. */
  rehearse<T>(orgId: string, work: (db: OrgDb) => Promise<T>): Promise<T>;
  /**
   * One transaction across all organizations, for the global tables and the few statements in `db/` that cross
   * organizations.
   */
  system<T>(work: (statements: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Whether a statement has met a full disk within the last minute. */
  isFull(): boolean;
  /** Whether the database responds. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  kind: 'embedded' | 'postgres';
  pool: pg.Pool;
  /** Runs reads under row-level security too, at the cost of a transaction each. */
  strictReads: boolean;
  sharesSessions?: boolean;
  namesStatements?: boolean;
  closeMore?: () => Promise<void>;
};

/** How many callers wait for a connection, over all organizations, and for how long. */
const maxWaiters = 256;
const maxWaitMs = 5000;
/** How much of the connections one organization may use at once. */
const organizationShare = 0.8;
/** Work of no organization goes first: it is short, and all wait for some of it, such as finding out who calls. */
const ofNoOrganization = '';
/** Organizations of which the builders of statements are kept. */
const sessionsMax = 1000;
const retriedStates = new Set(['40001', '40P01']);
const maxTries = 4;
const fullForMs = 60_000;

const open = new AsyncLocalStorage<true>();

/**
 * Throws inside a transaction. Clients of partners, mail and files call this first, so that no open transaction waits
 * for them.
 */
export const refuseInsideTransaction = (what: string): void => {
  if (open.getStore()) throw new Error(`${what} was called inside a database transaction`);
};

const tooBusy = (): Refusal =>
  new Refusal('ServiceUnavailable', 'The database is busy; try again.', undefined, { 'retry-after': '1' });

const isConnectionTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|Connection terminated due to connection timeout/.test(error.message);

/** Whether the server reported an error and continues; anything else means that the connection is lost. */
const isAnswer = (error: unknown): boolean => (error as { severity?: string }).severity === 'ERROR';

/** What holds on every session: set when a connection is opened, or in each transaction where sessions are shared. */
export const settingsOf = (scope: 'session' | 'local'): string =>
  [
    `set ${scope} time zone 'UTC'`,
    `set ${scope} statement_timeout = 5000`,
    `set ${scope} idle_in_transaction_session_timeout = 30000`,
  ].join('; ');

export const createDatabase = ({
  kind,
  pool,
  strictReads,
  sharesSessions = false,
  namesStatements = true,
  closeMore,
}: DatabaseOptions): Database => {
  const begin = sharesSessions ? `begin; ${settingsOf('local')}` : 'begin';
  let fullAt = Number.NEGATIVE_INFINITY;
  const noteFull = (error: unknown): void => {
    if (isDiskFull(error)) fullAt = performance.now();
  };
  const byClient = new WeakMap<pg.PoolClient, Session & { time: ResponseTime }>();
  const senderOver = (client: pg.PoolClient, time: ResponseTime): Sender => ({
    namesStatements,
    query: (config) => client.query(withTime(config, time)),
    queryUpTo: (config, bound) => queryUpTo(client, config, bound),
  });
  const sessionOver = (sender: Sender): Session => ({ sender, statements: statementsOver(sender) });
  const sessionOf = (client: pg.PoolClient): Session & { time: ResponseTime } => {
    let session = byClient.get(client);
    if (!session) {
      const time: ResponseTime = {};
      session = { ...sessionOver(senderOver(client, time)), time };
      rememberTime(session.statements, time);
      byClient.set(client, session);
    }
    return session;
  };

  /** Ends the transaction. Whatever fails here without an answer of the server may have happened all the same. */
  const endTransaction = async (client: pg.PoolClient, end: 'commit' | 'rollback'): Promise<void> => {
    const { time } = sessionOf(client);
    const { command } = await client.query(withTime({ text: end }, time)).catch((error: unknown) => {
      throw end === 'commit' && !isAnswer(error) ? markUnknown(error) : error;
    });
    // The server answers the commit of a transaction in which a statement failed with ROLLBACK, and with no error.
    if (end === 'commit' && command !== 'COMMIT')
      throw new Error(
        `the transaction was not committed (${command}): an error in it was caught, and the work continued`,
      );
  };

  const { max } = pool.options;
  /** One organization leaves some connections to others, whatever it does with its own. */
  const turns = createFairSlots(max, Math.max(1, Math.floor(max * organizationShare)), {
    most: maxWaiters,
    ms: maxWaitMs,
    refusal: tooBusy,
    first: ofNoOrganization,
  });

  const takeClient = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw isConnectionTimeout(error) ? tooBusy() : error;
    }
  };

  const tryTransaction = async <T>(
    begin: string,
    end: 'commit' | 'rollback',
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const client = await takeClient();
      let broken: Error | undefined;
      try {
        await client.query(begin);
        const result = await open.run(true, () => work(client));
        await faultPoint('before-commit');
        await endTransaction(client, end);
        if (end === 'commit') await faultPoint('after-commit');
        return result;
      } catch (error) {
        noteFull(error);
        // A connection without an answer will not answer this either.
        if (isUnanswered(error)) broken = error as Error;
        else
          await client.query('rollback').catch((failure: Error) => {
            broken = failure;
          });
        if (isReadOnly(error)) broken ??= error as Error;
        const state = (error as { code?: string }).code;
        if (state !== undefined && retriedStates.has(state) && attempt < maxTries) continue;
        throw error;
      } finally {
        sessionOf(client).time.extraMs = undefined;
        client.release(broken);
      }
    }
  };

  const inTransaction = async <T>(
    party: string,
    begin: string,
    end: 'commit' | 'rollback',
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> => {
    if (open.getStore()) throw new Error('a transaction is already open; pass its handle');
    await faultPoint('before-begin');
    return turns.use(party, () => tryTransaction(begin, end, work));
  };

  const beginAs = (orgId: string): string => `${begin}; set local role mos_write; ${enterStatement(orgId)}`;

  // Not `pool.query`, which discards a connection whenever a statement fails.
  const sendOnFree = async <T>(send: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await takeClient();
    let broken: Error | undefined;
    try {
      return await send(client);
    } catch (error) {
      if (!isAnswer(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const onFreeClient = async <T>(party: string, send: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    if (open.getStore()) throw new Error('a read outside the open transaction; pass its handle');
    return turns.use(party, () => sendOnFree(send));
  };
  type Lend = <T>(send: (client: pg.PoolClient) => Promise<T>) => Promise<T>;
  const readingBy = (lend: Lend): Session =>
    sessionOver({
      namesStatements,
      query: (config) => lend((client) => client.query(config)),
      queryUpTo: (config, bound) => lend((client) => queryUpTo(client, config, bound)),
    });
  const lendTo = (party: string): Lend => {
    if (strictReads && party !== ofNoOrganization)
      return (send) => inTransaction(party, beginAs(party), 'commit', send);
    if (sharesSessions) return (send) => inTransaction(party, `${begin}; set local role mos_read`, 'commit', send);
    return (send) => onFreeClient(party, send);
  };
  const sessions = new LRUCache<string, Session>({ max: sessionsMax });
  /** What reads for one organization, or for none. */
  const readingFor = (party: string): Session => {
    const session = sessions.get(party) ?? readingBy(lendTo(party));
    sessions.set(party, session);
    return session;
  };

  const transact =
    (end: 'commit' | 'rollback') =>
    <T>(orgId: string, work: (db: OrgDb) => Promise<T>): Promise<T> =>
      inTransaction(orgId, beginAs(orgId), end, (client) => work(bindToOrg(sessionOf(client), orgId)));

  return {
    kind,
    pool,
    sharesSessions,
    get waiting() {
      return turns.waiting + pool.waitingCount;
    },
    reads: readingFor(ofNoOrganization).statements,
    read: (orgId) => bindToOrg(readingFor(orgId), orgId),
    write: transact('commit'),
    rehearse: transact('rollback'),
    system: (work) =>
      inTransaction(ofNoOrganization, `${begin}; set local role mos_system`, 'commit', (client) =>
        work(sessionOf(client).statements),
      ),
    isFull: () => performance.now() - fullAt < fullForMs,
    ping: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: async () => {
      await pool.end();
      await closeMore?.();
    },
  };
};
