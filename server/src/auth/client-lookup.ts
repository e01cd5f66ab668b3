import { type ClientRow, findClients } from './client-store.ts';
import type { Statements } from './store.ts';
import type { Drains } from './throttle-store.ts';

/** What a client's request needs from the database: the client, and how full its buckets are. */
type Found = { client: ClientRow | undefined; drains: Drains };

/**
 * Finds clients for concurrent requests in one statement: requests that arrive while a statement is running share the
 * next one. A flood of requests therefore uses two connections and few statements, and every request reads data no
 * older than its arrival.
 */
export type ClientLookup = (clientId: string, throttleKeys: readonly string[]) => Promise<Found>;

type Waiting = {
  clientId: string;
  keys: readonly string[];
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
};

const atOnceMax = 2;
const togetherMax = 100;

export const createClientLookup = (reads: Statements): ClientLookup => {
  const queue: Waiting[] = [];
  let inProgress = 0;

  const ask = async (together: readonly Waiting[]): Promise<void> => {
    try {
      const clientIds = together.map(({ clientId }) => clientId).filter((clientId) => clientId !== '');
      const { clients, drains } = await findClients(
        reads,
        clientIds,
        together.flatMap(({ keys }) => keys),
      );
      const byId = new Map(clients.map((client) => [client.client_id, client]));
      for (const { clientId, resolve } of together) resolve({ client: byId.get(clientId), drains });
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  const askNext = (): void => {
    if (inProgress >= atOnceMax || queue.length === 0) return;
    inProgress += 1;
    void ask(queue.splice(0, togetherMax)).finally(() => {
      inProgress -= 1;
      askNext();
    });
  };

  return (clientId, keys) =>
    new Promise((resolve, reject) => {
      queue.push({ clientId, keys, resolve, reject });
      askNext();
    });
};
