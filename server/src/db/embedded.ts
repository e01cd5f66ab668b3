import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type pg from 'pg';
import { parse } from 'pg-protocol';

type Message = Parameters<Parameters<typeof parse>[1]>[0];

/** The extensions that the migrations create. */
export const embeddedExtensions = { pg_trgm, btree_gin };

/**
 * Connects a `pg` pool to the embedded database. Responses are parsed with `pg`'s own protocol parser: PGlite's strips
 * a leading U+FEFF from every text (it uses a TextDecoder without `ignoreBOM`).
 */
export const embeddedConnection = (lite: PGlite): pg.PoolConfig => {
  const answers = new EventEmitter();
  let messages: Message[] = [];
  void parse(answers as NodeJS.ReadableStream, (message) => void messages.push(message));
  const reader = {
    waitReady: lite.waitReady,
    execProtocolStream: async (request: Uint8Array): Promise<Message[]> => {
      messages = [];
      await lite.execProtocolRawStream(request, {
        // The bytes are the database's memory and will be overwritten, so they are copied.
        onRawData: (bytes) => void answers.emit('data', Buffer.from(bytes)),
      });
      return messages;
    },
  };
  return createPgConfig(reader as unknown as PGlite) as unknown as pg.PoolConfig;
};
