import type pg from 'pg';

/**
 * TCP keep-alive: after this much silence the operating system probes the other side. This detects a machine that disappears while a long
 * statement runs (a migration has no limit), and keeps devices in between from dropping an idle connection.
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
