import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestCaller, type TestOrganization } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});

type Event = { id: string; type: string; entityId: string; entityVersion: number; data: { name?: string } };
type Page = { data: Event[]; cursor: string; hasMore: boolean };

let count = 0;
const anOrganization = (): Promise<TestOrganization> => {
  count += 1;
  return app.addOrganization(`events-${count}`);
};

const aContact = async ({ editor }: TestOrganization, name = 'Ada'): Promise<string> => {
  count += 1;
  const reply = await editor.call('POST', '/contact', { body: { name, emailAddress: `c${count}@events.test` } });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
};

const page = async (caller: TestCaller, query = ''): Promise<Page> => {
  const reply = await caller.call('GET', `/event?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

/** Everything that is kept, page by page. */
const readAll = async (caller: TestCaller, query = ''): Promise<Event[]> => {
  const events: Event[] = [];
  let cursor = '';
  for (let more = true; more; ) {
    const read = await page(caller, `${query}${cursor && `&cursor=${cursor}`}`);
    events.push(...read.data);
    ({ cursor, hasMore: more } = read);
  }
  return events;
};

type Item = { id: string; name: string; event: Event };

/** A client of a stream, as a browser's EventSource reads it. */
const openStream = async (
  organization: TestOrganization,
  query = '',
  { by = organization.editor, lastId = '' } = {},
) => {
  const left = new AbortController();
  const response = await fetch(`${app.url}/org/${organization.id}/event?${query}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${by.token}`,
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
    signal: left.signal,
  });
  const items: Item[] = [];
  let isEnded = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
        const data = fields.get('data');
        if (data !== undefined)
          items.push({ id: fields.get('id') ?? '', name: fields.get('event') ?? '', event: JSON.parse(data) as Event });
      }
    }
  };
  const done = read()
    .catch(() => {})
    .finally(() => {
      isEnded = true;
    });
  return {
    response,
    items,
    isEnded: () => isEnded,
    leave: async () => {
      left.abort();
      await done;
    },
  };
};

describe('the list of events', () => {
  test('has every change in its order, read on by its cursor, and nothing twice', async () => {
    const organization = await anOrganization();
    const ids = [];
    for (let index = 0; index < 7; index += 1) ids.push(await aContact(organization, `n${index}`));
    await organization.editor.call('PATCH', `/contact/${ids[0]}`, { body: { name: 'changed' } });
    await app.app.engine.idle();
    const events = await readAll(organization.viewer, 'limit=2');
    assert.deepEqual(
      events.map(({ type, entityId }) => `${type} ${entityId}`),
      [...ids.map((id) => `contact.created ${id}`), `contact.updated ${ids[0]}`],
    );
    assert.equal(events.at(-1)?.data.name, 'changed');
    const { cursor } = await page(organization.viewer, 'limit=1000');
    assert.deepEqual((await page(organization.viewer, `cursor=${cursor}`)).data, []);
    const more = await aContact(organization);
    await app.app.engine.idle();
    assert.deepEqual(
      (await page(organization.viewer, `cursor=${cursor}`)).data.map(({ entityId }) => entityId),
      [more],
    );
  });

  test('is read by type and by entity', async () => {
    const organization = await anOrganization();
    const [first] = [await aContact(organization), await aContact(organization)];
    await organization.editor.call('PATCH', `/contact/${first}`, { body: { name: 'changed' } });
    await app.app.engine.idle();
    const named = async (query: string): Promise<string[]> =>
      (await readAll(organization.viewer, query)).map(({ type }) => type);
    assert.deepEqual(await named('types=contact.updated'), ['contact.updated']);
    assert.deepEqual(await named('types=contact.*,offer.accepted'), [
      'contact.created',
      'contact.created',
      'contact.updated',
    ]);
    assert.deepEqual(await named('types=offer.*'), []);
    assert.deepEqual(await named(`entityId=${first}`), ['contact.created', 'contact.updated']);
    const wrong = await organization.viewer.call('GET', '/event?types=contact.created,contact.eaten,x');
    assert.equal(wrong.status, 400);
    assert.equal((wrong.body as { info: unknown[] }).info.length, 2);
  });

  test('shows nothing of another organization, and nothing that the caller may not read', async () => {
    const [organization, other] = [await anOrganization(), await anOrganization()];
    await aContact(organization);
    const role = await organization.owner.call('POST', '/role', {
      body: { name: 'no contacts', permissions: ['notification:read', 'offer:read'] },
    });
    const { id } = role.body as { id: string };
    const rows = await app.database.pool.query('select id from role where org_id = $1', [organization.uuid]);
    const person = await organization.addPerson('CUSTOM', rows.rows[0].id as string);
    await app.app.engine.idle();
    assert.ok(id);
    assert.deepEqual(await readAll(other.owner), []);
    assert.deepEqual(await readAll(person), []);
    assert.deepEqual(
      (await readAll(organization.owner)).map(({ type }) => type),
      ['contact.created', 'role.created'],
    );
    // An EDITOR reads access, a VIEWER does not.
    assert.deepEqual(
      (await readAll(organization.viewer)).map(({ type }) => type),
      ['contact.created'],
    );
    const refused = await person.call('GET', '/event?types=contact.created');
    assert.equal(refused.status, 403);
    assert.match(refused.text, /contact:read/);
    assert.equal((await other.owner.call('GET', `//org/${organization.id}/event`)).status, 404);
  });

  test('refuses a cursor that could miss something', async () => {
    const organization = await anOrganization();
    const { cursor } = await page(organization.viewer);
    const [sequence, seconds] = cursor.split('.').map((part) => Number.parseInt(part, 36)) as [number, number];
    const status = async (text: string): Promise<number> =>
      (await organization.viewer.call('GET', `/event?cursor=${text}`)).status;
    const text = (one: number, time: number): string => `${one.toString(36)}.${time.toString(36)}`;
    assert.equal(await status(text(sequence, seconds - 29 * 86_400)), 200);
    assert.equal(await status(text(sequence, seconds - 31 * 86_400)), 400);
    assert.equal(await status(text(2 ** 40, seconds)), 400, 'a place that was never reached');
    assert.equal(await status('x'), 400);
    assert.equal(await status("1.1'"), 400);
  });

  test('misses nothing while many commit at once, also of one entity', async () => {
    const organization = await anOrganization();
    const seen: string[] = [];
    let cursor = '';
    let isOver = false;
    const reading = (async () => {
      for (;;) {
        const wasOver = isOver;
        const read = await page(organization.viewer, `limit=3${cursor && `&cursor=${cursor}`}`);
        seen.push(...read.data.map(({ type, entityId, entityVersion }) => `${type} ${entityId} ${entityVersion}`));
        ({ cursor } = read);
        if (wasOver && !read.hasMore) return;
      }
    })();
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        for (let turn = 0; turn < 5; turn += 1) {
          const id = await aContact(organization);
          await organization.editor.call('PATCH', `/contact/${id}`, { body: { name: `${index} ${turn}` } });
        }
      }),
    );
    await app.app.engine.idle();
    isOver = true;
    await reading;
    const { rows } = await app.database.pool.query(
      'select name, entity_id, version from outbox where org_id = $1 order by sequence',
      [organization.uuid],
    );
    assert.equal(rows.length, 80);
    assert.deepEqual(
      seen,
      rows.map(({ name, entity_id: id, version }) => `${name} ${id} ${version}`),
    );
    for (const [id, events] of Map.groupBy(rows, (row) => row.entity_id as string))
      assert.deepEqual(
        events.map(({ name }) => name),
        ['contact.created', 'contact.updated'],
        id,
      );
  });
});

