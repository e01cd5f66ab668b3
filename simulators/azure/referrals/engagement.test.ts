import assert from 'node:assert/strict';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { eventually, takeMessages } from '../../kit/bench.test-support.ts';
import { type Answer, ask, openBench } from '../azure.test-support.ts';
import { webhookRules } from '../webhook.ts';
import { dealOf, signIn } from './referrals.test-support.ts';

const day = 86_400_000;
const eventScope = 'https://api.partnercenter.microsoft.com/.default';

const statesOf = ({ status, substatus }: Answer['body']): string => `${status} ${substatus}`;

test('a deal shared with Microsoft has two copies, and a change to one appears in the other', async (t) => {
  const bench = await openBench(t);
  const { call, share } = await signIn(bench);
  const consent = { ...dealOf().consent, consentToShareReferralWithMicrosoftSellers: true };
  const { own, other } = await share('msft', { consent });
  assert.deepEqual(
    [other.engagementId, other.organizationId, other.organizationName],
    [own.engagementId, 'msft', 'Microsoft'],
  );
  assert.deepEqual([statesOf(own), statesOf(other)], ['Active Accepted', 'New Pending']);
  assert.deepEqual(other.inviteContext.invitedBy, {
    organizationId: bench.account.tenantId,
    organizationName: 'Contoso',
  });
  const listed = await call('GET', '');
  assert.deepEqual(listed.body.value.length, 1, 'a list has the own referrals');
  const related = await call('GET', `?$filter=engagementId eq '${own.engagementId}'`);
  assert.equal(related.body.value.length, 2);

  await call('PATCH', `/${own.id}`, [{ op: 'replace', path: '/details/dealValue', value: 75_000 }]);
  const changed = (await call('GET', `/${other.id}`)).body;
  assert.equal(changed.details.dealValue, 75_000);
  assert.notEqual(changed.eTag, other.eTag);
  await bench.control('POST', `/referral/${own.id}/accept`);
  await bench.control('POST', `/referral/${own.id}/note`, { notes: 'We can help in Seattle.' });
  const contact = { firstName: 'Mia', lastName: 'Field', email: 'mia@microsoft.example' };
  await bench.control('POST', `/referral/${own.id}/contact`, contact);
  const theirs = (await call('GET', `/${other.id}`)).body;
  const ours = (await call('GET', `/${own.id}`)).body;
  assert.equal(statesOf(theirs), 'Active Accepted');
  assert.deepEqual([ours.details.notes, ours.details.dealValue], ['We can help in Seattle.', 75_000]);
  assert.deepEqual([theirs.team.at(-1).email, ours.team.length], ['mia@microsoft.example', 1]);
  const foreign = await call('PATCH', `/${other.id}`, [{ op: 'replace', path: '/name', value: 'x' }]);
  assert.deepEqual([foreign.status, foreign.body.error.code], [403, 'accessDenied']);

  await bench.control('POST', `/referral/${own.id}/win`);
  await call('PATCH', `/${own.id}`, [{ op: 'replace', path: '/details/dealValue', value: 1 }]);
  const closed = (await call('GET', `/${other.id}`)).body;
  assert.deepEqual([statesOf(closed), closed.details.dealValue], ['Closed Won', 75_000], 'what is closed is final');
});

test('Microsoft is invited once, from a shared open deal of the partner', async (t) => {
  const bench = await openBench(t);
  const { call, share, create } = await signIn(bench);
  const { own } = await share();
  const target = [{ type: 'BusinessProfileLocation', id: 'msft' }];
  const invite = (more: Record<string, unknown>) => call('POST', '', { ...dealOf(), type: 'Shared', target, ...more });
  const alone = await create();
  assert.equal((await invite({ engagementId: own.engagementId })).status, 409);
  assert.equal((await invite({ engagementId: alone.engagementId })).status, 400, 'the own is independent');
  assert.equal((await invite({})).status, 400);
  assert.equal((await invite({ engagementId: own.engagementId, type: 'Independent' })).status, 400);
  const nobody = [{ type: 'BusinessProfileLocation', id: 'nobody' }];
  assert.equal((await invite({ engagementId: own.engagementId, target: nobody })).status, 400);
  await bench.control('POST', `/referral/${own.id}/decline`, { reason: 'No seller available' });
  const declined = (await call('GET', `?$filter=engagementId eq '${own.engagementId}' and substatus eq 'Declined'`))
    .body;
  assert.equal(declined.value[0].statusReason, 'No seller available');
  assert.equal((await invite({ engagementId: own.engagementId })).status, 201, 'again after it has declined');
  await assert.rejects(bench.control('POST', `/referral/${alone.id}/accept`), { status: 404 });
});

