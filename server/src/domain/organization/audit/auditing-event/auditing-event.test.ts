import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestOrganization } from '../../../../../test/app.ts';
import { sealAuditRows } from '../../../../engine/audit-sealer.ts';
import { runAct } from '../../../../engine/run-act.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { receivePartnerMessage } from '../../partner-message/actions/receive-partner-message.ts';
import { settlePartnerMessage } from '../../partner-message/actions/settle-partner-message.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Event = {
  id: string;
  eventType: string;
  status: string;
  creationTime: string;
  lastUpdateTime: string;
  activity?: {
    actor: { type: string; id: string };
    action: string;
    entityType: string;
    entityId: string;
    requestId: string;
    sourceIp?: string;
    changes: { path: string; before?: unknown; after?: unknown }[];
  };
  message?: { id: string; type: string; partnerMessageId: string; body?: unknown; error?: { code: string } };
};
type Answer = { data: Event[]; total_count: number };

const query = async (org: TestOrganization, params: Record<string, string> = {}): Promise<Answer> => {
  const reply = await org.owner.call('GET', `/auditingEvent/query?${new URLSearchParams(params)}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

type Sent = { id: string; partner?: string; type?: string; body?: Record<string, unknown> };

const connectionOf = async ({ uuid }: TestOrganization, partner: string): Promise<string> => {
  const id = randomUUID();
  await app.database.write(uuid, (db) =>
    sql`
      insert into connection (org_id, id, partner, account_id, region, metering_region, credentials_sealed, created_by,
        creation_time, last_update_time)
      values (${uuid}, ${id}, ${partner}, '123456789012', 'r', 'r', '', 'test', now(), now())
      on conflict (org_id, partner, service) do nothing
    `.execute(db.raw),
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from connection where org_id = ${uuid} and partner = ${partner}`.execute(app.database.read(uuid).raw);
  return rows[0]?.id ?? '';
};

const request = ({ uuid }: TestOrganization, partner = 'AWS') => ({
  orgId: uuid,
  actor: { type: 'partner', id: partner, name: partner } as const,
  action: 'receivePartnerMessage',
  requestId: `request-${randomUUID()}`,
  emits: [],
});

const receive = async (org: TestOrganization, sent: Sent): Promise<void> => {
  const partner = (sent.partner ?? 'AWS') as 'AWS';
  const connectionId = await connectionOf(org, partner);
  await runAct(app.app.environment, request(org, partner), (call) =>
    receivePartnerMessage(call, {
      route: { org_id: org.uuid, connection_id: connectionId, partner, hook_secret_hash: Buffer.alloc(0) },
      message: { partnerMessageId: sent.id, partnerRequestId: null, type: sent.type ?? 'Event', body: sent.body ?? {} },
    }),
  );
};

const q = (expression: string): { q: string; s: string } => ({ q: expression, s: 'creation_time' });

test('a change is shown with who made it, from where, in which request, and each field before and after', async () => {
  const { acme } = app;
  const made = await acme.editor.call('POST', '/contact', {
    body: { emailAddress: 'told@example.com', name: 'Before', tags: ['one'] },
    headers: { 'x-request-id': 'made-1' },
  });
  const { id } = made.body as { id: string };
  await acme.editor.call('PATCH', `/contact/${id}`, {
    body: { name: 'After' },
    headers: { 'x-request-id': 'changed-1' },
  });
  const { data, total_count } = await query(acme, q(`(= entity_id "${id}")`));
  assert.equal(total_count, 2);
  const [first, second] = data;
  assert.deepEqual(
    [first?.eventType, first?.status, first?.activity?.action, first?.activity?.entityType, first?.activity?.requestId],
    ['ACTIVITY', 'AUDITED', 'createContact', 'contact', 'made-1'],
  );
  assert.deepEqual(
    [first?.activity?.actor.type, first?.activity?.actor.id.startsWith('app_'), first?.activity?.sourceIp],
    ['app', true, '127.0.0.1'],
  );
  const named = second?.activity?.changes.find(({ path }) => path === 'name');
  assert.deepEqual(named, { path: 'name', before: 'Before', after: 'After' });
  assert.equal(second?.activity?.requestId, 'changed-1');
});

test('the address is that of the caller, not of the trusted proxy, and nobody can forge one', async () => {
  const sourceIp = async (from: TestApp): Promise<string | undefined> => {
    const reply = await from.acme.editor.call('POST', '/contact', {
      body: { emailAddress: `from-${randomUUID()}@example.com` },
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' },
    });
    const { id } = reply.body as { id: string };
    return (await query(from.acme, q(`(= entity_id "${id}")`))).data[0]?.activity?.sourceIp;
  };
  assert.equal(await sourceIp(app), '127.0.0.1');
  const behind = await startApp({ TRUST_PROXY: '1' }, { idle: true });
  try {
    assert.equal(await sourceIp(behind), '203.0.113.7');
  } finally {
    await behind.close();
  }
});

test('a message of a marketplace is shown with its outcome, next to the changes that it caused', async () => {
  const { globex } = app;
  const bodies: [Sent, string][] = [
    [
      { id: 'm1', type: 'Offer Released', body: { 'detail-type': 'Offer Released', source: 'aws.marketplacecatalog' } },
      'AWS_EVENT_BRIDGE',
    ],
    [{ id: 'm2', body: { 'detail-type': 'x', source: 'aws.partnercentral-selling' } }, 'AWS_ACE_EVENT_BRIDGE'],
    [{ id: 'm3', body: { action: 'entitlement-updated' } }, 'AWS_MARKETPLACE'],
    [{ id: 'm4', partner: 'AZURE' }, 'AZURE_MARKETPLACE'],
    [{ id: 'm5', partner: 'GCP' }, 'GCP_MARKETPLACE'],
    [{ id: 'm6', body: { 'detail-type': 'x', text: 'x'.repeat(20_000) } }, 'AWS_EVENT_BRIDGE'],
  ];
  for (const [sent] of bodies) await receive(globex, sent);
  const { data } = await query(globex, q('(!= event_type "ACTIVITY")'));
  assert.deepEqual(
    data.map(({ message, eventType, status }) => [message?.partnerMessageId, eventType, status]),
    bodies.map(([{ id }, eventType]) => [id, eventType, 'PENDING']),
  );
  assert.deepEqual(data[0]?.message?.body, bodies[0]?.[0].body);
  assert.equal(data[0]?.message?.type, 'Offer Released');
  assert.equal(data[5]?.message?.body, undefined, 'too long for a list');

  app.clock.advance(1000);
  const messageId = data[0]?.message?.id ?? '';
  await runAct(app.app.environment, { ...request(globex), action: 'settle' }, (call) =>
    settlePartnerMessage(call, {
      messageId: decodeId('message', messageId) ?? '',
      act: 'fail',
      error: { code: 'X', message: 'no such offer' },
    }),
  );
  const [failed] = (await query(globex, { q: '(= status "FAILED")' })).data;
  assert.deepEqual([failed?.message?.id, failed?.message?.error?.code], [messageId, 'X']);
  assert.ok((failed?.lastUpdateTime ?? '') > (failed?.creationTime ?? ''));
  assert.equal((await query(globex, { s: '-last_update_time' })).data[0]?.lastUpdateTime, failed?.lastUpdateTime);
  const done = await query(globex, q(`(= entity_id "${messageId}")`));
  assert.deepEqual(
    done.data.map(({ activity }) => activity?.action),
    ['receivePartnerMessage', 'settle'],
  );
  const [byId] = (await query(globex, { q: `(= id "${failed?.id}")` })).data;
  assert.equal(byId?.message?.id, messageId);
});

test('every column that may be named finds the rows that hold the value, and no others', async () => {
  const { acme } = app;
  const reply = await acme.owner.call('POST', '/contact', { body: { emailAddress: 'columns@example.com' } });
  const all = (await query(acme, { page_size: '1000' })).data;
  const one = all.find(({ activity }) => activity?.entityId === (reply.body as { id: string }).id);
  assert.ok(one?.activity);
  const { actor, action, entityType, entityId, requestId } = one.activity;
  const texts = (event: Event): Record<string, unknown> => ({
    id: event.id,
    event_type: event.eventType,
    status: event.status,
    creation_time: event.creationTime,
    last_update_time: event.lastUpdateTime,
    actor_type: event.activity?.actor.type,
    actor_id: event.activity?.actor.id,
    action: event.activity?.action,
    entity_type: event.activity?.entityType,
    entity_id: event.activity?.entityId,
    request_id: event.activity?.requestId,
  });
  assert.deepEqual(
    [actor.type, action, entityType, entityId.startsWith('contact_'), requestId],
    ['user', 'createContact', 'contact', true, reply.headers.get('x-request-id')],
  );
  for (const [name, value] of Object.entries(texts(one))) {
    const { data, total_count } = await query(acme, { q: `(= ${name} "${value}")`, page_size: '1000' });
    const expected = all.filter((event) => texts(event)[name] === value);
    assert.deepEqual(new Set(data.map(({ id }) => id)), new Set(expected.map(({ id }) => id)), name);
    assert.equal(total_count, expected.length);
    const others = await query(acme, { q: `(!= ${name} "${value}")`, page_size: '1000' });
    assert.equal(others.total_count, all.length - expected.length, `not ${name}`);
  }
});

test('pages show each event once, whether it is sealed or not and while others are written', async () => {
  const { acme } = app;
  const create = (n: number) =>
    acme.editor.call('POST', '/contact', { body: { emailAddress: `page${n}@example.com` } });
  for (let n = 0; n < 8; n += 1) {
    await create(n);
    await receive(acme, { id: `page-${n}`, body: {} });
  }
  const before = (await query(acme, { page_size: '1000' })).data.map(({ id }) => id);
  const seen: string[] = [];
  let path: string | undefined = '/auditingEvent/query?page_size=5';
  for (let n = 100; path !== undefined; n += 1) {
    const reply = await acme.owner.call('GET', path);
    seen.push(...(reply.body as Answer).data.map(({ id }) => id));
    path = /^<\/org\/[^/]+([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
    await create(n);
    if (n === 102) await sealAuditRows(app.database);
  }
  assert.deepEqual(seen, before);
});

test('an organization reads its own events alone', async () => {
  await receive(app.globex, { id: 'theirs' });
  const theirs = (await query(app.globex, { page_size: '1000' })).data;
  const ours = (await query(app.acme, { page_size: '1000' })).data;
  assert.ok(theirs.length > 0 && ours.length > 0);
  assert.ok(!theirs.some(({ id }) => ours.some((event) => event.id === id)));
  const strict = await app.database.write(app.acme.uuid, (db) =>
    sql<{ org_id: string }>`select distinct org_id from auditing_event`.execute(db.raw),
  );
  assert.deepEqual(strict.rows, [{ org_id: app.acme.uuid }], 'behind the fence without a filter');
  const [foreign] = theirs;
  assert.equal((await query(app.acme, { q: `(= id "${foreign?.id}")` })).total_count, 0);
  assert.equal((await query(app.acme, { q: '(= request_id "nothing")' })).total_count, 0);
  assert.equal(encodeId('org', app.acme.uuid), app.acme.id);
});

test('a custom role sees the values of what it may read, and of the rest who changed it and when', async () => {
  const org = await app.addOrganization('initech');
  const called = async (method: string, path: string, body: object) => {
    const reply = await org.owner.call(method, path, { body });
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as { id: string }).id;
  };
  const contact = await called('POST', '/contact', { name: 'Robin', emailAddress: 'robin@secret.example' });
  const readerOf = async (name: string, permissions: string[]) => {
    const role = await called('POST', '/role', { name, permissions });
    return org.addPerson('CUSTOM', decodeId('role', role) ?? '');
  };
  await receive(org, { id: 'sqs-secret', body: { secret: 'Robin' } });
  const seenBy = async (caller: { call: TestOrganization['owner']['call'] }) => {
    const reply = await caller.call('GET', '/auditingEvent/query');
    assert.equal(reply.status, 200, reply.text);
    const { data, total_count: total } = reply.body as Answer;
    const about = data.find(({ activity }) => activity?.entityId === contact)?.activity;
    const roles = data.filter(({ activity }) => activity?.entityType === 'role');
    return { total, text: reply.text, about, roles };
  };
  const keeper = await readerOf('Keeper', ['access:read']);
  const reader = await readerOf('Desk', ['access:read', 'contact:read']);
  const whole = await seenBy(org.owner);
  assert.match(whole.text, /robin@secret\.example/);
  const few = await seenBy(keeper);
  assert.doesNotMatch(few.text, /Robin|robin@secret/);
  assert.equal(few.total, whole.total);
  assert.deepEqual(few.about, { ...whole.about, changes: [] });
  assert.deepEqual(few.roles, whole.roles);
  const more = await seenBy(reader);
  assert.deepEqual(more.about, whole.about);
  assert.doesNotMatch(more.text, /"secret":"Robin"/);
});
