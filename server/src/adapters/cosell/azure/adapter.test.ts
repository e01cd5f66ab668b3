import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isPartnerError } from '../../partner-error.ts';
import { type ReferralDocument, staleVersionCode } from '../port.ts';
import { createAzureCoSell } from './adapter.ts';
import { azureDeal, firstAttempt, type ReferralBench, startReferralBench } from './bench.test-support.ts';

let bench: ReferralBench;
let coSell: Required<Omit<ReturnType<typeof createAzureCoSell>, 'link' | 'searchPartners'>>;
before(async () => {
  bench = await startReferralBench();
  coSell = createAzureCoSell({ outgoing: bench.outgoing }) as typeof coSell;
});
after(() => bench.close());

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};
const create = (document = azureDeal(), key = newKey()): Promise<string> =>
  coSell.create(bench.access, document, {}, key, firstAttempt(bench.now()));
const submitted = async (change = {}): Promise<string> => {
  const key = newKey();
  const id = await create(azureDeal({ externalReferenceId: key, ...change }));
  await coSell.submit(bench.access, id, {}, key);
  return id;
};
const read = async (id: string) => {
  const found = await coSell.read(bench.access, id);
  assert.ok(found);
  return found;
};
const refusal = async (asking: Promise<unknown>) => {
  const error: unknown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isPartnerError(error), String(error));
  return error;
};
const as = (id: string, act: string, body = {}) => bench.control('POST', `/referral/${id}/${act}`, body);

test('a private deal is our own referral alone, and is accepted at once', async () => {
  const consent = { ...(azureDeal().consent as object), consentToShareReferralWithMicrosoftSellers: false };
  const id = await submitted({ type: 'Independent', consent });
  const found = await read(id);
  assert.deepEqual([found.direction, found.standing, found.words.status], ['OUTBOUND', 'ACCEPTED', 'Active Accepted']);
  const copies = (await bench.there()).filter(({ content }) => content.externalReferenceId === keyOf(found));
  assert.deepEqual(
    copies.map(({ dealKind }) => dealKind),
    ['private'],
  );
});

const keyOf = ({ document }: { document: Readonly<Record<string, unknown>> }) => document.externalReferenceId;

test('a shared deal is partner-led, without an invitation to Microsoft, if the customer has consented to no more', async () => {
  const id = await create(azureDeal({ externalReferenceId: 'not-invited', type: 'Independent' }));
  await coSell.submit(bench.access, id, {}, newKey());
  const [copy, ...others] = (await bench.there()).filter(
    ({ content }) => content.externalReferenceId === 'not-invited',
  );
  assert.deepEqual([copy?.dealKind, others.length], ['partner-led', 0]);
});

test('co-sell is a second referral in the same engagement, and its status decides the standing of the deal', async () => {
  const id = await submitted();
  const copies = async () => {
    const all = await bench.there();
    const engagementId = all.find((one) => one.id === id)?.engagementId;
    return all.filter((one) => one.engagementId === engagementId);
  };
  const guest = (await copies()).find(({ accountId }) => accountId === 'msft');
  assert.ok(guest);
  assert.deepEqual(guest.content.target, [{ type: 'BusinessProfileLocation', id: 'msft' }]);
  assert.equal((guest.content.inviteContext as { notes: string }).notes, 'Please help with licensing.');
  const own = (await copies()).find((one) => one.id === id);
  assert.deepEqual(own?.content.target, [{ type: 'SolutionProfile', id: 'SOL-10002-CON' }]);
  const standings: string[] = [(await read(id)).standing];
  await as(id, 'receive');
  standings.push((await read(id)).standing);
  await as(id, 'accept');
  standings.push((await read(id)).standing);
  assert.deepEqual(standings, ['SUBMITTED', 'IN_REVIEW', 'ACCEPTED']);
  const before = await read(id);
  await as(id, 'contact', { firstName: 'Sam', lastName: 'Seller', email: 'sam@microsoft.example', title: 'AE' });
  const seen = await read(id);
  assert.deepEqual(seen.contacts, [
    { name: 'Sam Seller', email: 'sam@microsoft.example', title: 'AE', role: 'Microsoft' },
  ]);
  assert.notEqual(seen.version, before.version, 'what Microsoft does in its copy is another version');
  assert.deepEqual((await read(guest.id)).externalId, id, "Microsoft's copy leads to ours");
  await as(id, 'win');
  assert.equal((await read(id)).standing, 'ACCEPTED', 'our copy is still open');
});