test('deals are private, partner-led or shared, depending on consent and invitation', async (t) => {
  const bench = await openBench(t);
  const { create, share } = await signIn(bench);
  const kindOf = async ({ id }: { id: string }) => (await bench.control('GET', `/referral/${id}`)).dealKind;
  const consent = { ...dealOf().consent, consentToShareReferralWithMicrosoftSellers: true };
  const fabrikam = await bench.control('POST', '/account', { id: 'fabrikam', name: 'Fabrikam' });
  const kinds = [
    await kindOf(await create()),
    await kindOf(await create({ consent })),
    await kindOf((await share('msft', { consent })).own),
    await kindOf((await share(fabrikam.tenantId)).own),
  ];
  assert.deepEqual(kinds, ['private', 'partner-led', 'co-sell', 'partner-to-partner']);
});

test('an invited partner gets a deal of its own about the same customer', async (t) => {
  const bench = await openBench(t);
  const contoso = await signIn(bench);
  const account = await bench.control('POST', '/account', { id: 'fabrikam', name: 'Fabrikam' });
  const fabrikam = await signIn(bench, account);
  const { own, other } = await contoso.share(account.tenantId);
  const received = (await fabrikam.call('GET', "?$filter=direction eq 'Incoming' and status eq 'New'")).body.value;
  assert.deepEqual([received.length, received[0].id, other.direction], [1, other.id, 'Outgoing']);
  const accepted = await fabrikam.call('PATCH', `/${other.id}`, [
    { op: 'replace', path: '/status', value: 'Active' },
    { op: 'replace', path: '/substatus', value: 'Accepted' },
    { op: 'replace', path: '/details/dealValue', value: 9000 },
    { op: 'replace', path: '/customerProfile/size', value: '51to250employees' },
  ]);
  assert.equal(accepted.status, 204);
  const ours = (await contoso.call('GET', `/${own.id}`)).body;
  assert.deepEqual([ours.customerProfile.size, ours.details.dealValue], ['51to250employees', 50_000]);
  assert.equal((await contoso.call('GET', `/${other.id}`)).body.acceptedDateTime !== null, true);
});

test('Microsoft sends a deal that the partner accepts or declines within fourteen days, or it expires', async (t) => {
  const bench = await openBench(t, { startsAt: '2026-11-10T21:03:42Z' });
  const { call } = await signIn(bench);
  const referral = { name: 'Warehouse robots', details: { dealValue: 120_000, currency: 'EUR' } };
  const sent = await bench.control('POST', '/referral', { accountId: 'contoso', referral });
  const late = await bench.control('POST', '/referral', { accountId: 'contoso', kind: 'lead' });
  const { body } = await call('GET', `/${sent.id}`);
  assert.deepEqual([statesOf(body), body.direction, body.name], ['New Pending', 'Incoming', 'Warehouse robots']);
  assert.equal(body.expirationDateTime, '2026-11-24T00:00:00.0000000Z');
  assert.equal(body.inviteContext.invitedBy.organizationId, 'msft');
  assert.deepEqual(
    (await call('GET', `?$filter=engagementId eq '${body.engagementId}'`)).body.value.map(statesOf).sort(),
    ['Active Accepted', 'New Pending'],
  );
  const answer = await call('PATCH', `/${sent.id}`, [
    { op: 'replace', path: '/status', value: 'Active' },
    { op: 'replace', path: '/substatus', value: 'Accepted' },
  ]);
  assert.equal(answer.status, 204);
  const { type, qualification, engagementId } = (await call('GET', `/${late.id}`)).body;
  assert.deepEqual([type, qualification], ['Independent', 'SalesQualified']);
  assert.equal((await call('GET', `?$filter=engagementId eq '${engagementId}'`)).body.value.length, 1);
  await bench.clock.advance(13 * day);
  assert.equal(statesOf((await call('GET', `/${late.id}`)).body), 'New Pending');
  await bench.clock.advance(day);
  assert.equal(statesOf((await call('GET', `/${late.id}`)).body), 'Closed Expired');
  const accepted = (await call('GET', `/${sent.id}`)).body;
  assert.deepEqual([statesOf(accepted), accepted.expirationDateTime], ['Active Accepted', null]);
});

