import type pg from 'pg';

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
