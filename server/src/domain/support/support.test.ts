import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Reply, startApp, type TestApp } from '../../../test/app.ts';
import { aContact } from '../../../test/examples/contact.ts';
import { anAttachment, aTicket } from '../../../test/examples/support.ts';
import type { Mail } from '../../adapters/mail/port.ts';
import { type FaultPoint, setFaultHook } from '../../db/faults.ts';

type Target = { dueTime?: string; doneTime?: string; missedTime?: string };
type Shown = {
  id: string;
  status: string;
  creator: string;
  watchers: string[];
  dueTime?: string;
  closeTime?: string;
  targets: { firstAnswer: Target; resolution: Target };
  comments: { comment_text: string; visibility: string; comment: { type: string; attachment?: { id: string } }[] }[];
  attachments: { id: string; title: string; mimetype: string; size: number; url: string }[];
  commentCount: number;
  attachmentCount: number;
};

const hour = 3_600_000;
const secret = 's'.repeat(40);
const ann = 'ann@customer.example';
const bill = 'bill@customer.example';

const sent: Mail[] = [];
let app: TestApp;
const dataDir = mkdtempSync(join(tmpdir(), 'mos-support-'));
const filesDir = join(dataDir, 'files');
before(async () => {
  app = await startApp(
    { DATA_DIR: dataDir, SUPPORT_MAIL_DOMAIN: 'reply.acme.example', SUPPORT_MAIL_SECRET: secret },
    { mailer: { send: async (mail: Mail) => void sent.push(mail) } },
  );
});
after(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  sent.length = 0;
});

const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
  app.acme.editor.call(method, path, body === undefined ? {} : { body });
const done = (reply: Reply): Reply => {
  assert.equal(reply.status, 200, reply.text);
  return reply;
};
const ticketOf = (reply: Reply): Shown => done(reply).body as Shown;
const read = async (id: string): Promise<Shown> => ticketOf(await call('GET', `/support/ticket/${id}`));
const move = (id: string, status: string): Promise<Reply> => call('PATCH', `/support/ticket/${id}/status`, { status });
const comment = (id: string, body: object): Promise<Reply> => call('POST', `/support/ticket/${id}/comment`, body);
const list = async (query: string): Promise<string[]> =>
  (done(await call('GET', `/support/ticket?${query}`)).body as { items: Shown[] }).items.map(({ id }) => id);

const eventsOf = async (id: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query(
    'select name from outbox where org_id = $1 and entity_id = $2 order by version, position',
    [app.acme.uuid, id],
  );
  return rows.map(({ name }) => name);
};

/** Waits for the mails about a ticket to one of its people. */
const mailsTo = async (id: string, address: string, count: number): Promise<Mail[]> => {
  const found = () => sent.filter(({ to, thread }) => to === address && thread === id);
  for (let round = 0; found().length < count && round < 400; round += 1) {
    await app.app.engine.runDueNow();
    await sleep(25);
  }
  assert.equal(found().length, count, `${address}: ${JSON.stringify(sent.map(({ to, subject }) => [to, subject]))}`);
  return found();
};

