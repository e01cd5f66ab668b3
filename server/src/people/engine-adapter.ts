import { AsyncLocalStorage } from 'node:async_hooks';
import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { SecretKeys } from '../auth/secrets.ts';
import type { Statements } from '../auth/store.ts';
import type { Database } from '../db/database.ts';
import { hashTokensIn, type KnownTokens, type Row, rowRules } from './engine-rows.ts';

const operations = [
  'create',
  'findOne',
  'findMany',
  'count',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'consumeOne',
  'incrementOne',
] as const;
type Operation = (typeof operations)[number];

type Args = { model: string; where?: Where[]; data?: Row; update?: Row };
type Run = (args: Args) => Promise<unknown>;

/** The account library on top of our database. */
export type EngineDatabase = {
  /** For `betterAuth({ database })`. */
  adapter: (options: BetterAuthOptions) => DBAdapter;
  /** Runs statements in the current transaction, or in a separate one: for writes by callbacks. */
  within<R>(work: (system: Statements) => Promise<R>): Promise<R>;
  /**
   * Wraps a whole call of the library in one transaction; otherwise it commits statement by statement. A refusal
   * commits too, because it has counted an attempt. Never use it around a call to an identity provider.
   */
  atomically<R>(work: () => Promise<R>): Promise<R>;
};

type Parts = { database: Database; secretKeys: SecretKeys; secret: string };

/** The library's own adapter with our tables behind it. */
const adapterOver = (system: Statements, options: BetterAuthOptions, { secretKeys, secret }: Parts): DBAdapter => {
  const inner = kyselyAdapter(system as unknown as Kysely<never>, { type: 'postgres' })(options);
  const runInner = (operation: Operation, args: Args): Promise<unknown> => (inner[operation] as unknown as Run)(args);

  const run = async (operation: Operation, args: Args): Promise<unknown> => {
    const known: KnownTokens = new Map();
    const { toStored, fromStored } = rowRules(args.model, { secretKeys, secret, known });
    const sent: Args = { ...args };
    if (args.model === 'session' && args.where) sent.where = hashTokensIn(args.where, secretKeys, known);
    const accountOf = async (): Promise<string> => {
      const row = args.data ?? (await runInner('findOne', { model: args.model, where: sent.where ?? [] }));
      return String((row as Row | null)?.userId);
    };
    if (args.data && toStored) sent.data = await toStored(args.data, accountOf);
    if (args.update && toStored) sent.update = await toStored(args.update, accountOf);
    const result = await runInner(operation, sent);
    if (!fromStored || result === null || typeof result !== 'object') return result;
    return Array.isArray(result) ? Promise.all(result.map(fromStored)) : fromStored(result as Row);
  };
  return {
    ...inner,
    ...Object.fromEntries(operations.map((operation) => [operation, (args: Args) => run(operation, args)])),
  } as DBAdapter;
};

export const createEngineDatabase = (parts: Parts): EngineDatabase => {
  const open = new AsyncLocalStorage<Statements>();
  const within: EngineDatabase['within'] = (work) => {
    const system = open.getStore();
    return system ? work(system) : parts.database.system(work);
  };

  const adapter = (options: BetterAuthOptions): DBAdapter => {
    const made = new WeakMap<Statements, DBAdapter>();
    const over = (system: Statements): DBAdapter => {
      const known = made.get(system) ?? adapterOver(system, options, parts);
      made.set(system, known);
      return known;
    };
    // Works even if the library loses track of its transaction: the embedded database has only one connection.
    const once = (operation: Operation) => (args: Args) =>
      within((system) => (over(system)[operation] as unknown as Run)(args));
    return {
      id: 'mos',
      ...Object.fromEntries(operations.map((operation) => [operation, once(operation)])),
      transaction: <R>(work: (transaction: DBTransactionAdapter) => Promise<R>): Promise<R> =>
        within((system) => open.run(system, () => work(over(system) as unknown as DBTransactionAdapter))),
    } as unknown as DBAdapter;
  };

  const atomically: EngineDatabase['atomically'] = async (work) => {
    const outcome = await within((system) =>
      open.run(system, () =>
        work().then(
          (value) => ({ value }),
          (error: unknown) => {
            if (isAPIError(error)) return { error };
            throw error;
          },
        ),
      ),
    );
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
  return { adapter, within, atomically };
};
