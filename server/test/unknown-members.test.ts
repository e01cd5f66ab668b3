import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../src/domain/endpoints.ts';
import { startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';

// Bodies whose shapes are our own refuse a member that they do not have: a misspelled one would otherwise be left out in silence,
// and what is meant for one step of the checklist would skip the whole. What such an object shows can be sent back.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const refusing = [
  'connectIntegration',
  'createOAuthApp',
  'createOrganization',
  'createInvitation',
  'createRole',
  'generateInvitationEmail',
  'invitePartnerContact',
  'inviteUser',
  'previewBranding',
  'previewNotification',
  'previewPrice',
  'replaceCosellMapping',
  'rotateOAuthAppSecret',
  'searchKnowledge',
  'settleInvoicePayment',
  'settleUsageRecordReport',
  'sharePartnerFile',
  'testNotification',
  'updateBranding',
  'updateEntitlementEndNotice',
  'updateIntegration',
  'updateOnboardingInfo',
  'updateOrganization',
  'updatePartnerRelationship',
  'updateRole',
  'updateUser',
  'uploadPartnerFile',
];

for (const id of refusing)
  test(`${id} names a member that it does not know`, async () => {
    const endpoint = endpoints.find((one) => one.id === id) ?? assert.fail(id);
    const example = (await examples[id]?.(app, app.acme)) ?? assert.fail(id);
    const path = endpoint.path
      .replace(/^\/org\/\{orgId\}/, '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
    const body = { ...(example.body as object), acceptByDay: 5 };
    const rooted = endpoint.path.startsWith('/org/{orgId}') ? path : `/${endpoint.path}`;
    const reply = await callerFor(endpoint, app.acme).call(endpoint.method, rooted, { body });
    assert.equal(reply.status, 400, reply.text);
    assert.partialDeepStrictEqual(reply.body, { info: [{ path: 'acceptByDay', code: 'unknown_field' }] });
  });

test('nested members are named with their path', async () => {
  const body = {
    recipient: { companyName: 'Initech', email: 'bill@initech.test', phone: '1' },
    message: { text: 'x' },
  };
  const reply = await app.acme.editor.call('POST', '/prm/invitation', { body });
  const { info } = reply.body as { info: { path: string }[] };
  assert.deepEqual(
    info.map(({ path }) => path),
    ['recipient.phone', 'message.text'],
  );
  const account = { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_1' } };
  const settings = { autoAprove: true };
  const misspelled = await app.acme.owner.call('POST', '/integration', { body: { ...account, settings } });
  assert.partialDeepStrictEqual(misspelled.body, { info: [{ path: 'settings.autoAprove', code: 'unknown_field' }] });
});

test('whole objects are sent back, with what the service alone sets', async () => {
  const { editor, owner } = app.acme;
  const send = async (caller: typeof editor, method: string, path: string, body?: unknown) => {
    const reply = await caller.call(method, path, body === undefined ? {} : { body });
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    return reply.body as Record<string, unknown> & { id: string; partnerId: string };
  };
  const status = await send(editor, 'GET', '/onboarding/status');
  await send(editor, 'PATCH', '/onboarding/info', { ...status, intent: 'DISMISSED' });
  const recipient = { companyName: 'Initech', email: 'back@initech.test' };
  const invitation = await send(editor, 'POST', '/prm/invitation', { recipient });
  const partner = await send(editor, 'GET', `/prm/partner/${invitation.partnerId}`);
  await send(editor, 'PATCH', `/prm/partner/${partner.id}`, partner);
  await send(editor, 'POST', '/prm/invitation', {
    ...invitation,
    recipient: { ...recipient, email: 'b@initech.test' },
  });
  const user = await send(owner, 'POST', '/user', { email: 'back@people.test', role: 'VIEWER' });
  await send(owner, 'PATCH', `/user/${user.id}`, user);
  const role = await send(owner, 'POST', '/role', { name: 'Sent back', permissions: ['contact:read'] });
  await send(owner, 'PATCH', `/role/${role.id}`, role);
  const branding = await send(owner, 'PATCH', '/branding', { displayName: 'Acme' });
  await send(owner, 'PATCH', '/branding', branding);
  await send(owner, 'POST', '/branding/preview', branding);
  const bot = await send(owner, 'POST', '/oauthApp', { name: 'Sent back', accessLevel: 'VIEWER' });
  const seen = await send(owner, 'GET', `/oauthApp/${bot.id}`);
  await send(owner, 'POST', '/oauthApp', { ...bot, ...seen, name: 'Sent back again' });
  const account = { partner: 'STRIPE', service: 'PAYMENT' };
  const credentials = { apiKey: 'sk_test_back' };
  // Nothing is connected there.
  const seller = app.globex.owner;
  const connected = await send(seller, 'POST', '/integration', { ...account, credentials });
  const shown = await send(seller, 'GET', `/integration/${connected.id}`);
  await send(seller, 'PATCH', `/integration/${connected.id}`, shown);
  await send(seller, 'DELETE', `/integration/${connected.id}`);
  await send(seller, 'POST', '/integration', { ...connected, ...shown, credentials });
});

test('a mapping in which two rows write to one field is refused by its endpoint', async () => {
  const fields = ['Project.Title', 'Project.CustomerBusinessProblem'].map((target) => ({
    ...{ target, source: 'deal.Name', direction: 'BOTH' },
  }));
  const reply = await app.acme.owner.call('PUT', '/cosell/mapping/SALESFORCE/AWS', { body: { fields } });
  assert.equal(reply.status, 400, reply.text);
});
