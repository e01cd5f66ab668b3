import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between the service and PostgreSQL. */
export type DatabaseProxy = {
  /** The address of the database through it. */
  url: string;
  /** From now on nothing passes in either direction; connections stay open. New ones pass. */
  fallSilent(): void;
  /** The next message that contains `text` is passed on; when the server answers it, the connection is cut instead. */
  cutAnswerOf(text: string): void;
  close(): Promise<void>;
};

type Pair = { isSilent: boolean; near: Socket; far: Socket };

export const startDatabaseProxy = async (address: string): Promise<DatabaseProxy> => {
  const target = new URL(address);
  const pairs = new Set<Pair>();
  let cutAfter: string | undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: Pair = { isSilent: false, near, far };
    pairs.add(pair);
    let isCut = false;
    near.on('data', (bytes) => {
      if (pair.isSilent) return;
      if (cutAfter !== undefined && bytes.includes(cutAfter)) {
        isCut = true;
        cutAfter = undefined;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (pair.isSilent) return;
      if (isCut) near.resetAndDestroy();
      else near.write(bytes);
    });
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    fallSilent: () => {
      for (const pair of pairs) pair.isSilent = true;
    },
    cutAnswerOf: (text) => {
      cutAfter = text;
    },
    close: async () => {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
};
