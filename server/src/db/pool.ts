import type pg from 'pg';

/**
 * A connection that breaks says so twice: to the statement under way, which fails, and as an event, which would end the
 * process if nobody listened: on the pool for an idle client, on the client for one that is checked out.
 */
export const surviveLostConnections = (pool: pg.Pool): pg.Pool => {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
};
