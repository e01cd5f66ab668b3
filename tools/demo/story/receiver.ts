import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A delivery as received. `fault` is empty if the signature is valid and the body matches the event named in the header. */
export type Arrival = { id: string; type: string; status: number; fault: string };

/** A receiver of webhooks. */
export type Receiver = {
  arrivals: readonly Arrival[];
  /** The IDs of the deliveries that it has accepted. */
  taken(): string[];
  /** Deliveries are refused until it knows the secret. */
  trust(secret: string): void;
  close(): Promise<void>;
};

const checked = (secret: string, body: string, headers: IncomingMessage['headers']): Omit<Arrival, 'status'> => {
  const id = String(headers['webhook-id']);
  try {
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string; type: string };
    return { id, type: event.type, fault: event.id === id ? '' : `the body is about ${event.id}` };
  } catch (error) {
    return { id, type: '', fault: (error as Error).message };
  }
};

/** Listens at an address. Refuses the first event of type `refused` once (500), and forged deliveries always (401). */
export const openReceiver = async (url: string, refused: string): Promise<Receiver> => {
  const arrivals: Arrival[] = [];
  let secret = '';
  const statusOf = ({ type, fault }: Omit<Arrival, 'status'>): number => {
    if (fault !== '') return 401;
    return type === refused && !arrivals.some(({ status }) => status === 500) ? 500 : 204;
  };
  const server = createServer(async (request, response) => {
    const arrival = checked(secret, await text(request), request.headers);
    const status = statusOf(arrival);
    arrivals.push({ ...arrival, status });
    response.writeHead(status).end();
  });
  const { hostname, port } = new URL(url);
  server.listen(Number(port), hostname);
  server.unref();
  await once(server, 'listening');
  return {
    arrivals,
    taken: () => arrivals.filter(({ status }) => status === 204).map(({ id }) => id),
    trust: (given) => {
      secret = given;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
