import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestOrganization } from '../../../../test/app.ts';
import { until } from '../../../../test/until.ts';
import { startWebhooks } from '../webhook/webhook.test-support.ts';

let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
before(async () => {
  webhooks = await startWebhooks();
});
after(() => webhooks.close());

type Rule = { enabled: boolean; url?: string; scopes: string[]; webhookId?: string };

const configure = async ({ owner }: TestOrganization, webhook: object | null): Promise<Rule> => {
  const reply = await owner.call('PATCH', '/notificationConfigInfo', { body: { webhook } });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { webhook: Rule }).webhook;
};

test('the webhook of the configuration is sent its scopes, in the form that clients of the reference know', async () => {
  const { receiver, anOrganization, addContact, rename, tell, get, deliveries } = webhooks;
  const organization = await anOrganization();
  const url = `${receiver.url}/ok/configured`;
  const rule = await configure(organization, { enabled: true, url, scopes: ['CREATE.CONTACT'] });
  assert.partialDeepStrictEqual(rule, { enabled: true, url, scopes: ['CREATE.CONTACT'] });
  const { webhookId = '' } = rule;
  assert.partialDeepStrictEqual(await get(organization, webhookId), {
    format: 'NOTIFICATION',
    types: ['contact.created'],
  });
  const contactId = await addContact(organization, 'Grace');
  await rename(organization, contactId, 'Grace H');
  await tell();
  await until('it is sent', () => receiver.at('/ok/configured').length === 1);
  const [sent] = receiver.at('/ok/configured');
  const body = JSON.parse(sent?.body ?? '') as object;
  const { body: listed } = await organization.editor.call('GET', '/notificationEvent?priorities=LOW');
  const created = (listed as { notificationEvents: { action: string }[] }).notificationEvents.find(
    ({ action }) => action === 'CREATE',
  );
  assert.deepEqual(body, { ...created, channels: [] });

  const off = await configure(organization, { enabled: false });
  assert.deepEqual(off, { ...rule, enabled: false });
  assert.equal((await get(organization, webhookId)).enabled, false);
  await configure(organization, { enabled: true });
  assert.equal((await get(organization, webhookId)).enabled, true);
  assert.equal((await deliveries(organization, webhookId)).length, 1);
  assert.deepEqual(await configure(organization, null), { enabled: false, scopes: [] });
  assert.equal((await organization.editor.call('GET', `/webhook/${webhookId}`)).status, 404);
});

test('headers that the webhook was given elsewhere are not sent to another address of the configuration', async () => {
  const { receiver, anOrganization, update, get } = webhooks;
  const organization = await anOrganization();
  const url = `${receiver.url}/ok/with-headers`;
  const { webhookId = '' } = await configure(organization, { enabled: true, url, scopes: ['CREATE.CONTACT'] });
  await update(organization, webhookId, { headers: { Authorization: 'Bearer value-of-header' } });
  const body = { webhook: { enabled: true, url: `${receiver.url}/ok/other` } };
  const moved = await organization.owner.call('PATCH', '/notificationConfigInfo', { body });
  assert.equal(moved.status, 400, moved.text);
  assert.match(moved.text, /webhook\.url/);
  assert.equal((await get(organization, webhookId)).url, url);
  await configure(organization, { scopes: ['UPDATE.CONTACT'] });
  await update(organization, webhookId, { headers: null });
  assert.equal((await configure(organization, body.webhook)).url, body.webhook.url);
});

test('nobody sends to an internal address, or sets a webhook without permission', async () => {
  const { anOrganization } = webhooks;
  const organization = await anOrganization();
  const set = (caller: TestOrganization['owner'], url: string) =>
    caller.call('PATCH', '/notificationConfigInfo', { body: { webhook: { enabled: true, url } } });
  const inside = await set(organization.owner, 'https://169.254.169.254/latest');
  assert.equal(inside.status, 400);
  assert.match(inside.text, /webhook\.url/);
  const refused = await set(organization.editor, 'https://hooks.example.com/a');
  assert.equal(refused.status, 403);
  assert.match(refused.text, /access:write/);
  const other = await organization.editor.call('PATCH', '/notificationConfigInfo', { body: { timeZone: 'UTC' } });
  assert.equal(other.status, 200, other.text);
});
