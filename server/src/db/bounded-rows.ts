import pg from 'pg';

export type Statement = { name?: string; text: string; values: unknown[] };

/** `whole` is false if rows were left out because the next one would not fit. */
export type BoundedRows = { rows: unknown[]; rowCount: number; whole: boolean };

/** Rows fetched at once if there may be many: the database does not prepare rows beyond the bound. */
const rowsAtOnce = 32;

/** How long rows are parsed before other events are handled: a row may hold hundreds of KiB of JSON. */
const turnMs = 4;

type Connection = { sync(): void };
/** The socket; the embedded database has none. */
type Wired = { connection?: { stream?: { pause?(): unknown; resume?(): unknown } } };

/** The methods that `pg` calls on a query as its messages arrive; missing from its types. */
type Received = {
  handleDataRow(message: { length: number }): void;
  handlePortalSuspended(connection: Connection): void;
};

/**
 * Reads rows of one statement until the next row would take the total beyond `maxBytes`; the first row is always
 * included. Bytes are counted as the database sends them. A statement that may return many rows is read in steps from
 * one portal, so that all steps see the same snapshot; a small page costs no more than any other statement. When
 * parsing has used its time slice, the socket is paused until the event loop's next turn.
 */
export const queryUpTo = (
  client: pg.ClientBase,
  statement: Statement,
  { maxBytes, maxRows }: { maxBytes: number; maxRows: number },
): Promise<BoundedRows> =>
  new Promise((resolve, reject) => {
    const inSteps = maxRows > rowsAtOnce;
    let bytes = 0;
    let taken = 0;
    let whole = true;
    const config = { ...statement, ...(inSteps ? { rows: rowsAtOnce } : {}) };
    const query = new pg.Query(config, (error: Error | undefined, result) => {
      if (error) reject(error);
      else resolve({ rows: result.rows, rowCount: result.rows.length, whole });
    }) as pg.Query & Received;
    const { stream } = (client as unknown as Wired).connection ?? {};
    let busyMs = 0;
    const giveWay = (): void => {
      stream?.pause?.();
      setImmediate(() => stream?.resume?.());
      busyMs = 0;
    };
    const take = query.handleDataRow;
    query.handleDataRow = (message) => {
      bytes += message.length;
      if (taken > 0 && bytes > maxBytes) whole = false;
      if (!whole) return;
      taken += 1;
      const began = performance.now();
      take.call(query, message);
      busyMs += performance.now() - began;
      if (busyMs > turnMs) giveWay();
    };
    const goOn = query.handlePortalSuspended;
    query.handlePortalSuspended = (connection) => {
      if (whole) goOn.call(query, connection);
      else connection.sync();
    };
    client.query(query);
  });
