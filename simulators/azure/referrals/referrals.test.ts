import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, ask, askToken, openBench, partnerResource } from '../azure.test-support.ts';
import { dealOf, signIn } from './referrals.test-support.ts';

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error.code];

test('a deal is created as accepted, and read with its ETag and links', async (t) => {
  const bench = await openBench(t);
  const { call, follow } = await signIn(bench);
  const created = await call('POST', '', dealOf());
  assert.equal(created.status, 201);
  const { body } = created;
  assert.deepEqual([body.status, body.substatus, body.direction], ['Active', 'Accepted', 'Outgoing']);
  assert.equal(body.acceptedDateTime, body.createdDateTime);
  assert.match(body.createdDateTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
  assert.deepEqual([body.organizationId, body.organizationName], [bench.account.tenantId, 'Contoso']);
  assert.match(body.eTag, /^"[0-9a-f]{8}-0000-0000-0000-[0-9a-f]{8}0000"$/);
  assert.equal(created.headers.get('etag'), body.eTag);
  assert.ok(created.headers.get('request-id') && created.headers.get('client-request-id'));

  const read = await call('GET', `/${body.id}`);
  assert.deepEqual(read.body, body);
  assert.deepEqual((await follow(body.links.self.uri)).body, body);
  const related = (await follow(body.links.relatedReferrals.uri)).body;
  assert.deepEqual(
    related.value.map(({ id }: { id: string }) => id),
    [body.id],
  );
});

test('only a person with a role for referrals may call, and each call has an id', async (t) => {
  const bench = await openBench(t);
  const { call } = await signIn(bench);
  const { body } = await askToken(bench.url, bench.account, `${partnerResource}/.default`);
  const withOwnToken = { authorization: `Bearer ${body.access_token}` };
  assert.deepEqual(codeOf(await call('GET', '', undefined, withOwnToken)), [403, 'accessDenied']);
  assert.deepEqual(codeOf(await call('POST', '', dealOf(), withOwnToken)), [403, 'accessDenied']);
  assert.deepEqual(codeOf(await call('GET', '', undefined, { authorization: 'Bearer x' })), [401, 'unauthenticated']);
  const unnamed = await call('GET', '', undefined, { 'client-request-id': 'one' });
  assert.deepEqual(codeOf(unnamed), [400, 'invalidRequest']);
  const guest = await signIn(bench, bench.account, []);
  assert.deepEqual(codeOf(await guest.call('GET', '')), [403, 'accessDenied']);
  await bench.control('PUT', `/account/contoso/user/${guest.user.id}/roles`, { roles: ['ReferralUser'] });
  assert.equal((await guest.call('GET', '')).status, 200);
  const other = await signIn(bench, await bench.control('POST', '/account', { id: 'fabrikam' }));
  const deal = (await call('POST', '', dealOf())).body;
  assert.deepEqual(codeOf(await other.call('GET', `/${deal.id}`)), [404, 'itemNotFound']);
  assert.equal((await other.call('GET', `?$filter=engagementId eq '${deal.engagementId}'`)).body['@odata.count'], 0);
});

test('missing required fields, and fields that the type lacks, are refused by name', async (t) => {
  const bench = await openBench(t);
  const { call, create } = await signIn(bench);
  const deal = dealOf();
  const { currency: _, ...details } = deal.details;
  const { country: __, ...address } = deal.customerProfile.address;
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ type: undefined }, /'type' is required/],
    [{ consent: undefined }, /'consent' is required/],
    [{ details }, /'details.currency' is required/],
    [{ customerProfile: { ...deal.customerProfile, address } }, /'customerProfile.address.country' is required/],
    [{ details: { ...deal.details, requirements: { solutions: [] } } }, /'details.requirements.solutions' is required/],
    [{ team: [] }, /'team' is required/],
    [{ consent: { consentToShareInfoWithOthers: true } }, /'consent.consentToShareInfoWithOthers' does not exist/],
    [{ customerProfile: { ...deal.customerProfile, size: 'small' } }, /'customerProfile.size' is one of/],
    [{ details: { ...deal.details, dealValue: -1 } }, /'details.dealValue' is not a decimal/],
    [{ details: { ...deal.details, closingDateTime: 'soon' } }, /'details.closingDateTime' is not a date/],
    [{ status: 'Active', substatus: 'Won' }, /substatus of status Active is one of Accepted/],
  ];
  for (const [more, message] of wrong) {
    const answer = await call('POST', '', { ...deal, ...more });
    assert.deepEqual(codeOf(answer), [400, 'invalidRequest']);
    assert.match(answer.body.error.message, message);
  }
  const pascal = await create({ consent: { ConsentToContact: true } });
  assert.deepEqual(pascal.consent, { consentToContact: true }, 'samples write members in both cases');
});