test('submitting again does not invite anyone a second time', async () => {
  const id = await submitted();
  await coSell.submit(bench.access, id, {}, newKey());
  const all = await bench.there();
  const engagementId = all.find((one) => one.id === id)?.engagementId;
  assert.equal(all.filter((one) => one.engagementId === engagementId).length, 2);
});

test('Microsoft declines, or lets the deadline pass', async () => {
  const [declined, expired] = [await submitted(), await submitted()];
  await as(declined, 'decline', { reason: 'No seller there.' });
  const seen = await read(declined);
  assert.deepEqual(
    [seen.standing, seen.words],
    ['REJECTED', { status: 'Closed Declined', reason: 'No seller there.' }],
  );
  await bench.advance('P15D');
  assert.equal((await read(expired)).standing, 'EXPIRED');
});

test('a create call whose response is lost makes one referral', async () => {
  const key = newKey();
  const document = azureDeal({ externalReferenceId: 'lost-1' });
  await bench.fault('timeout-after', { operation: 'CreateReferral' });
  const error = await refusal(create(document, key));
  assert.equal(error.outcome, 'UNKNOWN');
  const id = await create(document, key);
  const made = (await bench.there()).filter(({ content }) => content.externalReferenceId === 'lost-1');
  assert.deepEqual(
    made.map((one) => one.id),
    [id],
  );
});

test('a document that belongs to another referral of ours is not mistaken for the new one', async () => {
  const document = azureDeal({ externalReferenceId: 'forced' });
  const first = await create(document);
  const earlier = { since: bench.now(), isTaken: async (id: string) => id === first };
  assert.notEqual(await coSell.create(bench.access, document, {}, newKey(), earlier), first);
});

test('the same call twice at the same time has one effect', async () => {
  const document = azureDeal({ externalReferenceId: 'twice' });
  const ids = await Promise.all([create(document, 'twice'), create(document, 'twice')]);
  assert.equal(ids[0], ids[1]);
  assert.equal((await bench.there()).filter(({ content }) => content.externalReferenceId === 'twice').length, 1);
});

test('an update sends only what differs, for the version that it was based on', async () => {
  const id = await submitted();
  const { document, version } = await read(id);
  const details = { ...(document.details as object), dealValue: 75_000, notes: null };
  bench.requests.length = 0;
  await coSell.update(bench.access, id, { ...document, details, campaignId: 'spring' }, version, newKey());
  const sent = bench.requests.find(({ method }) => method === 'PATCH');
  assert.deepEqual(JSON.parse(sent?.body ?? ''), [
    { op: 'add', path: '/campaignId', value: 'spring' },
    { op: 'replace', path: '/details/dealValue', value: 75_000 },
    { op: 'replace', path: '/details/notes', value: null },
  ]);
  assert.equal(sent?.headers?.['if-match'], version.split(' ')[0]);
  assert.match(sent?.headers?.['client-request-id'] ?? '', /^[0-9a-f-]{36}$/);
  const changed = await read(id);
  assert.equal((changed.document.details as { dealValue: number }).dealValue, 75_000);
  bench.requests.length = 0;
  await coSell.update(bench.access, id, changed.document, changed.version, newKey());
  assert.ok(!bench.requests.some(({ method }) => method === 'PATCH'), 'an echo is not sent');
  const stale = { ...changed.document, name: 'Another name' };
  assert.equal(
    (await refusal(coSell.update(bench.access, id, stale, version, newKey()))).partnerCode,
    staleVersionCode,
  );
});