describe('tickets', () => {
  test('a name is enough; what the service decides is ignored, and the rest has defaults', async () => {
    const body = { name: 'Help', status: 'CLOSED', id: 'x', dueTime: '2020-01-01T00:00:00Z', comments: [{}] };
    const shown = ticketOf(await app.acme.owner.call('POST', '/support/ticket', { body })) as Shown & {
      priority: string;
    };
    assert.deepEqual([shown.status, shown.priority, shown.creator], ['OPEN', 'NORMAL', 'owner@acme.test']);
    assert.deepEqual([shown.comments, shown.attachments], [[], []]);
    assert.notEqual(shown.id, 'x');
  });

  test('a ticket that a program created can be sent back as a new one', async () => {
    const first = done(await call('POST', '/support/ticket', { name: 'Help' })).body as { creator: string };
    assert.equal(first.creator, app.acme.editor.clientId);
    const again = done(await call('POST', '/support/ticket', { ...first, name: 'Help again' })).body as Shown;
    assert.equal(again.creator, first.creator);
    const { body } = await app.acme.owner.call('POST', '/support/ticket', { body: first });
    assert.equal((body as Shown).creator, 'owner@acme.test', 'it is the caller who asks');
    assert.equal((await call('POST', '/support/ticket', { name: 'Help', creator: 'app_1' })).status, 400);
  });

  test('priority and watchers are both required, and every fault is named', async () => {
    const id = await aTicket(app.acme);
    const reply = await call('PATCH', `/support/ticket/${id}`, { watchers: ['nobody', ann, ann.toUpperCase()] });
    assert.equal(reply.status, 400);
    const { info } = reply.body as { info: { path: string }[] };
    assert.deepEqual(info.map(({ path }) => path).sort(), ['priority', 'watchers.0', 'watchers.2']);
    assert.equal((await call('PATCH', `/support/ticket/${id}`, { priority: '', watchers: [] })).status, 400);
    assert.equal((await call('PATCH', `/support/ticket/${id}`, { priority: 'LOW' })).status, 400);
  });

  test('watchers are cleared by null, as Go writes a list of none', async () => {
    const id = await aTicket(app.acme, { watchers: [ann] });
    const patched = await call('PATCH', `/support/ticket/${id}`, { priority: 'LOW', watchers: null });
    assert.deepEqual(ticketOf(patched).watchers, []);
  });

  test('the same again changes nothing', async () => {
    const id = await aTicket(app.acme);
    const first = await call('PATCH', `/support/ticket/${id}`, { priority: 'HIGH', watchers: [ann] });
    const second = await call('PATCH', `/support/ticket/${id}`, { priority: 'HIGH', watchers: [ann] });
    assert.equal(second.headers.get('etag'), done(first).headers.get('etag'));
    assert.deepEqual((await eventsOf(id)).slice(1), ['support_ticket.updated']);
  });

  test('it can be assigned and linked within the organization only; null clears', async () => {
    const id = await aTicket(app.acme);
    const users = (await app.acme.owner.call('GET', '/user?limit=1')).body as { id: string }[];
    const theirs = (await app.globex.owner.call('GET', '/user?limit=1')).body as { id: string }[];
    const patch = (more: object) => call('PATCH', `/support/ticket/${id}`, { priority: 'LOW', watchers: [], ...more });
    const contact = await aContact(app.acme);
    const other = await aContact(app.globex);
    const linked = done(await patch({ assignee: users[0]?.id, entityType: 'CONTACT', entityId: contact }))
      .body as object;
    assert.deepEqual(
      { assignee: users[0]?.id, entityType: 'CONTACT', entityId: contact },
      Object.fromEntries(Object.entries(linked).filter(([name]) => /assignee|entity/.test(name))),
    );
    for (const foreign of [
      { assignee: theirs[0]?.id },
      { entityType: 'CONTACT', entityId: other },
      { entityType: 'OFFER', entityId: contact },
      { entityId: contact, entityType: null },
    ])
      assert.equal((await patch(foreign)).status, 400, JSON.stringify(foreign));
    assert.ok((await list(`entityId=${contact}`)).includes(id));
    const cleared = done(await patch({ assignee: null, entityType: null, entityId: null })).body as object;
    assert.ok(!('assignee' in cleared) && !('entityId' in cleared));
  });

  test('lists are filtered by every field and searched by keyword, ignoring case', async () => {
    const id = await aTicket(app.acme, {
      name: 'Straße 100%_\\',
      description: 'ÄPFEL',
      priority: 'URGENT',
      taskType: 'Feature Request',
      creator: 'Zoe@Customer.Example',
      watchers: ['Yves@Customer.Example'],
    });
    const other = await aTicket(app.acme);
    for (const query of [
      'priority=URGENT',
      'taskType=Feature%20Request',
      'creator=zoe@customer.example',
      'watcher=yves@customer.example',
      'keyword=äpfel',
      `keyword=${encodeURIComponent('100%_\\')}`,
    ]) {
      const found = await list(query);
      assert.ok(found.includes(id) && !found.includes(other), query);
    }
    ticketOf(await move(id, 'IN PROGRESS'));
    assert.ok((await list('status=IN%20PROGRESS')).includes(id));
    const reply = await call('GET', '/support/ticket?limit=1');
    const { items, totalCount } = reply.body as { items: Shown[]; totalCount: number };
    assert.deepEqual([items.length, String(totalCount)], [1, reply.headers.get('x-total-count')]);
    assert.match(reply.headers.get('link') ?? '', /rel="next"/);
    assert.equal(items[0]?.comments, undefined);
  });
});

describe('states', () => {
  test('work moves freely, closing ends it, and reopening begins it again', async () => {
    const id = await aTicket(app.acme);
    for (const status of ['IN PROGRESS', 'IN REVIEW', 'BLOCKED', 'OPEN'])
      assert.equal(ticketOf(await move(id, status)).status, status);
    const closed = ticketOf(await call('PATCH', `/support/ticket/${id}/close`));
    assert.equal(closed.status, 'CLOSED');
    assert.ok(closed.closeTime);
    const refused = await move(id, 'OPEN');
    assert.deepEqual(
      [refused.status, (refused.body as { info: object }).info],
      [409, { status: 'CLOSED', allowedFrom: ['OPEN', 'IN PROGRESS', 'IN REVIEW', 'BLOCKED'] }],
    );
    const reopened = ticketOf(await call('PATCH', `/support/ticket/${id}/reopen`));
    assert.deepEqual([reopened.status, reopened.closeTime], ['OPEN', undefined]);
    assert.equal((await move(id, 'ARCHIVED')).status, 400);
  });

  test('of two who close or reopen at once, one wins', async () => {
    const id = await aTicket(app.acme);
    for (const verb of ['close', 'reopen']) {
      const replies = await Promise.all([1, 2].map(() => call('PATCH', `/support/ticket/${id}/${verb}`)));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409], verb);
    }
    const events = await eventsOf(id);
    assert.deepEqual(events.slice(1), ['support_ticket.closed', 'support_ticket.reopened']);
  });
});