test('a registered publisher is notified of its own and related referrals, with a signature', async (t) => {
  const bench = await openBench(t);
  const { call, create, share } = await signIn(bench);
  const received: { text: string; headers: Record<string, unknown> }[] = [];
  const WebhookUrl = await takeMessages(t, (message) => {
    received.push(message);
    return { status: 200 };
  });
  await create();
  const authorization = `Bearer ${await bench.token(eventScope)}`;
  const register = (method: string, path = '', body?: unknown) =>
    ask(method, `${bench.url}/azure/webhooks/v1/registration${path}`, { authorization }, body);
  assert.equal((await register('GET')).status, 404);
  const WebhookEvents = (await register('GET', '/events')).body;
  const made = await register('POST', '', { WebhookUrl, WebhookEvents });
  assert.equal(made.status, 200);
  assert.deepEqual((await register('GET')).body, { WebhookUrl, WebhookEvents });
  assert.equal((await register('POST', '', { WebhookUrl, WebhookEvents: ['test'] })).status, 400);

  const { own, other } = await share();
  await bench.control('POST', `/referral/${own.id}/accept`);
  await eventually(() => received.length === 3);
  const bodies = received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  assert.deepEqual(bodies.map(({ EventName }) => EventName).sort(), [
    'referral-created',
    'related-referral-created',
    'related-referral-updated',
  ]);
  const first = bodies.find(({ EventName }) => EventName === 'referral-created');
  assert.deepEqual([first?.ResourceName, first?.AuditUri, first?.ResourceUri], ['referral', null, own.links.self.uri]);
  const [message] = received;
  const url = String(message?.headers['x-ms-certificate-url']);
  const certificate = new X509Certificate(Buffer.from(await (await fetch(url)).arrayBuffer()));
  assert.match(certificate.subject, /O=Microsoft Corporation/);
  const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
  const isGenuine = (text: string, signature: string) =>
    verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
  const [scheme, signature = ''] = String(message?.headers.authorization).split(' ');
  assert.equal(scheme, 'Signature');
  assert.ok(isGenuine(message?.text ?? '', signature));

  await register('PUT', '', {
    WebhookUrl,
    WebhookEvents: ['referral-updated'],
    SignatureTokenToMsSignatureHeader: true,
  });
  await bench.control('POST', '/fault', { name: 'forged-token' });
  await call('PATCH', `/${own.id}`, [{ op: 'replace', path: '/name', value: 'New name' }]);
  const forged = await eventually(() => received[3]);
  assert.equal(isGenuine(forged.text, String(forged.headers['x-ms-signature'])), false);
  assert.equal(forged.headers.authorization, undefined);
  await bench.control('POST', `/referral/${own.id}/note`, { notes: 'Seen.' });
  const genuine = await eventually(() => received[4]);
  assert.ok(isGenuine(genuine.text, String(genuine.headers['x-ms-signature'])));
  assert.equal((await call('GET', `/${other.id}`)).body.details.notes, 'Seen.');
});

test('the page shows referrals, and its buttons act for Microsoft', async (t) => {
  const bench = await openBench(t);
  const { call, share } = await signIn(bench);
  const { other } = await share('msft', { name: '<i>Deal</i>' });
  const page = await (await fetch(bench.url, { headers: bench.mayControl })).text();
  assert.ok(page.includes('&lt;i&gt;Deal&lt;/i&gt;') && page.includes(`/control/azure/referral/${other.id}/decline`));
  const press = async (path: string, fields: Record<string, string>) =>
    (
      await fetch(`${bench.url}/control/azure/referral${path}`, {
        ...{ method: 'POST', headers: bench.mayControl, redirect: 'manual' },
        body: new URLSearchParams(fields),
      })
    ).status;
  assert.equal(await press(`/${other.id}/decline`, {}), 303);
  const declined = (await call('GET', `/${other.id}`)).body;
  assert.deepEqual([declined.substatus, declined.statusReason], ['Declined', 'No capacity at this time.']);
  assert.equal(await press('', { accountId: 'contoso' }), 303);
  assert.equal((await call('GET', "?$filter=direction eq 'Incoming'")).body['@odata.count'], 1);
});

test('a notification is attempted ten times, a marketplace webhook call for hours', () => {
  const attemptsOf = (type: string) => webhookRules.retries({} as never, { type } as never).attemptsMax;
  assert.deepEqual([attemptsOf('referral-created'), attemptsOf('related-referral-updated')], [10, 10]);
  assert.equal(attemptsOf('Suspend'), 500);
});