/** Another user acts between the read and the write of an update. */
const updateWhile = async (id: string, act: (document: ReferralDocument, version: string) => Promise<unknown>) => {
  const { document, version } = await read(id);
  const changed = { ...document, name: 'X' };
  const racing = createAzureCoSell({
    outgoing: {
      ...bench.outgoing,
      request: async (asked) => {
        if (asked.method === 'PATCH') await act(changed, version);
        return bench.outgoing.request(asked);
      },
    },
  });
  await racing.update?.(bench.access, id, changed, version, newKey());
};

test('a change by someone else between read and write is refused as stale', async () => {
  const id = await submitted();
  const writing = updateWhile(id, () => as(id, 'note', { as: bench.publisher.id, notes: 'Somebody was faster.' }));
  assert.equal((await refusal(writing)).partnerCode, staleVersionCode);
});

test('the same write by another process between read and write counts as success', async () => {
  const id = await submitted();
  await updateWhile(id, (document, version) => coSell.update(bench.access, id, document, version, newKey()));
  assert.equal((await read(id)).document.name, 'X');
});

test('a deal of ours stays ours where Microsoft calls it Incoming, and the status of Microsoft’s copy counts', async () => {
  await bench.control('POST', '/settings', { referralAnswers: 'observed' });
  try {
    const id = await submitted();
    const first = await read(id);
    await as(id, 'decline', { reason: 'No seller there.' });
    const second = await read(id);
    assert.deepEqual([first.direction, first.standing, second.standing], ['OUTBOUND', 'SUBMITTED', 'REJECTED']);
    const theirs = await offered();
    assert.deepEqual((await read(theirs)).direction, 'INBOUND');
    bench.requests.length = 0;
    await coSell.update(bench.access, id, second.document, second.version, newKey());
    assert.ok(!bench.requests.some(({ method }) => method === 'PATCH'), 'an echo is not sent');
  } finally {
    await bench.control('POST', '/settings', { referralAnswers: 'documented' });
  }
});

const offered = async (change = {}): Promise<string> =>
  (
    await bench.control<{ id: string }>('POST', '/referral', {
      accountId: bench.publisher.id,
      referral: { name: newKey(), ...change },
    })
  ).id;

test('referrals that Microsoft offers are read, accepted and declined, each once', async () => {
  const [first, second] = [await offered(), await offered()];
  const seen = await read(first);
  assert.deepEqual([seen.direction, seen.standing], ['INBOUND', 'PENDING_ACCEPTANCE']);
  assert.ok(seen.acceptBy && seen.acceptBy > bench.now());
  assert.equal(seen.words.comments, 'Can you help this customer?');
  assert.equal(seen.contacts[0]?.email, 'sam.seller@microsoft.example');
  for (const _ of [1, 2]) assert.equal(await coSell.accept(bench.access, first, newKey()), first);
  assert.equal((await read(first)).standing, 'ACCEPTED');
  for (const _ of [1, 2]) await coSell.decline(bench.access, second, 'No capacity.', newKey());
  const declined = await read(second);
  assert.deepEqual([declined.standing, declined.words.reason], ['REJECTED', 'No capacity.']);
  const late = await offered();
  await bench.advance('P15D');
  assert.equal((await read(late)).standing, 'EXPIRED');
});

test('changes are listed once each, oldest first, in pages', async () => {
  const all = await coSell.listChanged(bench.access, null);
  assert.ok(all.externalIds.length > 5);
  const none = await coSell.listChanged(bench.access, all.cursor);
  assert.deepEqual(none, { externalIds: [], cursor: all.cursor });
  await bench.control('POST', '/settings', { pageSize: 2 });
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push(await create(azureDeal({ externalReferenceId: newKey() })));
  await bench.advance('PT1M');
  await as(ids[1] as string, 'note', { as: bench.publisher.id, notes: 'Later.' });
  const changed = await coSell.listChanged(bench.access, all.cursor);
  assert.deepEqual(changed.externalIds.toSorted(), ids.toSorted());
  assert.equal(changed.externalIds.at(-1), ids[1]);
  assert.deepEqual((await coSell.listChanged(bench.access, changed.cursor)).externalIds, []);
  await bench.control('POST', '/settings', { pageSize: 100 });
});