describe('targets', () => {
  const at = (time: string | undefined): number => Date.parse(time ?? '');
  const near = (actual: number, expected: number, what: string): void =>
    assert.ok(Math.abs(actual - expected) < 30_000, `${what}: ${actual - expected} ms off`);

  test('the clock stands while a ticket is blocked or closed, and goes on where it stopped', async () => {
    const id = await aTicket(app.acme, { priority: 'HIGH', creator: ann });
    const due = at((await read(id)).dueTime);
    near(due, app.clock.now().getTime() + 24 * hour, 'HIGH is to be closed within a day');
    app.clock.advance(2 * hour);
    const blocked = ticketOf(await move(id, 'BLOCKED'));
    assert.deepEqual([blocked.dueTime, blocked.targets.firstAnswer.dueTime], [undefined, undefined]);
    app.clock.advance(100 * hour);
    await app.app.engine.runDueNow();
    assert.ok(!(await eventsOf(id)).some((name) => name.endsWith('overdue')), 'nothing is overdue while it is blocked');
    const resumed = ticketOf(await move(id, 'IN PROGRESS'));
    near(at(resumed.dueTime), due + 100 * hour, 'the time in BLOCKED does not count');
    ticketOf(await call('PATCH', `/support/ticket/${id}/close`));
    app.clock.advance(50 * hour);
    near(
      at(ticketOf(await call('PATCH', `/support/ticket/${id}/reopen`)).dueTime),
      due + 150 * hour,
      'nor does CLOSED',
    );
  });

  test('a missed target is announced once, and counts as missed until more time is allowed', async () => {
    const id = await aTicket(app.acme, { priority: 'URGENT', creator: ann });
    app.clock.advance(hour + 1000);
    await app.app.engine.runDueNow();
    await app.app.engine.runDueNow();
    assert.deepEqual((await eventsOf(id)).slice(1), ['support_ticket.first_answer_overdue']);
    assert.ok((await read(id)).targets.firstAnswer.missedTime);
    app.clock.advance(8 * hour);
    await app.app.engine.runDueNow();
    assert.deepEqual((await eventsOf(id)).slice(2), ['support_ticket.resolution_overdue']);
    const lower = ticketOf(await call('PATCH', `/support/ticket/${id}`, { priority: 'LOW', watchers: [] }));
    assert.equal(lower.targets.resolution.missedTime, undefined);
    app.clock.advance(168 * hour);
    await app.app.engine.runDueNow();
    assert.equal((await eventsOf(id)).filter((name) => name === 'support_ticket.resolution_overdue').length, 2);
  });

  test('the first public comment of another one answers a ticket', async () => {
    const own = ticketOf(await app.acme.owner.call('POST', '/support/ticket', { body: { name: 'Mine' } })).id;
    done(await app.acme.owner.call('POST', `/support/ticket/${own}/comment`, { body: { comment_text: 'More' } }));
    done(await comment(own, { comment_text: 'Note', visibility: 'INTERNAL' }));
    assert.equal((await read(own)).targets.firstAnswer.doneTime, undefined);
    done(await comment(own, { comment_text: 'Answer' }));
    const { firstAnswer } = (await read(own)).targets;
    assert.ok(firstAnswer.doneTime && !firstAnswer.dueTime);
    app.clock.advance(100 * hour);
    await app.app.engine.runDueNow();
    assert.ok(!(await eventsOf(own)).includes('support_ticket.first_answer_overdue'));
  });
});

describe('comments', () => {
  test('a ticket shows the latest 50, and the list has all', async () => {
    const id = await aTicket(app.acme);
    for (let number = 1; number <= 52; number += 1) done(await comment(id, { comment_text: `Number ${number}` }));
    const shown = await read(id);
    assert.deepEqual(
      [shown.commentCount, shown.comments.length, shown.comments[0]?.comment_text, shown.comments[49]?.comment_text],
      [52, 50, 'Number 3', 'Number 52'],
    );
    const page = done(await call('GET', `/support/ticket/${id}/comment?page_size=20&page_number=3`)).body as {
      data: { comment_text: string }[];
      total_count: number;
    };
    assert.deepEqual([page.total_count, page.data.at(-1)?.comment_text], [52, 'Number 1']);
  });

  test('an empty or too long one is refused', async () => {
    const id = await aTicket(app.acme);
    for (const body of [
      {},
      { comment_text: '' },
      { comment_text: 'x'.repeat(20_001) },
      { comment_text: 'x', visibility: 'ALL' },
    ])
      assert.equal((await comment(id, body)).status, 400);
  });
});

