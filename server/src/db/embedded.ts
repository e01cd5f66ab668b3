import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type pg from 'pg';
import { parse } from 'pg-protocol';

type Message = Parameters<Parameters<typeof parse>[1]>[0];

/**
 * What connects a pool of `pg` with the embedded database. The answers are read by the protocol's own parser, that of `pg`: the
 * one of PGlite takes a leading U+FEFF away from every text (a TextDecoder without `ignoreBOM`).
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
        // The bytes are the database's memory, and are overwritten.
        onRawData: (bytes) => void answers.emit('data', Buffer.from(bytes)),
      });
      return messages;
    },
  };
  return createPgConfig(reader as unknown as PGlite) as unknown as pg.PoolConfig;
};