test('another partner is invited once, and its copy is a referral of its own', async () => {
  await bench.addPartner('4711002', 'Fabrikam');
  const id = await submitted();
  const invited = { partnerId: '4711002', notes: 'Join us.', assistanceRequestCode: 'General' };
  const guest = await coSell.invitePartner(bench.access, id, invited, newKey());
  assert.equal(await coSell.invitePartner(bench.access, id, invited, newKey()), guest);
  const seen = await read(guest);
  assert.deepEqual([seen.externalId, seen.direction, seen.standing], [guest, 'OUTBOUND', 'SUBMITTED']);
  const context = seen.document.inviteContext as Record<string, unknown>;
  assert.deepEqual([context.invitedMpnId, context.assistanceRequestCode], ['4711002', 'General']);
  await as(id, 'accept', { as: '4711002' });
  assert.equal((await read(guest)).standing, 'ACCEPTED');
  assert.equal((await read(id)).standing, 'SUBMITTED', 'Microsoft has not answered yet');
});

test('when a partner invites us, it sees its own copy and we see ours', async () => {
  await bench.addPartner('4711003', 'Northwind');
  const { id, engagementId } = await bench.control<{ id: string; engagementId: string }>('POST', '/referral', {
    accountId: bench.publisher.id,
    from: '4711003',
  });
  const theirs = (await bench.there()).find((one) => one.engagementId === engagementId && one.id !== id);
  assert.equal((await read(theirs?.id ?? '')).externalId, id);
});

test('a referral that does not exist is null; refusals name the field at fault', async () => {
  assert.equal(await coSell.read(bench.access, '00000000-0000-4000-8000-000000000000'), null);
  const wrong = azureDeal({ externalReferenceId: newKey(), details: { notes: 'no value' } });
  const { details } = await refusal(create(wrong));
  assert.deepEqual(
    coSell.readFaults(details).map(({ path }) => path),
    ['details.dealValue'],
  );
  assert.deepEqual(coSell.readFaults(null), []);
});

test('solutions are searched in the seller’s own list, without a token', async () => {
  bench.requests.length = 0;
  const found = await coSell.searchSolutions(bench.access, 'MICROSOFT', 'fabric');
  assert.deepEqual(
    found.map(({ name, type }) => [name, type]),
    [['Microsoft Fabric', '1P']],
  );
  const third = await coSell.searchSolutions(bench.access, 'THIRD_PARTY', 'contoso');
  assert.deepEqual(
    third.map(({ id }) => id),
    ['SOL-10002-CON'],
  );
  assert.ok(bench.requests.every(({ headers }) => headers?.authorization === undefined));
  const real = { ...bench.access, endpoint: undefined };
  const { partnerCode, message } = await refusal(coSell.searchSolutions(real, 'MICROSOFT', 'x'));
  assert.equal(partnerCode, 'NoCatalog');
  assert.match(message, /endpoints\.catalog/);
});

test('errors for a person without the role, and for one whose sign-in has expired', async () => {
  const { users } = await bench.control<{ users: { id: string }[] }>('GET', `/account/${bench.publisher.id}/user`);
  const [user] = users;
  const fresh = () => createAzureCoSell({ outgoing: bench.outgoing });
  await bench.control('PUT', `/account/${bench.publisher.id}/user/${user?.id}/roles`, { roles: [] });
  const forbidden = await refusal(fresh().verify(bench.access));
  assert.match(
    coSell.prettifyError({ code: forbidden.partnerCode, message: forbidden.message }),
    /administrator or user/,
  );
  await bench.control('PUT', `/account/${bench.publisher.id}/user/${user?.id}/roles`, { roles: ['ReferralUser'] });
  await fresh().verify(bench.access);
  await bench.control('POST', `/account/${bench.publisher.id}/user/${user?.id}/revoke`, {});
  const ended = await refusal(fresh().verify(bench.access));
  assert.match(coSell.prettifyError({ code: ended.partnerCode, message: ended.message }), /store a new one/);
});
