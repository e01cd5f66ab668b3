import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type Reply, startApp, type TestApp, type TestCaller } from '../app.ts';
import { aDeal } from '../examples/deal.ts';

// R12: every queue, cache, batch and body has a limit, and a limit reached is answered, never a crash.

let app: TestApp;
let limited: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  limited = await startApp({ RATE_LIMIT: '1/3', RATE_LIMIT_METERING: '1/2' }, { idle: true });
});
after(async () => {
  await app.close();
  await limited.close();
});

const newContact = (address: string) => app.acme.editor.call('POST', '/contact', { body: { emailAddress: address } });

test('while no database connection is free callers wait a little, get 503, and then everything works again', async () => {
  const { pool } = app.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => newContact(`wait${index}@example.com`)));
    for (const reply of replies) {
      assert.equal(reply.status, 503, reply.text);
      assert.equal((reply.body as { code: string }).code, 'ServiceUnavailable');
      assert.equal(reply.headers.get('retry-after'), '1');
    }
    assert.equal((await app.anonymous('GET', '/livez')).status, 200);
    assert.equal((await app.anonymous('GET', '/readyz')).status, 503);
  } finally {
    for (const client of held) client.release();
  }
  assert.equal((await newContact('after@example.com')).status, 200);
  const { rows } = await pool.query("select count(*)::int as n from contact where email_address like 'wait%'");
  assert.equal(rows[0].n, 0);
});