describe('mails', () => {
  test('each event is one mail to the creator and each watcher; an internal comment is none', async () => {
    const id = await aTicket(app.acme, { creator: ann, watchers: [bill, ann.toUpperCase()] });
    done(await comment(id, { comment_text: 'Secret', visibility: 'INTERNAL' }));
    done(await comment(id, { comment_text: 'See https://evil.example <b>now</b>' }));
    done(await call('PATCH', `/support/ticket/${id}/close`));
    done(await call('PATCH', `/support/ticket/${id}/reopen`));
    const mails = await mailsTo(id, ann, 4);
    await mailsTo(id, bill, 4);
    const all = JSON.stringify(sent);
    assert.ok(!all.includes('Secret'));
    assert.ok(!all.includes('https://evil'), 'words of others link nowhere');
    for (const { html = '' } of mails) assert.ok(!html.includes('<b>'), 'words of others are text');
    assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, 4);
    for (const mail of mails) {
      assert.match(mail.replyTo ?? '', /^[0-9a-z]{64}@reply\.acme\.example$/);
      assert.equal(mail.thread, id);
      assert.match(mail.text, /^-- Write your reply above this line --\n/);
    }
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from notification_message where org_id = $1 and entity_id = $2 and action = 'ADD'",
      [app.acme.uuid, id],
    );
    assert.equal(rows[0].n, 2);
  });
});

