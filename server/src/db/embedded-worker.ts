import { parentPort, workerData } from 'node:worker_threads';
import { type EmbeddedSession, type Opening, openSession } from './embedded-session.ts';

/** What the thread is asked: to answer bytes of a client, or a call of the session without arguments. */
export type Asked = Uint8Array<ArrayBuffer> | 'renew' | 'close';

/** A part of the response to the oldest request, or how it ended. The first end is that of the opening. */
export type Told = Uint8Array<ArrayBuffer> | 'END' | { fault: unknown };

const port = parentPort as NonNullable<typeof parentPort>;

const tellPart = (part: Uint8Array<ArrayBuffer>): void => port.postMessage(part, [part.buffer]);

/** The file system of the database throws objects with functions, which cannot be sent. */
const toFault = (error: unknown): unknown =>
  error instanceof Error ? error : JSON.parse(JSON.stringify(error ?? null));

const answer = async (work: () => Promise<void>): Promise<void> => {
  let told: Told = 'END';
  await work().catch((error: unknown) => {
    told = { fault: toFault(error) };
  });
  port.postMessage(told);
};

let session: EmbeddedSession;
let turn = answer(async () => {
  session = await openSession(workerData as Opening);
});

port.on('message', (asked: Asked) => {
  turn = turn.then(async () => {
    await answer(() => (asked instanceof Uint8Array ? session.exec(asked, tellPart) : session[asked]()));
    if (asked === 'close') port.close();
  });
});