test('a patch changes the deal, and only in the version that was read', async (t) => {
  const bench = await openBench(t);
  const { call, create } = await signIn(bench);
  const { id, eTag } = await create();
  const value = [{ op: 'replace', path: '/details/dealValue', value: '10000.50' }];
  const silent = await call('PATCH', `/${id}`, value);
  assert.deepEqual([silent.status, silent.body], [204, null]);
  assert.deepEqual(codeOf(await call('PATCH', `/${id}`, value, { 'if-match': eTag })), [412, 'preconditionFailed']);
  const member = { email: 'jane@contoso.example', firstName: 'Jane', lastName: 'Doe', phoneNumber: '0000000001' };
  const shown = await call(
    'PATCH',
    `/${id}`,
    [
      { op: 'add', path: '/team/-', value: member },
      { op: 'replace', path: '/team/0/lastName', value: 'Dough' },
      { op: 'add', path: '/inviteContext/notes', value: 'Hello' },
    ],
    { 'if-match': silent.headers.get('etag') ?? '', prefer: 'return=representation' },
  );
  assert.equal(shown.status, 200);
  assert.deepEqual([shown.body.details.dealValue, shown.body.inviteContext.notes], [10_000.5, 'Hello']);
  assert.deepEqual(
    shown.body.team.map(({ lastName }: { lastName: string }) => lastName),
    ['Dough', 'Doe'],
  );
  const refused = [
    [{ op: 'remove', path: '/team/0' }],
    [{ op: 'replace', path: '/id', value: 'x' }],
    [{ op: 'replace', path: '/eTag', value: 'x' }],
    [{ op: 'replace', path: '/engagementId', value: 'x' }],
    [{ op: 'replace', path: '/team/7/email', value: 'x' }],
    [{ op: 'replace', path: '/nothing', value: 'x' }],
    [...value, { op: 'replace', path: '/status', value: 'New' }],
    { op: 'replace', path: '/name', value: 'x' },
    [],
  ];
  for (const body of refused) assert.deepEqual(codeOf(await call('PATCH', `/${id}`, body)), [400, 'invalidRequest']);
  assert.deepEqual((await call('GET', `/${id}`)).body, { ...shown.body }, 'a refused patch changes nothing');
});

test('PUT replaces a referral that was read, and requires its ETag', async (t) => {
  const bench = await openBench(t);
  const { call, create } = await signIn(bench);
  const read = await create();
  const wanted = { ...read, name: 'Renamed', externalReferenceId: null };
  assert.deepEqual(codeOf(await call('PUT', `/${read.id}`, wanted)), [400, 'invalidRequest']);
  const stale = { 'if-match': '"00000000-0000-0000-0000-000000000000"' };
  const refused = await call('PUT', `/${read.id}`, wanted, stale);
  assert.deepEqual(
    [...codeOf(refused), refused.body.error.innerError.code],
    [412, 'preconditionFailed', 'resourceModified'],
  );
  const { status, body } = await call('PUT', `/${read.id}`, wanted, { 'if-match': read.eTag });
  assert.equal(status, 200);
  assert.deepEqual([body.name, body.externalReferenceId, body.status], ['Renamed', undefined, 'Active']);
  assert.notEqual(body.eTag, read.eTag);
});

test('a deal moves from New through Active to Closed, and is then final', async (t) => {
  const bench = await openBench(t);
  const { call, create } = await signIn(bench);
  const move = (id: string, status: string, substatus: string, more: unknown[] = []) =>
    call('PATCH', `/${id}`, [
      { op: 'replace', path: '/status', value: status },
      { op: 'replace', path: '/substatus', value: substatus },
      ...more,
    ]);
  const { id } = await create({ status: 'New', substatus: 'Received' });
  assert.equal((await move(id, 'Active', 'Pending')).status, 400);
  assert.equal((await move(id, 'Active', 'Accepted')).status, 204);
  assert.equal((await move(id, 'New', 'Pending')).status, 400);
  const withoutReason = await move(id, 'Closed', 'Declined');
  assert.match(withoutReason.body.error.message, /statusReason is required/);
  assert.equal((await move(id, 'Closed', 'Won')).status, 204);
  const won = (await call('GET', `/${id}`)).body;
  assert.ok(won.closedDateTime);
  for (const path of ['/name', '/details/notes'])
    assert.deepEqual(codeOf(await call('PATCH', `/${id}`, [{ op: 'replace', path, value: 'x' }])), [
      400,
      'invalidRequest',
    ]);

  const lost = await create();
  const reason = [{ op: 'add', path: '/statusReason', value: 'Price' }];
  assert.equal((await move(lost.id, 'Closed', 'Lost', reason)).status, 204);
  assert.equal((await call('GET', `/${lost.id}`)).body.statusReason, 'Price');
});