describe('attachments', () => {
  const attach = (id: string, name: string, content: string | Buffer, headers: Record<string, string> = {}) =>
    app.acme.editor.call('POST', `/support/ticket/${id}/attachment`, { file: { name, content }, headers });
  const firstOf = (reply: Reply) => (done(reply).body as Shown['attachments'])[0] as Shown['attachments'][number];
  const filesStored = (): number => (existsSync(filesDir) ? readdirSync(filesDir).length : 0);

  test('the type is what the content is, and a download is never shown', async () => {
    const id = await aTicket(app.acme);
    const cases: [string, string | Buffer, string][] = [
      ['page.png', '<html><script>alert(1)</script></html>', 'text/plain; charset=utf-8'],
      ['picture.html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
      ['report.pdf', '%PDF-1.7 x', 'application/pdf'],
      ['tool.exe', Buffer.from([0x4d, 0x5a, 0, 1, 2]), 'application/octet-stream'],
    ];
    for (const [name, content, type] of cases) {
      const made = firstOf(await attach(id, name, content));
      assert.deepEqual([made.title, made.mimetype, made.size], [name, type, Buffer.byteLength(content)]);
      const response = await fetch(`${app.url}${made.url}`, {
        headers: { authorization: `Bearer ${app.acme.viewer.token}` },
      });
      assert.equal(response.headers.get('content-type'), type);
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="/);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(content));
      assert.equal((await fetch(`${app.url}${made.url}`)).status, 401);
    }
    assert.equal((await read(id)).attachmentCount, 4);
  });

  test('a name is its last part, in one line', async () => {
    const id = await aTicket(app.acme);
    const names = ['../../etc/passwd', 'C:\\x\\y.txt', 'a\u202eb.txt', '...'];
    const shown: string[] = [];
    for (const name of names) shown.push(firstOf(await attach(id, name, 'x')).title);
    assert.deepEqual(shown, ['passwd', 'y.txt', 'ab.txt', 'file']);
  });

  test('25 MiB are taken and come back whole; more is 413, announced or not', async () => {
    const id = await aTicket(app.acme);
    const largest = Buffer.alloc(25 * 1024 * 1024, 'x');
    const made = firstOf(await attach(id, 'large.bin', largest));
    const response = await fetch(`${app.url}${made.url}`, {
      headers: { authorization: `Bearer ${app.acme.viewer.token}` },
    });
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(largest));
    assert.equal((await attach(id, 'larger.bin', Buffer.alloc(25 * 1024 * 1024 + 1))).status, 413);
    let sent = 0;
    const unannounced = await fetch(`${app.url}/org/${app.acme.id}/support/ticket/${id}/attachment`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.acme.editor.token}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: new ReadableStream({
        // It ends: the client of Node goes on reading a stream whose connection is gone, and an endless one would fill the memory.
        pull: (controller) => {
          sent += 1;
          if (sent > 40) controller.close();
          else controller.enqueue(Buffer.alloc(1024 * 1024, 'x'));
        },
      }),
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      () => 413,
    );
    assert.equal(unannounced, 413);
    assert.equal((await read(id)).attachmentCount, 1);
  });

  test('forms without one file, and other media types, are refused', async () => {
    const id = await aTicket(app.acme);
    const path = `/support/ticket/${id}/attachment`;
    const post = (rawBody: string, contentType: string) => app.acme.editor.call('POST', path, { rawBody, contentType });
    const form = 'multipart/form-data; boundary=b';
    assert.equal((await post('{}', 'application/json')).status, 415);
    assert.equal((await post('x', 'text/csv')).status, 415);
    const field = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n';
    const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n';
    const empty = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n\r\n';
    for (const body of [`${field}--b--`, `${file}${file}--b--`, `${empty}--b--`, `${file}`, '--b--'])
      assert.equal((await post(body, form)).status, 400, body);
    assert.equal((await app.acme.editor.call('POST', path)).status, 400);
    assert.equal((await read(id)).attachmentCount, 0);
  });

  /** While `point` fails, once a file is stored. */
  const failing = async <T>(point: FaultPoint, work: () => Promise<T>): Promise<T> => {
    const before = filesStored();
    setFaultHook((reached) => {
      if (reached === point && filesStored() > before) throw new Error('the process ended');
    });
    try {
      return await work();
    } finally {
      setFaultHook(undefined);
    }
  };
  const settle = async (count: number): Promise<void> => {
    app.clock.advance(hour);
    for (let round = 0; filesStored() !== count && round < 200; round += 1) {
      await app.app.engine.runDueNow();
      await sleep(25);
    }
    assert.equal(filesStored(), count);
  };
  const uploads: Record<string, () => Promise<Reply>> = {
    'an attachment': async () => attach(await aTicket(app.acme), 'a.txt', 'x'),
    'a file for partners': () =>
      call('POST', '/prm/file', { name: 'a.pdf', content: Buffer.from('%PDF-1.7 x').toString('base64') }),
  };
  for (const [what, upload] of Object.entries(uploads)) {
    test(`the bytes of ${what} that is never recorded are removed after an hour; those of one that is stay`, async () => {
      const before = filesStored();
      assert.equal((await failing('before-commit', upload)).status, 500);
      assert.equal(filesStored(), before + 1);
      await settle(before);
      assert.equal((await failing('after-commit', upload)).status, 500);
      done(await upload());
      await settle(before + 2);
      const { rows } = await app.database.pool.query("select 1 from due where org_id = $1 and kind like '%.remove'", [
        app.acme.uuid,
      ]);
      assert.equal(rows.length, 0);
    });
  }

  test('an upload that is recorded too late is refused, and its bytes are removed', async () => {
    const id = await aTicket(app.acme);
    // Else a transaction of the ticket's own mails could be the one that waits, and the upload would not be late.
    await app.app.engine.idle();
    const before = filesStored();
    setFaultHook(async (point) => {
      if (point !== 'before-begin' || filesStored() === before) return;
      setFaultHook(undefined);
      app.clock.advance(2 * hour);
      await app.app.engine.runDueNow();
    });
    const late = await attach(id, 'a.txt', 'x').finally(() => setFaultHook(undefined));
    assert.equal(late.status, 409, late.text);
    await settle(before);
    assert.equal((await read(id)).attachmentCount, 0);
  });

  test('a connection that is cut leaves nothing behind', async () => {
    const id = await aTicket(app.acme);
    const before = filesStored();
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /org/${app.acme.id}/support/ticket/${id}/attachment HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
        `Authorization: Bearer ${app.acme.editor.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n` +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    );
    await sleep(200);
    socket.destroy();
    await sleep(200);
    assert.deepEqual([(await read(id)).attachmentCount, filesStored()], [0, before]);
  });

  test('a refused upload leaves no bytes, nor does a dry run', async () => {
    const id = await aTicket(app.acme);
    const before = filesStored();
    assert.equal((await attach(id, 'a.txt', 'x', { 'if-match': '"99"' })).status, 412);
    const file = { name: 'a.txt', content: 'x' };
    done(await app.acme.editor.call('POST', `/support/ticket/${id}/attachment?dryRun=true`, { file }));
    assert.deepEqual([(await read(id)).attachmentCount, filesStored()], [0, before]);
    done(await attach(id, 'a.txt', 'x', { 'if-match': '"1"' }));
    assert.equal(filesStored(), before + 1);
  });

  test('the same file under the same key is stored once, whatever boundary it is sent with', async () => {
    const id = await aTicket(app.acme);
    const key = { 'idempotency-key': `upload-${id}` };
    const first = firstOf(await attach(id, 'a.txt', 'one', key));
    const again = await attach(id, 'a.txt', 'one', key);
    assert.deepEqual([firstOf(again).id, again.headers.get('idempotency-replayed')], [first.id, 'true']);
    assert.equal((await attach(id, 'a.txt', 'two', key)).status, 422);
    assert.equal((await read(id)).attachmentCount, 1);
  });

  test('a deleted one is gone, and makes room', async () => {
    const { ticketId, attachmentId } = await anAttachment(app.acme);
    const path = `/support/ticket/${ticketId}/attachment/${attachmentId}`;
    const foreign = await app.globex.editor.call('GET', `//org/${app.acme.id}${path}`);
    assert.equal(foreign.status, 404);
    done(await call('DELETE', path));
    assert.equal((await call('GET', path)).status, 404);
    assert.equal((await call('DELETE', path)).status, 404);
    assert.equal((await read(ticketId)).attachmentCount, 0);
  });
});