test('the queue for a connection is bounded: the next one is refused at once', async () => {
  const { database } = app;
  const held = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
  let refused = 0;
  const waiting = Array.from({ length: 300 }, () =>
    database
      .write(app.acme.uuid, async () => {})
      .catch((error: { code?: string }) => {
        refused += 1;
        assert.equal(error.code, 'ServiceUnavailable');
      }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [atOnce, queue] = [refused, database.waiting];
  for (const client of held) client.release();
  await Promise.all(waiting);
  // Those whose turn it is wait for the connections that the test holds.
  const inTurn = database.pool.options.max;
  assert.ok(atOnce >= 44 - inTurn && queue <= 256 + inTurn, `${atOnce} refused, ${queue} waiting`);
});

test('an organization whose calls fill all connections and all places to wait delays another one by two turns', async () => {
  const { database, acme, globex } = app;
  const gate = Promise.withResolvers<void>();
  let [ended, refused] = [0, 0];
  const calls = Array.from({ length: 300 }, () =>
    database
      .write(acme.uuid, async () => {
        await gate.promise;
        ended += 1;
      })
      .catch((error: { code?: string }) => {
        refused += 1;
        assert.equal(error.code, 'ServiceUnavailable');
      }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(database.waiting >= 256);
  const others = database.read(globex.uuid).selectFrom('contact').select('contact.id').limit(1).execute();
  // PostgreSQL has connections that are left for others; the embedded database has one, and turns at it.
  if (database.pool.options.max === 1) gate.resolve();
  await others;
  const endedBefore = ended;
  gate.resolve();
  await Promise.all(calls);
  assert.ok(endedBefore <= 2, `${endedBefore} calls of the other one came first`);
  assert.equal(ended + refused, 300);
});

test('a batch of usage holds 1 to 1000 items', async () => {
  const { entitlementId: entitlementID } = await aDeal(app, app.acme);
  const batch = (size: number): Promise<Reply> =>
    app.acme.editor.call('POST', '/batchCreateUsageRecordGroups', {
      body: Array.from({ length: size }, () => ({ entitlementID, records: { gb: 1 } })),
    });
  for (const [size, status] of [
    [0, 400],
    [1, 200],
    [1000, 200],
    [1001, 400],
  ] as const)
    assert.equal((await batch(size)).status, status, `${size}`);
});

test('a body full of faults gets a response with the first thousand of them', async () => {
  const wrong = new Array(200_000).fill('x');
  for (const [path, body] of [
    ['/role', { name: 'R', permissions: wrong }],
    ['/integration', { credentials: {}, settings: { productCodeProducts: wrong.map(() => 1) } }],
    ['/oauthApp', { name: 'A', accessLevel: 'VIEWER', jwks: { keys: wrong } }],
  ] as const) {
    const reply = await app.acme.owner.call('POST', path, { body });
    assert.equal(reply.status, 400, `${path}: ${reply.text.slice(0, 200)}`);
    assert.ok((reply.body as { info: unknown[] }).info.length <= 1000);
  }
});

test('a caller that is too fast is told when to retry, before anything else of its request is read', async () => {
  const { editor, viewer } = limited.acme;
  for (const remaining of ['2', '1', '0']) {
    const reply = await editor.call('GET', '/contact');
    assert.equal(reply.status, 200);
    assert.deepEqual(
      ['ratelimit-limit', 'ratelimit-remaining'].map((name) => reply.headers.get(name)),
      ['3', remaining],
    );
  }
  const refused = await editor.call('POST', '/contact', { rawBody: 'rubbish' });
  assert.equal(refused.status, 429);
  assert.equal((refused.body as { code: string }).code, 'TooManyRequests');
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal((await viewer.call('GET', '/contact')).status, 200, 'another caller has its own bucket');
  assert.equal((await editor.call('POST', '/batchCreateUsageRecordGroups', { body: [] })).status, 400, 'so has usage');
  for (let tries = 0; tries < 3; tries += 1) await viewer.call('GET', '/contact');
  assert.equal((await viewer.call('POST', '/contact', { body: {} })).status, 429, '429 comes before 403');
  assert.equal((await editor.call('GET', `//org/${limited.globex.id}/contact`)).status, 404, '404 before 429');
});

/** Sends the head of a request and `bytes` of its body, and then no more; answers the status, if there is one within a second. */
const beginBody = (head: string, bytes: number): Promise<{ socket: Socket; status: string | undefined }> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('data', (answer) => resolve({ socket, status: answer.toString().slice(9, 12) }));
    setTimeout(resolve, 1500, { socket, status: undefined }).unref();
    const isOpen = head.includes('chunked');
    socket.write(
      `${head}Host: a\r\nContent-Type: application/json\r\n\r\n${isOpen ? `${bytes.toString(16)}\r\n` : ''}`,
    );
    socket.write('"'.padEnd(bytes, 'x'));
    if (isOpen) socket.write('\r\n');
  });

test('nobody sends a body to an address that is not served: the answer comes before it', async () => {
  const length = `Content-Length: ${5 * 1024 * 1024}\r\n`;
  for (const [target, status] of [
    ['POST /nothing', '404'],
    ['PUT /nothing', '404'],
    ['POST /livez', '405'],
    ['PATCH /openapi.json', '405'],
    [`POST /org/${app.acme.id}/nothing`, '404'],
    [`POST /org/${app.acme.id}`, '405'],
    ['POST /org', '401'],
    ['POST /hook/aws/nothing', '404'],
  ]) {
    const { socket, status: answered } = await beginBody(`${target} HTTP/1.1\r\n${length}`, 1024);
    socket.destroy();
    assert.equal(answered, status, target);
  }
});

test('a body that announces no length takes room as it grows', async () => {
  const { token } = app.acme.editor;
  const head = `POST /org/${app.acme.id}/contact HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n`;
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginBody(head, 4 * 1024 * 1024)));
  const second = await app.acme.editor.call('POST', '/contact', {
    body: { emailAddress: 'grown@example.com', ignored: 'x'.repeat(1024 * 1024) },
  });
  assert.equal(second.status, 429, 'the caller has no room left');
  for (const { socket } of begun) socket.destroy();
});

test('a caller that disconnects while it is being identified leaves no reservation', async () => {
  const { token: session } = await app.acme.addPerson('OWNER');
  const { pool } = app.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const head = `POST /org/${app.acme.id}/contact HTTP/1.1\r\nAuthorization: Bearer ${session}\r\nContent-Length: ${5 * 1024 * 1024}\r\n`;
  const begun = await Promise.all(Array.from({ length: 8 }, () => beginBody(head, 10)));
  for (const { socket } of begun) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const client of held) client.release();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { socket, status } = await beginBody(head, 10);
  socket.destroy();
  assert.equal(status, undefined, 'it is waited for the rest of the body');
});