describe('the stream of events', () => {
  test('shows what happens from now on, as it is listed', async () => {
    const organization = await anOrganization();
    await aContact(organization);
    await app.app.engine.idle();
    const stream = await openStream(organization);
    assert.equal(stream.response.status, 200);
    assert.match(stream.response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const id = await aContact(organization);
    await until('it is shown', () => stream.items.length > 0);
    await stream.leave();
    const [item] = stream.items;
    assert.deepEqual([item?.name, item?.event.entityId, stream.items.length], ['contact.created', id, 1]);
    assert.deepEqual(item?.event, (await readAll(organization.editor)).at(-1));
  });

  test('goes on after the last event that its client saw, with nothing missed and nothing twice', async () => {
    const organization = await anOrganization();
    const ids: string[] = [];
    const seen: Item[] = [];
    let lastId = '';
    for (let turn = 0; turn < 4; turn += 1) {
      // Between two connections, too.
      if (turn > 0) ids.push(await aContact(organization));
      const stream = await openStream(organization, '', { lastId });
      ids.push(await aContact(organization), await aContact(organization));
      await until('they are shown', () => seen.length + stream.items.length >= ids.length);
      await stream.leave();
      seen.push(...stream.items);
      lastId = seen.at(-1)?.id ?? '';
    }
    assert.deepEqual(
      seen.map(({ event }) => event.entityId),
      ids,
    );
  });

  test('begins with a cursor of the list, and shows only what is asked for', async () => {
    const organization = await anOrganization();
    const { cursor } = await page(organization.editor);
    const first = await aContact(organization);
    await organization.editor.call('PATCH', `/contact/${first}`, { body: { name: 'changed' } });
    const stream = await openStream(organization, `cursor=${cursor}&types=contact.updated`);
    await until('it is shown', () => stream.items.length > 0);
    await stream.leave();
    assert.deepEqual(
      stream.items.map(({ name }) => name),
      ['contact.updated'],
    );
  });

  test('is refused like the list', async () => {
    const organization = await anOrganization();
    assert.equal((await openStream(organization, 'types=nothing')).response.status, 400);
    assert.equal((await openStream(organization, '', { lastId: 'x' })).response.status, 400);
    assert.equal((await openStream(organization, '', { by: app.globex.editor })).response.status, 404);
  });

  test('ends when the access of its caller ends', async () => {
    const organization = await anOrganization();
    const stream = await openStream(organization, '', { by: organization.viewer });
    const apps = (await organization.owner.call('GET', '/oauthApp')).body as { data: { id: string; name: string }[] };
    const viewer = apps.data.find(({ name }) => name.endsWith('viewer'));
    const deleted = await organization.owner.call('DELETE', `/oauthApp/${viewer?.id}`);
    assert.equal(deleted.status, 200, deleted.text);
    await until('it ends', stream.isEnded);
  });

  test('is limited for one caller, and a client that leaves makes room', async () => {
    const organization = await anOrganization();
    const streams = [];
    for (let index = 0; index < 10; index += 1) streams.push(await openStream(organization));
    assert.ok(streams.every(({ response }) => response.status === 200));
    const refused = await openStream(organization);
    assert.equal(refused.response.status, 429);
    assert.ok(refused.response.headers.get('retry-after'));
    assert.equal((await openStream(organization, '', { by: organization.owner })).response.status, 200);
    await streams[0]?.leave();
    await until('there is room', async () => {
      const again = await openStream(organization);
      if (again.response.status === 200) streams.push(again);
      return again.response.status === 200;
    });
    await Promise.all(streams.map(({ leave }) => leave()));
  });

  test('catches up with many events, page by page', async () => {
    const organization = await anOrganization();
    const { cursor } = await page(organization.editor);
    await app.database.write(organization.uuid, (db) =>
      sql`
        insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time)
        select ${organization.uuid}, 'contact', 'many', n, 0, gen_random_uuid(), 'contact.updated', '{"name":"many"}',
          '{"type":"app","id":"app_1","name":"a"}', now() from generate_series(1, 3000) n
      `.execute(db.raw),
    );
    await app.app.engine.idle();
    const stream = await openStream(organization, `cursor=${cursor}`);
    await until('all are shown', () => stream.items.length >= 3000, 60_000);
    await stream.leave();
    assert.deepEqual(
      stream.items.map(({ event }) => event.entityVersion),
      Array.from({ length: 3000 }, (_, index) => index + 1),
    );
  });
});

test('streams end when the service stops', async () => {
  const { acme, url } = app;
  const response = await fetch(`${url}/org/${acme.id}/event`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${acme.editor.token}` },
  });
  assert.equal(response.status, 200);
  const ended = response.text().catch(() => '');
  const began = performance.now();
  await app.close();
  await ended;
  assert.ok(performance.now() - began < 5000, 'they do not hold up the stop');
});
