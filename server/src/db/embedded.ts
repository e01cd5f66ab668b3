import { Duplex } from 'node:stream';
import type pg from 'pg';
import type { EmbeddedSession, Opening } from './embedded-session.ts';
import { openThread } from './embedded-thread.ts';

/** The embedded database while it is open. It has one session: one client at a time. */
export type EmbeddedServer = {
  /** For a pool with one client. */
  readonly connection: pg.PoolConfig;
  /** Shuts the database down. */
  close(): Promise<void>;
};

type Written = (error?: Error | null) => void;

/** `AuthenticationOk` and `ReadyForQuery`: only this process reaches the database, so clients need not authenticate. */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

const terminate = 'X'.charCodeAt(0);

/** A copy that owns its memory and can be handed over. */
const joinChunks = (chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
};

/**
 * What `pg` uses as the socket to a server, so that its own protocol code does all the rest. What a statement consists of comes
 * in one write, and the next write waits for its response. The first write is the start-up message.
 */
class EmbeddedSocket extends Duplex {
  readonly #session: EmbeddedSession;
  #isStarted = false;

  constructor(session: EmbeddedSession) {
    super();
    this.#session = session;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  // Methods of a socket that mean nothing here.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: Written): void {
    this.#answer([chunk]).then(() => written(), written);
  }

  override _writev(chunks: { chunk: Buffer }[], written: Written): void {
    this.#answer(chunks.map(({ chunk }) => chunk)).then(() => written(), written);
  }

  override _final(ended: Written): void {
    this.push(null);
    ended();
  }

  async #answer(chunks: readonly Buffer[]): Promise<void> {
    if (!this.#isStarted) {
      this.#isStarted = true;
      await this.#session.renew();
      this.push(welcome);
    } else if (chunks[0]?.[0] !== terminate) {
      await this.#session.exec(joinChunks(chunks), (part) => {
        if (!this.destroyed) this.push(Buffer.from(part.buffer));
      });
    }
  }
}

/**
 * Opens the embedded database: a folder on a separate thread, a database in memory on this thread, for tests, which open many. Each client
 * gets a fresh session, as from a server.
 */
export const openEmbeddedServer = async (opening: Opening): Promise<EmbeddedServer> => {
  const session =
    opening.folder === 'memory://'
      ? await (await import('./embedded-session.ts')).openSession(opening)
      : await openThread(opening);
  return { connection: { stream: () => new EmbeddedSocket(session) }, close: () => session.close() };
};
