import { parentPort, workerData } from 'node:worker_threads';
import { type EmbeddedSession, type Opening, openSession } from './embedded-session.ts';

/** What the thread is asked for: a response to bytes of a client, or a call of the session without arguments. */
export type Request = Uint8Array<ArrayBuffer> | 'renew' | 'close';

/** A part of the response to the oldest request, or how it ended. The first end is that of the opening. */
export type Response = Uint8Array<ArrayBuffer> | 'END' | Fault;

/** What was thrown; without a message if it was no error. */
export type Fault = { message?: string; stack?: string | undefined; fields: object | null };

const port = parentPort as NonNullable<typeof parentPort>;

const tellPart = (part: Uint8Array<ArrayBuffer>): void => port.postMessage(part, [part.buffer]);

/**
 * What can be sent of an error: its own fields, such as the `code` of the system, are lost otherwise. The file system of the
 * database throws objects with functions, of which the rest is sent.
 */
const toFault = (error: unknown): Fault => {
  const fields = JSON.parse(JSON.stringify(error ?? null)) as object | null;
  return error instanceof Error ? { message: error.message, stack: error.stack, fields } : { fields };
};

const answer = async (work: () => Promise<void>): Promise<void> => {
  let response: Response = 'END';
  await work().catch((error: unknown) => {
    response = toFault(error);
  });
  port.postMessage(response);
};

let session: EmbeddedSession;
let turn = answer(async () => {
  session = await openSession(workerData as Opening);
});

port.on('message', (request: Request) => {
  turn = turn.then(async () => {
    await answer(() => (request instanceof Uint8Array ? session.exec(request, tellPart) : session[request]()));
    if (request === 'close') port.close();
  });
});
