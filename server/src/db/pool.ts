import type pg from 'pg';

/**
 * Of a connection: the system asks the other side whether it is still there once nothing came for so long. It notices a machine that is gone
 * while a long statement runs (a migration has no limit), and keeps what is in between from forgetting an idle connection.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A broken connection is reported twice: the statement in progress fails, and an error event follows, which would end
 * the process if it had no listener. The event is on the pool for an idle client, and on the client for one that is
 * checked out.
 */
export const surviveLostConnections = (pool: pg.Pool): pg.Pool => {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};
