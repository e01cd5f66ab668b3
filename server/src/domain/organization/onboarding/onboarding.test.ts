import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../../test/app.ts';
import type { StepKey } from './onboarding.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Step = { key: StepKey; status: string; detail: string; completedTime?: string };
type Status = { intent: string; intentTime?: string; completedCount: number; totalCount: number; steps: Step[] };

const status = async (organization = app.acme): Promise<Status> => {
  const reply = await organization.viewer.call('GET', '/onboarding/status');
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const step = async (key: StepKey): Promise<Step> => {
  const found = (await status()).steps.find((one) => one.key === key);
  assert.ok(found);
  return found;
};
const update = async (body: object): Promise<Status> => {
  const reply = await app.acme.editor.call('PATCH', '/onboarding/info', { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const traces = async (): Promise<number> => {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from audit_event where entity_id = 'onboarding')
      + (select count(*) from outbox where entity_id = 'onboarding') as n`,
  );
  return Number(rows[0].n);
};

const connect = (partner: string, service: string, error?: string) =>
  app.database.write(app.acme.uuid, (db) =>
    sql`insert into connection (org_id, id, partner, service, account_id, region, metering_region, credentials_sealed, status,
        last_error, created_by, creation_time, last_update_time)
      values (${db.orgId}, ${app.app.environment.ids.next()}, ${partner}, ${service}, '1', 'x', 'x', '',
        ${error ? 'ERROR' : 'CONNECTED'}, ${error ? JSON.stringify({ code: 'X', message: error }) : null}::jsonb, 'test',
        ${app.clock.now()}, ${app.clock.now()})
    `.execute(db.raw),
  );
const repair = () =>
  app.database.write(app.acme.uuid, (db) =>
    sql`update connection set status = 'CONNECTED', last_error = null where org_id = ${db.orgId}`.execute(db.raw),
  );
const product = (productStatus: string) =>
  app.database.write(app.acme.uuid, (db) =>
    sql`insert into product (org_id, id, partner, name, status, created_by, last_updated_by, creation_time, last_update_time)
      values (${db.orgId}, ${app.app.environment.ids.next()}, 'AWS', ${productStatus}, ${productStatus}, 'test', 'test',
        ${app.clock.now()}, ${app.clock.now()})
    `.execute(db.raw),
  );

test('each step follows what is really there, and says in words what is missing', async () => {
  assert.deepEqual(
    (await status()).steps.map(({ key, status: is }) => [key, is]),
    [
      ['ACCOUNT', 'DONE'],
      ['MARKETPLACE', 'TODO'],
      ['CRM', 'TODO'],
      ['NOTIFICATION', 'TODO'],
      ['LISTING', 'TODO'],
      ['READINESS', 'TODO'],
    ],
  );
  await connect('AWS', 'MARKETPLACE', 'The key is wrong');
  const failing = await step('MARKETPLACE');
  assert.equal(failing.status, 'TODO');
  assert.match(failing.detail, /AWS.*The key is wrong/);
  await repair();
  const working = await step('MARKETPLACE');
  assert.deepEqual([working.status, typeof working.completedTime], ['DONE', 'string']);
  await connect('HUBSPOT', 'CRM');
  await connect('SLACK', 'CHATBOT');
  for (const hidden of ['DRAFT', 'PENDING_CREATE', 'CREATE_FAILED', 'DELETED']) await product(hidden);
  assert.equal((await step('LISTING')).status, 'TODO');
  await product('LIMITED');
  const all = await status();
  assert.deepEqual([all.completedCount, all.totalCount], [6, 6]);
  assert.ok(all.steps.every(({ detail, completedTime }) => /\.$/.test(detail) && completedTime !== undefined));
  assert.equal((await status(app.globex)).completedCount, 1);
});

test('the whole is skipped, dismissed and taken up again; the same again leaves no trace', async () => {
  for (const intent of ['SKIPPED', 'DISMISSED', 'ACTIVE']) {
    const before = await traces();
    const first = await update({ intent });
    assert.deepEqual([first.intent, typeof first.intentTime], [intent, 'string']);
    assert.equal(await traces(), before + 2);
    assert.deepEqual(await update({ intent }), first);
    assert.equal(await traces(), before + 2);
    assert.deepEqual(await status(), first);
  }
});

test('a step is skipped and taken up again, without the others', async () => {
  await app.database.write(app.acme.uuid, (db) =>
    sql`delete from connection where org_id = ${db.orgId} and service = 'CRM'`.execute(db.raw),
  );
  const skipped = await update({ intent: 'DISMISSED', step: 'CRM' });
  assert.deepEqual(
    skipped.steps.map(({ status: is }) => is),
    ['DONE', 'DONE', 'SKIPPED', 'DONE', 'DONE', 'DONE'],
  );
  assert.equal(skipped.intent, 'ACTIVE');
  const before = await traces();
  assert.deepEqual(await update({ intent: 'DISMISSED', step: 'CRM' }), skipped);
  assert.equal(await traces(), before);
  const again = await update({ intent: 'ACTIVE', step: 'CRM' });
  assert.deepEqual([again.steps[2]?.status, again.steps[5]?.status], ['TODO', 'TODO']);
});

test('changes at once are all kept', async () => {
  const steps = ['ACCOUNT', 'CRM', 'NOTIFICATION', 'LISTING', 'READINESS'];
  await Promise.all(
    steps.map((key) => app.globex.editor.call('PATCH', '/onboarding/info', { body: { intent: 'SKIPPED', step: key } })),
  );
  assert.deepEqual(
    (await status(app.globex)).steps.map(({ status: is }) => is),
    ['DONE', 'TODO', 'SKIPPED', 'SKIPPED', 'SKIPPED', 'SKIPPED'],
  );
});

test('unknown intents and steps are refused, each fault named', async () => {
  const faults = async (body: object): Promise<string[]> => {
    const reply = await app.acme.editor.call('PATCH', '/onboarding/info', { body });
    assert.equal(reply.status, 400, reply.text);
    return (reply.body as { info: { path: string }[] }).info.map(({ path }) => path).sort();
  };
  assert.deepEqual(await faults({}), ['intent']);
  assert.deepEqual(await faults({ intent: 'DONE', step: 'COFFEE' }), ['intent', 'step']);
  assert.equal((await app.acme.viewer.call('PATCH', '/onboarding/info', { body: { intent: 'SKIPPED' } })).status, 403);
});