test('the list is filtered, sorted and paged', async (t) => {
  const bench = await openBench(t);
  const { call, create, follow } = await signIn(bench);
  const ids: string[] = [];
  for (const country of ['US', 'US', 'DE', 'US', 'DE']) {
    const deal = dealOf();
    const profile = { ...deal.customerProfile, address: { ...deal.customerProfile.address, country } };
    ids.push((await create({ customerProfile: profile })).id);
    await bench.clock.advance(1000);
  }
  const idsOf = (answer: Answer): string[] => answer.body.value.map(({ id }: { id: string }) => id);
  assert.deepEqual(idsOf(await call('GET', '')), ids.toReversed(), 'newest first');
  assert.deepEqual(idsOf(await call('GET', '?$orderby=createdDateTime')), ids);

  await bench.control('POST', '/settings', { pageSize: 2 });
  const first = await call('GET', '?$orderby=createdDateTime asc&$count=true');
  assert.equal(first.body['@odata.count'], 5);
  await create();
  const second = await follow(first.body['@odata.nextLink']);
  const third = await follow(second.body['@odata.nextLink']);
  assert.deepEqual([first, second].flatMap(idsOf), ids.slice(0, 4));
  assert.deepEqual([idsOf(third)[0], idsOf(third).length, third.body['@odata.nextLink']], [ids[4], 2, undefined]);
  const some = await call('GET', '?$top=3&$skip=1&$orderby=createdDateTime');
  const rest = await follow(some.body['@odata.nextLink']);
  assert.deepEqual([...idsOf(some), ...idsOf(rest)], ids.slice(1, 4));
  assert.equal(rest.body['@odata.nextLink'], undefined);

  const german = "customerProfile/address/country eq 'DE' and direction eq 'Outgoing'";
  assert.deepEqual(idsOf(await call('GET', `?$filter=${german}`)), [ids[4], ids[2]]);
  const changed = (await call('GET', `/${ids[2]}`)).body.updatedDateTime;
  const since = await call('GET', `?$filter=updatedDateTime le ${changed}&$orderby=createdDateTime&$top=100`);
  assert.deepEqual(idsOf(since), ids.slice(0, 2));
  assert.equal((await call('GET', "?$filter=email eq 'john@contoso.example'")).body['@odata.count'], 6);
  assert.equal((await call('GET', "?$filter=status eq 'New'")).body['@odata.count'], 0);
  const narrow = await call('GET', `?$select=id,status&$filter=email eq 'nobody' or status eq 'New'`);
  assert.equal(narrow.status, 400);
  assert.deepEqual((await call('GET', '?$select=id,status')).body.value[1], { id: ids[4], status: 'Active' });
  for (const query of [
    '$orderby=name',
    "$filter=name eq 'x'",
    '$top=many',
    '$expand=links',
    '$skiptoken=x',
    '$skiptoken=bnVsbA',
    '$select=x',
  ])
    assert.deepEqual(codeOf(await call('GET', `?${query}`)), [400, 'invalidRequest'], query);
});

test('faults are returned as by the API, and a restart keeps referrals, people and deadlines', async (t) => {
  const bench = await openBench(t);
  const { call } = await signIn(bench);
  await bench.control('POST', '/fault', { name: 'throttle', operation: 'ListReferrals' });
  const throttled = await call('GET', '');
  assert.deepEqual([...codeOf(throttled), throttled.headers.get('retry-after')], [429, 'serviceNotAvailable', '1']);
  await bench.control('POST', '/fault', { name: 'internal-error', operation: 'CreateReferral' });
  assert.deepEqual(codeOf(await call('POST', '', dealOf())), [500, 'generalException']);
  await bench.control('POST', '/fault', { name: 'timeout-after', operation: 'CreateReferral' });
  await assert.rejects(call('POST', '', dealOf()));
  const [made] = (await call('GET', '')).body.value;
  assert.equal(made.externalReferenceId, 'crm-4711', 'it was created');
  const sent = await bench.control('POST', '/referral', { accountId: 'contoso' });
  const before = bench.snapshot();
  await bench.close();

  const again = await openBench(t, { dataDir: bench.dataDir });
  assert.deepEqual(again.snapshot(), before);
  const person = await signIn(again);
  assert.equal((await person.call('GET', `/${made.id}`)).body.eTag, made.eTag);
  await again.clock.advance(15 * 86_400_000);
  assert.equal((await person.call('GET', `/${sent.id}`)).body.substatus, 'Expired');
});

test('the solution catalog is searched by name, publisher and id', async (t) => {
  const bench = await openBench(t);
  const search = async (query: string) => (await ask('GET', `${bench.url}/azure/solutions${query}`, {})).body;
  const { value, count } = await search('?term=AZURE');
  assert.equal(count, value.length);
  assert.ok(value.some(({ type }: { type: string }) => type === '1P'));
  assert.deepEqual((await search('?term=contoso&type=3P')).value, [
    { id: 'SOL-10002-CON', name: 'Contoso Supply Insights', publisherName: 'Contoso', type: '3P' },
  ]);
  await bench.control('POST', '/solution', { id: 'SOL-1-X', name: 'Zebra', publisherName: 'Contoso', type: '3P' });
  const first = await search('?term=contoso&top=1');
  assert.equal(first.value.length, 1);
  const { body } = await ask('GET', first.nextLink, {});
  assert.deepEqual([body.value[0].name, body.nextLink], ['Zebra', undefined]);
  assert.equal((await ask('GET', `${bench.url}/azure/solutions?top=1000`, {})).status, 400);
});
