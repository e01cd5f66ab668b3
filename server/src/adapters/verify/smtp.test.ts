import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, it } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createOutgoing, type Outgoing } from '../outgoing/outgoing.ts';
import { createPartnerGateway, type Verification } from '../partner-gateway.ts';
import { verifySmtp } from './smtp.ts';

/** The self-signed certificate of mail.acme.example; for this test only. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghRb8cAFHXgxfxBr8
I40v+qK35wjaY5B3R3Ya5dnFGGahRANCAASRMVq/8wukJ6OHdE7neYrZhGo4juY6
3Jb1YzevCzFrlrG3+ueJ8+mVN2mj+V6ynOWbxdX1lmWUV7MIC+3/mIww
-----END PRIVATE KEY-----
`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFtYWlsLmFj
bWUuZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEa
MBgGA1UEAwwRbWFpbC5hY21lLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMB
BwNCAASRMVq/8wukJ6OHdE7neYrZhGo4juY63Jb1YzevCzFrlrG3+ueJ8+mVN2mj
+V6ynOWbxdX1lmWUV7MIC+3/mIwwo1AwTjAcBgNVHREEFTATghFtYWlsLmFjbWUu
ZXhhbXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRRiYjRkTN7dD6TABMN
td2UvxvA3DAKBggqhkjOPQQDAgNIADBFAiEA5kTfUVcB+xr8fspUvfux24L4p6MH
s0Hyy2ZORDVsOWgCICmQcg1LQE0FkAjNfnglkENTI5LCKf22L2WOgttRKTK2
-----END CERTIFICATE-----
`;

type Behaviour = 'fine' | 'plain' | 'busy' | 'rubbish' | 'silent';

let behaviour: Behaviour = 'fine';
let server: Server;
let port: number;
/** The lines that the server received, and whether they were encrypted. */
let heard: { line: string; encrypted: boolean }[] = [];
const sockets = new Set<Socket>();

/** The parts of RFC 5321, 3207 and 4954 that signing in requires. */
const converse = (socket: Socket, encrypted: boolean): void => {
  let rest = '';
  const say = (...lines: string[]): void => void socket.write(lines.map((line) => `${line}\r\n`).join(''));
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString();
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      heard.push({ line, encrypted });
      const verb = line.split(' ')[0]?.toUpperCase();
      if (verb === 'EHLO')
        say('250-mail', ...(encrypted || behaviour === 'plain' ? [] : ['250-STARTTLS']), '250 AUTH PLAIN');
      else if (verb === 'STARTTLS' && behaviour === 'plain') say('502 not here');
      else if (verb === 'STARTTLS') {
        say('220 go on');
        socket.removeAllListeners('data');
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) });
        converse(secure, true);
      } else if (verb === 'AUTH') {
        const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0');
        say(user === 'offers' && password === 'pass word' ? '235 ok' : `535 5.7.8 Bad credentials ${password}`);
      } else if (verb === 'QUIT') say('221 bye');
      else say('250 ok');
    }
  });
};

before(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    if (behaviour === 'silent') return;
    if (behaviour === 'rubbish') return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    socket.write(behaviour === 'busy' ? '421 4.7.0 try later\r\n' : '220 mail ESMTP\r\n');
    converse(socket, false);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The DNS resolves to the test's server, which counts as public. */
const local: Outgoing = { ...createOutgoing(), resolve: async () => [{ address: '127.0.0.1', family: 4 }] };

const verify = (
  next: Behaviour,
  change: { host?: string; password?: string; ca?: string; ms?: number } = {},
): Promise<Verification> => {
  behaviour = next;
  heard = [];
  const { host = 'mail.acme.example', password = 'pass word', ca = cert, ms = 5000 } = change;
  const gateway = createPartnerGateway({ 'SMTP/EMAIL': verifySmtp(local, { ca }) });
  return gateway.verify(
    {
      partner: 'SMTP',
      service: 'EMAIL',
      accountId: 'offers@acme.example',
      endpoint: `smtp://${host}:${port}`,
      region: '',
      credentials: { user: 'offers', password },
    },
    AbortSignal.timeout(ms),
  );
};

const codeOf = (verification: Verification): string => (verification.ok ? 'ok' : verification.code);

it('signs in over an encrypted connection and sends nothing', async () => {
  const verification = await verify('fine');
  assert.deepEqual([verification.ok, codeOf(verification)], [true, 'ok'], JSON.stringify(verification));
  const verbs = heard.map(({ line }) => line.split(' ')[0]);
  assert.deepEqual(verbs.slice(0, 4), ['EHLO', 'STARTTLS', 'EHLO', 'AUTH']);
  assert.ok(!verbs.includes('MAIL'));
  assert.ok(heard.filter(({ line }) => line.startsWith('AUTH')).every(({ encrypted }) => encrypted));
});

it('reports a wrong password with the message of the server, without the password', async () => {
  const verification = await verify('fine', { password: 'not the password' });
  assert.ok(!verification.ok);
  assert.equal(verification.code, '535');
  assert.match(verification.message, /does not accept the user or the password/);
  assert.match(verification.partnerMessage ?? '', /^535 5\.7\.8 Bad credentials \*\*\*$/);
});

it('never sends the password unencrypted, or to a server without a trusted certificate for its name', async () => {
  for (const [next, change] of [
    ['plain', {}],
    ['fine', { host: 'mail.globex.example' }],
    ['fine', { ca: '' }],
  ] as const) {
    const verification = await verify(next, change);
    assert.equal(verification.ok, false, JSON.stringify([next, change]));
    assert.ok(heard.every(({ line }) => !line.startsWith('AUTH')));
  }
});

it('distinguishes faults, garbage and silence', async () => {
  assert.equal(codeOf(await verify('busy')), '421');
  assert.match(codeOf(await verify('rubbish')), /^E[A-Z]+$/);
  assert.equal(codeOf(await verify('silent', { ms: 200 })), 'TIMEOUT');
});

it('connects to no mail server that is not public', async () => {
  const gateway = createPartnerGateway({ 'SMTP/EMAIL': verifySmtp(createOutgoing()) });
  heard = [];
  for (const endpoint of [
    `smtp://127.0.0.1:${port}`,
    'smtp://localhost',
    'smtps://0x7f.1',
    'https://mail.example.com',
  ]) {
    const verification = await gateway.verify(
      {
        partner: 'SMTP',
        service: 'EMAIL',
        accountId: '',
        endpoint,
        region: '',
        credentials: { user: 'a', password: 'b' },
      },
      AbortSignal.timeout(1000),
    );
    assert.equal(codeOf(verification), 'ADDRESS_REFUSED', endpoint);
  }
  assert.deepEqual(heard, []);
});
