import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** For tests only: a mail server (RFC 5321) over TCP. */
export type SmtpServer = {
  url: string;
  mails: { from: string; to: string[]; data: string }[];
  /** Answers to commands in place of the usual ones, such as `{ RCPT: '550 no such user' }`; null hangs. */
  answers: Record<string, string | null>;
  connections: number;
  close(): Promise<void>;
};

export const startSmtpServer = async (): Promise<SmtpServer> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const mail = { from: '', to: [] as string[], data: '' };
    const usual: Record<string, string> = {
      HELLO: '220 test',
      EHLO: '250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME',
      MAIL: '250 ok',
      RCPT: '250 ok',
      DATA: '354 go on',
      BODY: '250 taken',
      AUTH: '235 welcome',
      QUIT: '221 bye',
      RSET: '250 ok',
    };
    const say = (command: string): void => {
      const answer = command in state.answers ? state.answers[command] : (usual[command] ?? '502 what?');
      if (answer !== null) socket.write(`${answer}\r\n`);
    };
    let inData = false;
    let buffer = '';
    say('HELLO');
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          if (!('BODY' in state.answers)) state.mails.push({ ...mail, data: text });
          say('BODY');
          continue;
        }
        const command = (text.split(/[ :]/)[0] ?? '').toUpperCase();
        if (command === 'MAIL') mail.from = /<([^>]*)>/.exec(text)?.[1] ?? '';
        if (command === 'RCPT') mail.to.push(/<([^>]*)>/.exec(text)?.[1] ?? '');
        if (command === 'DATA' && !('DATA' in state.answers)) inData = true;
        say(command);
        if (command === 'QUIT') socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    answers: {},
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return state;
};
