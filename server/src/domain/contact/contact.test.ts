import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

type View = {
  id: string;
  emailAddress: string;
  name: string;
  info: Record<string, string>;
  tags: string[];
  companyContactId?: string;
  lastUpdateTime: string;
};

const create = async (body: object): Promise<View> => {
  const reply = await app.acme.editor.call('POST', '/contact', { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const patch = (id: string, body: object) => app.acme.editor.call('PATCH', `/contact/${id}`, { body });

test('creating an existing address, in whatever case, returns the existing contact and changes nothing', async () => {
  const first = await create({ emailAddress: 'Ann@Example.com', name: 'Ann' });
  const again = await create({ emailAddress: 'ann@example.COM', name: 'Other' });
  assert.deepEqual(again, first);
});

test('the letters of every script have no case in addresses and keywords', async () => {
  for (const [address, again, name, keyword] of [
    ['Ä@Ämter.example', 'ä@äMTER.example', 'Ärger & Söhne', 'ärger & SÖH'],
    ['İ@i.example', 'i@i.example', 'İstanbul', 'istan'],
    ['ẞ@s.example', 'ß@s.example', 'STRAẞE', 'straße'],
    ['e\u0301@x.example', 'É@x.example', 'Cafe\u0301 Nord', 'CAFÉ'],
    ['жук@x.example', 'ЖУК@x.example', 'Жук', 'жУК'],
    ['ς@x.example', 'Σ@x.example', 'ΟΔΟΣ', 'οδος'],
  ] as const) {
    const first = await create({ emailAddress: address, name });
    assert.deepEqual(await create({ emailAddress: again }), first);
    assert.equal((await patch(first.id, { emailAddress: again })).status, 200);
    const list = async (query: object): Promise<string[]> => {
      const reply = await app.acme.editor.call(
        'GET',
        `/contact${'q' in query ? '/query' : ''}?${new URLSearchParams(query as never)}`,
      );
      assert.equal(reply.status, 200, reply.text);
      return ('q' in query ? (reply.body as { data: View[] }).data : (reply.body as View[])).map(({ id }) => id);
    };
    assert.deepEqual(await list({ keyword }), [first.id], keyword);
    assert.deepEqual(await list({ keyword: again }), [first.id], again);
    assert.deepEqual(await list({ q: `(ilike name "%${keyword}%")` }), [first.id], keyword);
    assert.deepEqual(await list({ emailDomain: address.split('@')[1]?.toUpperCase(), keyword: again }), [first.id]);
  }
});

test('a U+FEFF at the beginning of a text stays where it is', async () => {
  const made = await create({
    emailAddress: 'mark@mark.example',
    name: '\ufeffMark',
    info: { role: '\ufeffr' },
  });
  const { body } = await app.acme.editor.call('GET', `/contact/${made.id}`);
  const { name, info } = body as View & { info: { role: string } };
  assert.deepEqual([name, info.role], ['\ufeffMark', '\ufeffr']);
});

test('concurrent creations of one address make one contact', async () => {
  const views = await Promise.all(Array.from({ length: 8 }, () => create({ emailAddress: 'race@example.com' })));
  assert.equal(new Set(views.map((view) => view.id)).size, 1);
});

test('an address of another organization is free here', async () => {
  const ours = await create({ emailAddress: 'shared@example.com', name: 'Ours' });
  const theirs = await app.globex.editor.call('POST', '/contact', {
    body: { emailAddress: 'shared@example.com', name: 'Theirs' },
  });
  assert.notEqual((theirs.body as View).id, ours.id);
  assert.equal((theirs.body as View).name, 'Theirs');
});

test('a change keeps what is absent and clears what is null, "" or {}', async () => {
  const { id } = await create({
    emailAddress: 'patch@example.com',
    name: 'P',
    companyContactId: 'x',
    tags: ['a', 'b'],
    info: { companyName: 'C', role: 'R', partner: 'AWS' },
  });
  const kept = (await patch(id, { name: 'Q' })).body as View;
  assert.deepEqual(
    [kept.name, kept.companyContactId, kept.tags, kept.info],
    ['Q', 'x', ['a', 'b'], { companyName: 'C', role: 'R', partner: 'AWS' }],
  );
  const cleared = (
    await patch(id, { name: '', companyContactId: null, tags: null, info: { role: null, companyName: '' } })
  ).body as View;
  assert.deepEqual(
    [cleared.name, cleared.companyContactId, cleared.tags, cleared.info],
    ['', undefined, [], { partner: 'AWS' }],
  );
  assert.deepEqual(((await patch(id, { info: {} })).body as View).info, {});
});

test('a change that changes nothing returns the contact unchanged and leaves no trace', async () => {
  const { id, ...rest } = await create({
    emailAddress: 'same@example.com',
    name: 'S',
    info: { role: 'R' },
    tags: ['a'],
  });
  const audits = async (): Promise<number> => {
    const { rows } = await app.database.pool.query('select count(*)::int as n from audit_event where entity_id = $1', [
      id,
    ]);
    return rows[0].n;
  };
  const before = await audits();
  for (const body of [{}, { name: 'S', info: { role: 'R' } }, { id, ...rest }]) {
    const reply = await patch(id, body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('etag'), '"1"');
    assert.deepEqual(reply.body, { id, ...rest });
  }
  assert.equal(await audits(), before);
});

test('fields that the service owns are accepted and ignored, unknown ones too', async () => {
  const view = await create({
    emailAddress: 'owned@example.com',
    id: 'mine',
    creationTime: '2000-01-01T00:00:00Z',
    more: { a: 1 },
  });
  assert.match(view.id, /^contact_/);
  const same = (await patch(view.id, { ...view, name: 'N' })).body as View;
  assert.equal(same.id, view.id);
  assert.equal(same.name, 'N');
});

test('an address cannot be taken from another contact, nor cleared', async () => {
  await create({ emailAddress: 'one@example.com' });
  const two = await create({ emailAddress: 'two@example.com' });
  assert.equal((await patch(two.id, { emailAddress: 'ONE@example.com' })).status, 409);
  assert.equal((await patch(two.id, { emailAddress: '' })).status, 400);
  assert.equal((await patch(two.id, { emailAddress: 'Two@example.com' })).status, 200);
});

test('every fault is named at once', async () => {
  const reply = await app.acme.editor.call('POST', '/contact', {
    body: { emailAddress: 'no', tags: ['a1', 'b', 'too long a tag'], name: 5, info: { partner: 'MOON' } },
  });
  assert.equal(reply.status, 400);
  const paths = (reply.body as { info: { path: string }[] }).info.map((fault) => fault.path);
  assert.deepEqual([...new Set(paths)].sort(), ['emailAddress', 'info.partner', 'name', 'tags.0', 'tags.2']);
});

test('lists filter by id, address domain and part of a name, and say how many there are', async () => {
  const a = await create({ emailAddress: 'a@list.test', name: '100% of it' });
  const b = await create({ emailAddress: 'b@list.test', name: 'other' });
  const list = async (query: string) => {
    const reply = await app.acme.editor.call('GET', `/contact?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return {
      names: (reply.body as View[]).map((view) => view.emailAddress).sort(),
      total: reply.headers.get('x-total-count'),
      link: reply.headers.get('link'),
    };
  };
  assert.deepEqual((await list('emailDomain=LIST.test')).names, ['a@list.test', 'b@list.test']);
  assert.deepEqual((await list('keyword=0%25 of')).names, ['a@list.test']);
  assert.deepEqual((await list(`contactIds=${a.id},nonsense,${b.id}&limit=1`)).names, ['a@list.test', 'b@list.test']);
  const page = await list('emailDomain=list.test&limit=1');
  assert.equal(page.total, '2');
  assert.match(page.link ?? '', /^<\/org\/.*page_token=.*>; rel="next"$/);
});

test('walking a list by its links shows each row once while others write', async () => {
  for (let n = 0; n < 12; n += 1) await create({ emailAddress: `walk${n}@walk.test` });
  const seen: string[] = [];
  let path: string | undefined = '/contact/query?page_size=3&s=-creation_time&q=(ilike email_address "%25@walk.test")';
  while (path) {
    const reply = await app.acme.editor.call('GET', path);
    assert.equal(reply.status, 200, reply.text);
    seen.push(...(reply.body as { data: View[] }).data.map((view) => view.emailAddress));
    await create({ emailAddress: `between${seen.length}@walk.test` });
    const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    path = next?.replace(/^\/org\/[^/]+/, '');
  }
  assert.equal(new Set(seen).size, seen.length);
  for (let n = 0; n < 12; n += 1) assert.ok(seen.includes(`walk${n}@walk.test`));
});

test('of two concurrent calls with one key, one acts and the other is asked to retry', async () => {
  const headers = { 'idempotency-key': 'at-once' };
  const replies = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.acme.editor.call('POST', '/contact', { headers, body: { emailAddress: 'key@example.com' } }),
    ),
  );
  for (const reply of replies) {
    assert.ok(reply.status === 200 || (reply.status === 409 && reply.headers.get('retry-after') === '1'), reply.text);
  }
  assert.ok(replies.some((reply) => reply.status === 200));
  assert.equal(new Set(replies.filter((reply) => reply.status === 200).map((reply) => reply.text)).size, 1);
});

test('a key is of one caller and of one organization, and its record lives 24 hours', async () => {
  const call = (caller: typeof app.acme.editor, email: string) =>
    caller.call('POST', '/contact', { headers: { 'idempotency-key': 'shared' }, body: { emailAddress: email } });
  assert.equal((await call(app.acme.editor, 'first@example.com')).status, 200);
  assert.equal((await call(app.globex.editor, 'second@example.com')).headers.get('idempotency-replayed'), null);
  assert.equal((await call(app.acme.editor, 'third@example.com')).status, 422);
  await app.database.write(app.acme.uuid, async (db) => {
    await db
      .updateTable('idempotency' as never)
      .set({ wall_time: new Date(Date.now() - 24 * 3_600_000 - 1000) } as never)
      .execute();
  });
  assert.equal((await call(app.acme.editor, 'third@example.com')).status, 200);
});

test('a refused call leaves its key free', async () => {
  const headers = { 'idempotency-key': 'refused' };
  assert.equal((await app.acme.editor.call('POST', '/contact', { headers, body: { emailAddress: 'no' } })).status, 400);
  const reply = await app.acme.editor.call('POST', '/contact', { headers, body: { emailAddress: 'yes@example.com' } });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('idempotency-replayed'), null);
});
