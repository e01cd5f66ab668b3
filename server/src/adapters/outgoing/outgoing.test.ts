import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { after, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { type AllowedHost, allowOrigin, parseAllowedHost } from './allowed-hosts.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions, type Resolved } from './outgoing.ts';
import { isPublicAddress } from './public-address.ts';

const closers: (() => void)[] = [];
after(() => {
  for (const close of closers) close();
});

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** A server that counts connections and never responds. */
const aTrap = async (): Promise<{ port: number; visits: () => number }> => {
  let visits = 0;
  const port = await listen(
    createTcpServer((socket) => {
      visits += 1;
      socket.on('error', () => {});
      closers.push(() => socket.destroy());
    }),
  );
  return { port, visits: () => visits };
};

/** A DNS that returns one list after the other, and counts the lookups. */
const aResolver = (...answers: string[][]): { resolve: NonNullable<OutgoingOptions['resolve']>; asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    resolve: async (host) => {
      const list = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(host);
      return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
};

type Lookup = (host: string, options: { all: true }, done: (error: Error | null, found: Resolved[]) => void) => void;

/** Replaces the socket: calls its lookup as a socket does, records the addresses and hangs up. */
const aWire = () => {
  const connected: string[] = [];
  const hosts: string[] = [];
  const connecting = mock.method(
    HttpsAgent.prototype,
    'createConnection',
    (options: { host: string; lookup: Lookup }, done: (error: Error) => void) => {
      hosts.push(options.host);
      options.lookup(options.host, { all: true }, (error, found) => {
        if (!error) connected.push(...found.map(({ address }) => address));
        done(error ?? Object.assign(new Error('nobody is there'), { code: 'ECONNREFUSED' }));
      });
    },
  );
  return { connected, hosts, restore: () => connecting.mock.restore() };
};

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

const get = (outgoing: Outgoing, url: string) => outgoing.request({ method: 'GET', url });

describe('addresses', () => {
  const refused = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'x',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '127.1',
  ];
  const taken = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1'];
  const taken6 = ['2606:4700:4700::1111', '2a00:1450:4001:82b::200e', '2001:4860:4860::8888', '2620:fe::fe'];

  it('of private and special networks are distinguished from public ones', () => {
    for (const address of refused) assert.equal(isPublicAddress(address), false, address);
    for (const address of [...taken, ...taken6]) assert.equal(isPublicAddress(address), true, address);
  });

  it('IPv4 in any IPv6 form is never public', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, byte, (a, b, c, d) => {
        const hex = [a * 256 + b, c * 256 + d].map((part) => part.toString(16));
        const [high, low] = hex;
        for (const text of [
          `::ffff:${a}.${b}.${c}.${d}`,
          `::ffff:${high}:${low}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
        ])
          assert.equal(isPublicAddress(text), false, text);
      }),
    );
  });
});

describe('the text of an address', () => {
  const outgoing = createOutgoing({ allowedOrigins: ['http://127.0.0.1:9999'] });
  const bad = [
    '',
    'example.com',
    '/path',
    'http://example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'gopher://example.com',
    'https://localhost',
    'https://localhost:8443',
    'https://a.localhost',
    'https://localhost.',
    'https://example.com.',
    'https://intranet',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://017700000001',
    'https://0177.0.0.1',
    'https://127.0.0.1.',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[fe80::1]',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1:8443',
    'https://8.8.8',
    'https://0x8.8.8.8',
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://@example.com',
    'https://example.com#@127.0.0.1',
    'https://127。0。0。1',
    'https://①②⑦.0.0.1',
    'https://ⓛocalhost',
    'https://example.com:22',
    'https://example.com:80',
    'https://example.com:25',
    'https://exam%70le.com',
    'https://example.com\\@127.0.0.1',
    'http://127.0.0.1:9998',
    'http://127.0.0.2:9999',
    'https://127.0.0.1:9999',
    'http://0x7f.1:9999',
    'http://localhost:9999',
    'https:example.com',
    'https:/example.com',
    ' https://127.0.0.1',
    'https://exa\tmple.com',
  ];

  it('is refused unless it plainly names a public https host', () => {
    for (const text of bad) assert.notEqual(outgoing.refused(text), null, text);
  });

  it('is accepted if it does, and for the allowed origin only as configured', () => {
    for (const text of [
      'https://example.com',
      'https://API.Example.com/v1?x=1',
      'https://example.com:443/',
      'https://example.com:8443',
      'https://8.8.8.8/dns',
      'https://[2606:4700:4700::1111]/',
      'https://xn--nxasmq6b.example',
      'http://127.0.0.1:9999/aws',
    ])
      assert.equal(outgoing.refused(text), null, text);
    assert.equal(outgoing.refused('smtp://mail.example.com', ['smtp:', 'smtps:']), null);
    assert.equal(outgoing.refused('smtps://mail.example.com:465', ['smtp:', 'smtps:']), null);
    for (const text of ['smtp://0x7f.1', 'smtp://127.0.0.1:2525', 'smtp://mail', 'smtp://mail.example.com:22'])
      assert.notEqual(outgoing.refused(text, ['smtp:', 'smtps:']), null, text);
  });

  it('never leads to a request to a non-public address, however odd it is', async () => {
    const trap = await aTrap();
    for (const host of ['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '[::ffff:127.0.0.1]', '127.1'])
      for (const scheme of ['http', 'https'])
        assert.equal(await codeOf(get(outgoing, `${scheme}://${host}:${trap.port}/`)), 'ADDRESS_REFUSED', host);
    assert.equal(trap.visits(), 0);
  });
});

describe('a host name', () => {
  it('is refused when any of its addresses is not public', async () => {
    const trap = await aTrap();
    for (const answer of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['2606:4700::1', '::1'],
      ['::ffff:127.0.0.1'],
      [],
    ]) {
      const { resolve, asked } = aResolver(answer);
      const outgoing = createOutgoing({ resolve, answerMs: 2000 });
      assert.equal(await codeOf(get(outgoing, `https://rebind.example:${trap.port}/`)), 'ADDRESS_REFUSED');
      assert.deepEqual(asked, ['rebind.example']);
    }
    assert.equal(trap.visits(), 0);
  });

  it('is resolved once per connection, and the checked address is the one that is connected to', async () => {
    const wire = aWire();
    const { resolve, asked } = aResolver(['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34', '127.0.0.1']);
    const outgoing = createOutgoing({ resolve });
    assert.equal(await codeOf(get(outgoing, 'https://rebind.example:8443/')), 'ECONNREFUSED');
    assert.deepEqual([asked.length, wire.connected], [1, ['93.184.216.34']]);
    // By now the DNS returns another address.
    assert.equal(await codeOf(get(outgoing, 'https://rebind.example:8443/')), 'ADDRESS_REFUSED');
    assert.equal(await codeOf(get(outgoing, 'https://rebind.example:8443/')), 'ADDRESS_REFUSED');
    assert.deepEqual([asked.length, wire.connected], [3, ['93.184.216.34']]);
    // The certificate matches the name, not the address.
    assert.deepEqual(new Set(wire.hosts), new Set(['rebind.example']));
    wire.restore();
  });

  it('that does not exist is reported like one of an internal network', async () => {
    const missing = createOutgoing({
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    });
    const inner = createOutgoing({ resolve: aResolver(['10.0.0.7']).resolve });
    const words = async (outgoing: Outgoing): Promise<string> =>
      get(outgoing, 'https://db.internal.example/').then(
        () => '',
        (error: Error) => error.message,
      );
    assert.equal(await words(missing), await words(inner));
    assert.ok(!(await words(inner)).includes('10.0.0.7'));
  });
});

describe('agents for clients with their own HTTP stack', () => {
  it('refuse plain http and literal private addresses, except for the allowed origin', async () => {
    const trap = await aTrap();
    const server = createServer((_request, reply) => reply.end('ok'));
    const port = await listen(server);
    const { httpAgent, httpsAgent } = createOutgoing({ allowedOrigins: [`http://127.0.0.1:${port}`] }).agents(
      `http://127.0.0.1:${port}`,
    );
    const ask = (url: string): Promise<string> =>
      codeOf(
        new Promise((resolve, reject) => {
          const isPlain = url.startsWith('http:');
          const sent = (isPlain ? httpRequest : httpsRequest)(url, { agent: isPlain ? httpAgent : httpsAgent });
          sent.on('error', reject).on('response', resolve).end();
        }),
      );
    assert.equal(await ask(`http://127.0.0.1:${port}/`), 'answered');
    assert.equal(await ask(`http://127.0.0.1:${trap.port}/`), 'ADDRESS_REFUSED');
    assert.equal(await ask(`http://localhost:${port}/`), 'ADDRESS_REFUSED');
    assert.equal(await ask(`https://127.0.0.1:${port}/`), 'ADDRESS_REFUSED');
    assert.equal(await ask(`https://[::1]:${port}/`), 'ADDRESS_REFUSED');
    assert.equal(await ask('http://93.184.216.34:8080/'), 'ADDRESS_REFUSED');
    assert.equal(trap.visits(), 0);
    httpAgent.destroy();
    httpsAgent.destroy();
  });
});

describe('hosts outside the public internet', () => {
  const hosts = ['minio.internal', '10.0.0.7:9000', 'http://localhost:4566', '[fd00::1]:8443', 'mail.internal:2525'];
  const allowed = hosts.map((host) => parseAllowedHost(host) as AllowedHost);
  const outgoing = createOutgoing({ allowed });
  const mail = ['smtp:', 'smtps:'];

  it('are called where the operator lists them: host, port and scheme', () => {
    for (const text of [
      'https://minio.internal/bucket',
      'https://MINIO.internal:9443',
      'https://10.0.0.7:9000/a?b=c',
      'http://localhost:4566',
      'https://[fd00::1]:8443/',
    ])
      assert.equal(outgoing.refused(text), null, text);
    for (const text of [
      'http://minio.internal',
      'https://minio.internal:22',
      'https://10.0.0.7',
      'https://10.0.0.7:9001',
      'http://10.0.0.7:9000',
      'https://localhost:4566',
      'http://localhost:4567',
      'http://127.0.0.1:4566',
      'https://[fd00::1]',
      'https://0x0a.0.0.7:9000',
    ])
      assert.notEqual(outgoing.refused(text), null, text);
    assert.equal(outgoing.refused('smtp://mail.internal:2525', mail), null);
    for (const text of ['smtp://localhost:4566', 'smtp://10.0.0.7:9001', 'http://localhost:4566'])
      assert.notEqual(outgoing.refused(text, mail), null, text);
  });

  it('may then have private addresses, and others may not', async () => {
    const inner = createOutgoing({ allowed, resolve: aResolver(['10.0.0.9']).resolve });
    assert.deepEqual(await inner.resolve('mail.internal', 2525), [{ address: '10.0.0.9', family: 4 }]);
    assert.equal(await codeOf(inner.resolve('mail.internal', 25)), 'ADDRESS_REFUSED');
    assert.equal(await codeOf(inner.resolve('mail.internal')), 'ADDRESS_REFUSED');
    assert.equal(await codeOf(inner.resolve('other.internal', 2525)), 'ADDRESS_REFUSED');
  });

  it('are read strictly', () => {
    for (const text of ['', 'a b', 'http://a/', 'a:0', 'a:70000', 'ftp://a', '0x7f.1', 'user@a', '*.internal', 'a/b'])
      assert.equal(parseAllowedHost(text), undefined, text);
  });
});

describe('an allowed origin with paths', () => {
  it('is called below these paths only, by requests, downloads and agents alike', async () => {
    const asked: string[] = [];
    const server = createServer((request, reply) => {
      asked.push(request.url ?? '');
      reply.end('ok');
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const outgoing = createOutgoing({ allowed: [allowOrigin(origin, ['/aws', '/seller'])] });
    assert.equal((await get(outgoing, `${origin}/aws/v1?x=../control`)).status, 200);
    assert.equal((await outgoing.download(`${origin}/seller/a.pdf`, { bytes: 10, ms: 1000 })).status, 200);
    for (const path of ['', '/', '/control', '/awsome', '/aws/../control', '/aws/%2e%2e/control', '//aws']) {
      assert.equal(await codeOf(get(outgoing, `${origin}${path}`)), 'ADDRESS_REFUSED', path);
      assert.throws(() => outgoing.agents(`${origin}${path}`), { code: 'ADDRESS_REFUSED' }, path);
      const limits = { bytes: 10, ms: 1000 };
      assert.equal(await codeOf(outgoing.download(`${origin}${path}`, limits)), 'ADDRESS_REFUSED', path);
    }
    assert.deepEqual(asked, ['/aws/v1?x=../control', '/seller/a.pdf']);
  });

  it('and a base address has no query and no disguised path', () => {
    const outgoing = createOutgoing();
    for (const text of [
      'https://a.example?',
      'https://a.example/x?y=',
      'https://a.example/x/../y',
      'https://a.example/%2e',
    ])
      assert.notEqual(outgoing.refusedBase(text), null, text);
    for (const text of ['https://a.example', 'https://a.example/', 'https://a.example/x/y'])
      assert.equal(outgoing.refusedBase(text), null, text);
  });
});

describe('a response', () => {
  const trapped = async (answer: (path: string, reply: import('node:http').ServerResponse) => void, options = {}) => {
    const server = createServer((request, reply) => answer(request.url ?? '', reply));
    const port = await listen(server);
    const origin = `http://127.0.0.1:${port}`;
    return {
      origin,
      outgoing: createOutgoing({ allowedOrigins: [origin], answerMs: 500, answerBytes: 1000, ...options }),
    };
  };

  it('that redirects is a response: it is not followed', async () => {
    const trap = await aTrap();
    const { origin, outgoing } = await trapped((_path, reply) =>
      reply.writeHead(302, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    );
    assert.equal((await get(outgoing, `${origin}/`)).status, 302);
    assert.equal(trap.visits(), 0);
  });

  it('has a maximum size and a maximum time, from the first byte to the last', async () => {
    const { origin, outgoing } = await trapped((path, reply) => {
      if (path === '/large') reply.end('x'.repeat(100_000));
      if (path === '/fits') reply.end('x'.repeat(1000));
      if (path === '/begins') reply.write('x');
      if (path === '/drips') setInterval(() => reply.write('x'), 50).unref();
    });
    assert.equal((await get(outgoing, `${origin}/fits`)).body.length, 1000);
    assert.equal(await codeOf(get(outgoing, `${origin}/large`)), 'ANSWER_TOO_LARGE');
    for (const path of ['/silent', '/begins', '/drips'])
      assert.equal(await codeOf(get(outgoing, `${origin}${path}`)), 'ETIMEDOUT', path);
  });

  it('that is streamed arrives piece by piece, at the pace of its reader, whatever its size', async () => {
    const size = 50 * 1024 * 1024;
    let sent = 0;
    const { origin, outgoing } = await trapped(async (_path, reply) => {
      const piece = Buffer.alloc(1024 * 1024);
      let wake = (): void => {};
      for (const event of ['drain', 'close']) reply.on(event, () => wake());
      while (sent < size && !reply.destroyed) {
        sent += piece.length;
        if (reply.write(piece)) continue;
        await new Promise<void>((resume) => {
          wake = resume;
        });
      }
      reply.end();
    });
    const options = { headers: {}, silenceMs: 500 };
    const whole = await outgoing.open(`${origin}/`, options);
    let read = 0;
    for await (const piece of whole.body) {
      if (read === 0) assert.ok(sent < size, 'the sender waits');
      read += piece.length;
    }
    assert.equal(read, size);
    sent = 0;
    const part = await outgoing.open(`${origin}/`, options);
    for await (const _ of part.body) break;
    assert.ok(sent < size, 'an answer that is left is not sent to its end');
  });

  it('that is streamed fails if it is silent, ends early or is stopped', async () => {
    const { origin, outgoing } = await trapped(
      (path, reply) => {
        if (path === '/begins') reply.write('x');
        if (path === '/drips') setInterval(() => reply.write('x'), 20).unref();
        if (path === '/breaks') reply.writeHead(200, { 'content-length': 9 }).write('x', () => reply.destroy());
      },
      { fileWaitMs: 300 },
    );
    const options = { headers: {}, silenceMs: 200 };
    const read = async (path: string, more: { signal?: AbortSignal } = {}): Promise<void> => {
      for await (const _ of (await outgoing.open(`${origin}${path}`, { ...options, ...more })).body);
    };
    assert.equal(await codeOf(read('/silent')), 'ETIMEDOUT');
    assert.equal(await codeOf(read('/begins')), 'ETIMEDOUT');
    assert.equal(await codeOf(read('/drips')), 'ETIMEDOUT', 'a sender that is never silent, but has nothing to say');
    assert.equal(await codeOf(read('/breaks')), 'ECONNRESET');
    assert.equal(await codeOf(read('/silent', { signal: AbortSignal.timeout(20) })), 'ABORT_ERR');
    assert.equal(await codeOf(outgoing.open('http://127.0.0.1:9/', options)), 'ADDRESS_REFUSED');
  });
});