test('large bodies under way are bounded by caller and organization: the next one is refused before it is sent', async () => {
  const sockets: Socket[] = [];
  const announce = (caller: TestCaller): Promise<string | undefined> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', (bytes) => resolve(bytes.toString().slice(9, 12)));
      setTimeout(resolve, 1000, undefined).unref();
      socket.write(
        `POST /org/${app.acme.id}/contact HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${caller.token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${5 * 1024 * 1024}\r\n\r\n`,
      );
    });
  const answersTo = async (caller: TestCaller, count: number): Promise<{ taken: number; refused: number }> => {
    const answers = await Promise.all(Array.from({ length: count }, () => announce(caller)));
    return {
      taken: answers.filter((status) => status === undefined).length,
      refused: answers.filter((status) => status === '429').length,
    };
  };
  assert.deepEqual(await answersTo(app.acme.editor, 8), { taken: 6, refused: 2 }, '32 MiB of one caller');
  assert.deepEqual(await answersTo(app.acme.owner, 8), { taken: 6, refused: 2 }, 'another has its own');
  assert.deepEqual(await answersTo(app.acme.admin, 2), { taken: 0, refused: 2 }, '64 MiB of one organization');
  assert.equal((await newContact('small@example.com')).status, 200, 'small ones pass');
  const other = await app.globex.editor.call('POST', '/contact', {
    body: { emailAddress: 'other@example.com', ignored: 'x'.repeat(1024 * 1024) },
  });
  assert.equal(other.status, 200, 'so do those of another organization');
  for (const socket of sockets) socket.destroy();
  const large = { emailAddress: 'large@example.com', ignored: 'x'.repeat(1024 * 1024) };
  for (let tries = 0; ; tries += 1) {
    const reply = await app.acme.editor.call('POST', '/contact', { body: large });
    if (reply.status === 200) break;
    assert.ok(reply.status === 429 && tries < 50, reply.text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('a body that is refused on its way holds no room while the rest of it arrives', async () => {
  const sockets: Socket[] = [];
  const announce = (headers: string, bytes: Buffer): Promise<string | undefined> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', (answer) => resolve(answer.toString().slice(9, 12)));
      setTimeout(resolve, 1000, undefined).unref();
      socket.write(
        `POST /org/${app.globex.id}/contact HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${app.globex.admin.token}\r\n` +
          `Content-Type: application/json\r\n${headers}\r\n\r\n`,
      );
      socket.write(bytes);
    });
  // 5 MiB are accepted; a chunk more has been sent, and the end has not.
  const tooMuch = Buffer.concat([Buffer.from('580000\r\n'), Buffer.alloc(0x58_00_00, ' '), Buffer.from('\r\n')]);
  const open = await Promise.all(Array.from({ length: 6 }, () => announce('Transfer-Encoding: chunked', tooMuch)));
  assert.deepEqual(open, Array(6).fill(undefined), 'each is read on, and is refused at its end');
  const next = await announce(`Content-Length: ${5 * 1024 * 1024}`, Buffer.alloc(1));
  assert.equal(next, undefined, 'there is room for a body of the same caller');
  for (const socket of sockets) socket.destroy();
});

test('organizations whose slow bodies take all the room give some back to one that holds less', async () => {
  const sockets: Socket[] = [];
  const answers: string[] = [];
  const announce = ({ token }: TestCaller, orgId: string): void => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => answers.push(bytes.toString().slice(9, 12)));
    socket.write(
      `POST /org/${orgId}/contact HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${5 * 1024 * 1024}\r\n\r\n"`,
    );
  };
  const hogs = await Promise.all(['hog1', 'hog2', 'hog3', 'hog4', 'hog5'].map((name) => app.addOrganization(name)));
  for (const hog of hogs)
    for (const caller of [hog.editor, hog.owner]) for (let count = 0; count < 6; count += 1) announce(caller, hog.id);
  // 60 bodies of 5 MiB are begun, and there is room for 51.
  for (let tries = 0; tries < 100 && answers.length < 9; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const large = { emailAddress: 'late@example.com', ignored: 'x'.repeat(4 * 1024 * 1024) };
  for (let count = 0; count < 3; count += 1) {
    const reply = await app.globex.editor.call('POST', '/contact', {
      body: { ...large, emailAddress: `late${count}@x.example` },
    });
    assert.equal(reply.status, 200, reply.text);
  }
  assert.ok(
    answers.every((status) => status === '429'),
    `${answers}`,
  );
  for (const socket of sockets) socket.destroy();
});