describe('replies by mail', () => {
  type Written = { to: string; from?: string; id?: string; text?: string; headers?: string[]; file?: [string, string] };
  const rawOf = ({
    to,
    from = ann,
    id = `${Math.floor(performance.now() * 1000)}@customer.example`,
    text = 'Thank you.',
    headers = [],
    file,
  }: Written): string =>
    [
      `From: Somebody <${from}>`,
      `To: Acme <${to}>`,
      `Message-ID: <${id}>`,
      'Subject: Re: Support',
      'MIME-Version: 1.0',
      ...headers,
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
      ...(file
        ? [
            '--m',
            'Content-Type: text/html',
            `Content-Disposition: attachment; filename="${file[0]}"`,
            'Content-Transfer-Encoding: base64',
            '',
            Buffer.from(file[1]).toString('base64'),
          ]
        : []),
      '--m--',
      '',
    ].join('\r\n');
  const post = (rawBody: string, options: { contentType?: string; headers?: Record<string, string> } = {}) =>
    app.anonymous('POST', '/hook/support-mail', {
      rawBody,
      contentType: options.contentType ?? 'message/rfc822',
      headers: options.headers ?? { 'x-hook-secret': secret },
    });
  const deliver = async (written: Written) =>
    done(await post(rawOf(written))).body as { received: boolean; reason?: string };
  const ticketWithAddress = async (): Promise<{ id: string; address: string }> => {
    const id = await aTicket(app.acme, { creator: ann, watchers: [bill] });
    const [mail] = await mailsTo(id, ann, 1);
    return { id, address: mail?.replyTo ?? '' };
  };

  test('a reply becomes a public comment with its files, once, and the others are notified', async () => {
    const { id, address } = await ticketWithAddress();
    const written: Written = {
      to: address,
      id: 'one@customer.example',
      text: 'It works: ünïcode.\n\nOn Mon, 2 Mar 2026, Acme <a@x.example> wrote:\n\n> -- Write your reply above this line --\n> old',
      file: ['../evil.html', '<script>alert(1)</script>'],
    };
    assert.equal((await deliver(written)).received, true);
    assert.deepEqual(await deliver(written), { received: false, reason: 'KNOWN_MAIL' });
    const shown = await read(id);
    assert.equal(shown.commentCount, 1);
    assert.deepEqual(
      [shown.comments[0]?.comment_text, shown.comments[0]?.visibility],
      ['It works: ünïcode.', 'PUBLIC'],
    );
    assert.equal(shown.comments[0]?.comment[1]?.attachment?.id, shown.attachments[0]?.id);
    assert.deepEqual(
      [shown.attachments[0]?.title, shown.attachments[0]?.mimetype],
      ['evil.html', 'text/plain; charset=utf-8'],
    );
    assert.equal(shown.targets.firstAnswer.doneTime, undefined, 'the creator does not answer itself');
    await mailsTo(id, bill, 2);
    await mailsTo(id, ann, 1);
    const audit = await app.database.pool.query(
      "select actor from audit_event where org_id = $1 and action = 'receiveSupportMail' order by wall_time desc limit 1",
      [app.acme.uuid],
    );
    assert.deepEqual(audit.rows[0].actor, { type: 'partner', id: 'mail', name: ann });
  });

  test('files of a mail that is not recorded are removed after an hour, and come with the next attempt', async () => {
    const { id, address } = await ticketWithAddress();
    const stored = (): number => readdirSync(filesDir).length;
    const before = stored();
    setFaultHook((point) => {
      if (point === 'before-commit' && stored() > before) throw new Error('the process ended');
    });
    const written: Written = { to: address, id: 'lost@customer.example', text: 'See the file.', file: ['a.txt', 'x'] };
    const lost = await post(rawOf(written)).finally(() => setFaultHook(undefined));
    assert.equal(lost.status, 500);
    assert.equal((await deliver(written)).received, true);
    assert.equal(stored(), before + 2);
    app.clock.advance(hour);
    for (let round = 0; stored() > before + 1 && round < 200; round += 1) {
      await app.app.engine.runDueNow();
      await sleep(25);
    }
    assert.equal(stored(), before + 1);
    assert.equal((await read(id)).attachmentCount, 1);
  });

  test('a user of the organization answers by mail', async () => {
    const { id, address } = await ticketWithAddress();
    assert.equal((await deliver({ to: address, from: 'Owner@acme.test', text: 'We fixed it.' })).received, true);
    const shown = await read(id);
    assert.ok(shown.targets.firstAnswer.doneTime);
    await mailsTo(id, ann, 2);
  });

  test('strangers, programs, and addresses that were altered or have expired are ignored', async () => {
    const { id, address } = await ticketWithAddress();
    const viewer = await app.acme.addPerson('VIEWER');
    assert.ok(viewer);
    const altered = `${address[0] === '0' ? '1' : '0'}${address.slice(1)}`;
    /** Each address is checked, so a mail with hundreds of thousands is not read to its end. */
    const manyAltered = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${String(index).padStart(4, '0')}${altered.slice(4)}`);
    const ignored: [Written, string][] = [
      [{ to: address, from: 'eve@evil.example' }, 'UNKNOWN_SENDER'],
      [{ to: address, from: 'owner@globex.test' }, 'UNKNOWN_SENDER'],
      [{ to: address, from: 'viewer3@acme.test' }, 'UNKNOWN_SENDER'],
      [{ to: address, from: `${ann}>, Eve <eve@evil.example` }, 'UNKNOWN_SENDER'],
      [{ to: altered }, 'UNKNOWN_ADDRESS'],
      [{ to: [...manyAltered(100), address].join('>, <') }, 'UNKNOWN_ADDRESS'],
      [{ to: 'support@reply.acme.example' }, 'UNKNOWN_ADDRESS'],
      [{ to: address, headers: ['Auto-Submitted: auto-replied'] }, 'AUTOMATIC'],
      [{ to: address, headers: ['Precedence: bulk'] }, 'AUTOMATIC'],
      [{ to: address, headers: ['Return-Path: <>'] }, 'AUTOMATIC'],
      [{ to: address, from: address }, 'AUTOMATIC'],
    ];
    for (const [written, reason] of ignored)
      assert.deepEqual(await deliver(written), { received: false, reason }, JSON.stringify(written));
    assert.equal((await deliver({ to: address, headers: ['Auto-Submitted: no'] })).received, true);
    const others = Array.from({ length: 1000 }, (_, index) => `a${index}@customer.example`);
    assert.equal((await deliver({ to: [...others, ...manyAltered(90), address].join('>, <') })).received, true);
    app.clock.advance(181 * 24 * hour);
    assert.deepEqual(await deliver({ to: address }), { received: false, reason: 'UNKNOWN_ADDRESS' });
    assert.equal((await read(id)).commentCount, 2);
  });

  test('a user who created a ticket receives and answers nothing once removed or disabled', async () => {
    const person = await app.acme.addPerson('EDITOR');
    const made = ticketOf(await person.call('POST', '/support/ticket', { body: { name: 'Help', watchers: [bill] } }));
    const { id, creator } = made;
    const [mail] = await mailsTo(id, creator, 1);
    const { replyTo: to = '' } = mail ?? {};
    const users = (await app.acme.owner.call('GET', '/user')).body as { id: string; email: string }[];
    const user = users.find(({ email }) => email === creator)?.id;
    done(await app.acme.owner.call('PATCH', `/user/${user}`, { body: { status: 'DISABLED' } }));
    done(await comment(id, { comment_text: 'Of a customer.' }));
    assert.deepEqual(await deliver({ to: to ?? '', from: creator }), { received: false, reason: 'UNKNOWN_SENDER' });
    done(await app.acme.owner.call('PATCH', `/user/${user}`, { body: { status: 'ACTIVE' } }));
    assert.equal((await deliver({ to: to ?? '', from: creator })).received, true);
    done(await app.acme.owner.call('DELETE', `/user/${user}`));
    done(await call('PATCH', `/support/ticket/${id}`, { priority: 'LOW', watchers: [bill, creator] }));
    done(await comment(id, { comment_text: 'Of another one.' }));
    assert.deepEqual(await deliver({ to: to ?? '', from: creator }), { received: false, reason: 'UNKNOWN_SENDER' });
    await mailsTo(id, bill, 4);
    await mailsTo(id, creator, 1);
  });

  test('a user who watches a ticket receives and answers nothing once removed or disabled, until joined again', async () => {
    const person = await app.acme.addPerson('EDITOR');
    const made = ticketOf(await call('POST', '/support/ticket', { name: 'Help', creator: bill }));
    const first = await person.call('POST', '/support/ticket', { body: { name: 'Whose address is it?' } });
    const watcher = ticketOf(first).creator;
    const { id } = made;
    const [mail] = await mailsTo(id, bill, 1);
    done(await call('PATCH', `/support/ticket/${id}`, { priority: 'LOW', watchers: [watcher.toUpperCase()] }));
    const say = async (comment_text: string): Promise<void> => void done(await comment(id, { comment_text }));
    const answers = async (): Promise<boolean> =>
      (await deliver({ to: mail?.replyTo ?? '', from: watcher, text: 'Me.' })).received;
    const users = (await app.acme.owner.call('GET', '/user')).body as { id: string; email: string }[];
    const user = users.find(({ email }) => email === watcher)?.id;
    const become = (status: string): Promise<Reply> =>
      app.acme.owner.call('PATCH', `/user/${user}`, { body: { status } });
    const sets: [string, () => Promise<Reply>, boolean][] = [
      ['disabled', () => become('DISABLED'), false],
      ['let in again', () => become('ACTIVE'), true],
      ['removed', () => app.acme.owner.call('DELETE', `/user/${user}`), false],
      ['invited', () => app.acme.owner.call('POST', '/user', { body: { email: watcher, role: 'VIEWER' } }), false],
    ];
    for (const [state, set, isMember] of sets) {
      assert.ok((await set()).status < 300, state);
      await say(state);
      assert.equal(await answers(), isMember, state);
    }
    await app.database.write(app.acme.uuid, (db) =>
      sql`
        update membership set status = 'ACTIVE', account_id = gen_random_uuid()
        where org_id = ${app.acme.uuid} and email = ${watcher}
      `.execute(db.raw),
    );
    await say('joined again');
    assert.equal(await answers(), true);
    await mailsTo(id, bill, 1 + sets.length + 1 + 2);
    const told = sent.filter(({ to, thread }) => thread === id && to.toLowerCase() === watcher);
    assert.equal(told.length, 2, 'once let in again, and once joined again');
  });

  test('a mail from outside reopens a closed ticket', async () => {
    const { id, address } = await ticketWithAddress();
    done(await call('PATCH', `/support/ticket/${id}/close`));
    assert.equal((await deliver({ to: address, from: bill, text: 'It is back.' })).received, true);
    assert.equal((await read(id)).status, 'OPEN');
    assert.deepEqual((await eventsOf(id)).slice(-2), ['support_ticket.reopened', 'support_ticket.commented']);
  });

  test('mail programs without plain text are read as words', async () => {
    const { id, address } = await ticketWithAddress();
    const raw = [
      `From: ${ann}`,
      `To: ${address}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p{color:red}</style><p>One &amp; two</p><p>three<br>four</p><script>alert(1)</script>',
      '',
    ].join('\r\n');
    assert.equal((done(await post(raw)).body as { received: boolean }).received, true);
    assert.equal((await read(id)).comments[0]?.comment_text, 'One & two\nthree\nfour');
    assert.deepEqual(
      done(await post(raw)).body,
      { received: false, reason: 'KNOWN_MAIL' },
      'also without a Message-ID',
    );
  });

  test('a large mail in a form, as providers send it, with the recipient beside it', async () => {
    const { id, address } = await ticketWithAddress();
    const raw = rawOf({ to: 'list@customer.example', file: ['large.bin', 'x'.repeat(3_000_000)] });
    const part = (name: string, value: string) =>
      `--f\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${part('email', raw)}${part('envelope', JSON.stringify({ to: [address] }))}--f--\r\n`;
    const headers = { authorization: `Basic ${Buffer.from(`provider:${secret}`).toString('base64')}` };
    const reply = done(await post(body, { contentType: 'multipart/form-data; boundary=f', headers }));
    assert.equal((reply.body as { received: boolean }).received, true, reply.text);
    assert.equal((await read(id)).attachments[0]?.size, 3_000_000);
  });

  test('only the provider is accepted, within limits', async () => {
    const { address } = await ticketWithAddress();
    const raw = rawOf({ to: address });
    for (const headers of [{}, { 'x-hook-secret': 'wrong' }, { authorization: 'Bearer x' }])
      assert.equal((await post(raw, { headers })).status, 401);
    assert.equal((await post(raw, { contentType: 'application/json' })).status, 415);
    assert.equal((await post('x'.repeat(26 * 1024 * 1024))).status, 413);
    assert.deepEqual(done(await post('\u0000\u0001 no mail')).body, { received: false, reason: 'UNKNOWN_SENDER' });
  });
});
