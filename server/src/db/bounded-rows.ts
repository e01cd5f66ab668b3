import pg from 'pg';

export type Statement = { name?: string; text: string; values: unknown[] };

/** `whole` is false when rows were left because the next one would not have fitted. */
export type BoundedRows = { rows: unknown[]; rowCount: number; whole: boolean };

/** Rows that are asked for at once where many may come: what lies behind the bound is never made ready by the database. */
const rowsAtOnce = 32;

/** What is read before whatever else has come in is served: a row may hold hundreds of KiB of JSON to parse. */
const turnMs = 4;

type Connection = { sync(): void };
/** The socket; the embedded database has none. */
type Wired = { connection?: { stream?: { pause?(): unknown; resume?(): unknown } } };

/** What `pg` calls on a query as its messages arrive; not in its types. */
type Received = {
  handleDataRow(message: { length: number }): void;
  handlePortalSuspended(connection: Connection): void;
};

/**
 * Rows of one statement until the next would take the sum of their bytes beyond `maxBytes`; the first is always taken. The
 * bytes are those that the database sends. A statement that may answer many rows is read in steps from one portal, so that all
 * steps see the same rows; a small page costs no more than any other statement. Nothing more is taken from the socket when
 * reading rows has taken its turn, until the event loop comes round.
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
