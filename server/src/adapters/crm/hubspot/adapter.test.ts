import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { PartnerError } from '../../partner-error.ts';
import type { Crm } from '../port.ts';
import { createHubspotCrm } from './adapter.ts';
import { type HubspotSimulator, startHubspot } from './simulator.test-support.ts';

let simulator: HubspotSimulator;
let crm: Crm;
before(async () => {
  simulator = await startHubspot();
  crm = createHubspotCrm({ outgoing: simulator.outgoing, clock: { now: simulator.now } });
});
after(() => simulator.close());
beforeEach(() => {
  simulator.sent.length = 0;
});

const deal = (properties = {}, to = {}) =>
  simulator.create('deals', { dealname: 'Deal', dealstage: 'qualifiedtobuy', ...properties }, to);

const selection = { deal: ['dealname', 'amount', 'dealstage'], company: ['name'], contact: ['email'] };

test('a deal is read with its primary company and its contacts', async () => {
  const company = await simulator.create('companies', { name: 'Globex' });
  const other = await simulator.create('companies', { name: 'Other' });
  const contact = await simulator.create('contacts', { email: 'hank@globex.example' });
  const id = await deal({ amount: '125000.50' }, { [other]: 341, [company]: 5, [contact]: 3 });
  const [record, ...rest] = await crm.readRecords(simulator.access, [id, '99', 'x/../y'], selection);
  assert.equal(rest.length, 0);
  assert.equal(record?.deal.amount, '125000.50');
  assert.equal(record?.company?.name, 'Globex');
  assert.deepEqual(
    record?.contacts.map(({ email }) => email),
    ['hank@globex.example'],
  );
  assert.equal(record?.url, `https://app.hubspot.com/contacts/45678901/record/0-3/${id}`);
  assert.equal(simulator.sent.length, 6, 'with one for the deal that is not there');
});

test('calls grow with batches of 100, not with records; fields that no mapping uses are not read', async () => {
  const company = await simulator.create('companies', { name: 'Initech' });
  const ids = await Promise.all(Array.from({ length: 200 }, () => deal({}, { [company]: 5 })));
  simulator.sent.length = 0;
  const records = await crm.readRecords(simulator.access, ids, { ...selection, contact: [] });
  assert.equal(records.filter((record) => record.company?.name === 'Initech').length, 200);
  assert.equal(simulator.sent.length, 4);
});

test('values are written as text, and a refusal names the property', async () => {
  const id = await deal({ description: 'kept' });
  await crm.write(simulator.access, id, { amount: JSON.rawJSON('12.50'), dealstage: 'contractsent' });
  const { amount, description, dealstage } = await simulator.read(id);
  assert.deepEqual([amount, description, dealstage], ['12.50', 'kept', 'contractsent']);
  await assert.rejects(crm.write(simulator.access, id, { dealstage: 'nowhere' }), (error: PartnerError) => {
    assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['REFUSED', 'VALIDATION_ERROR', false]);
    return true;
  });
});

// HubSpot developer docs, How should timestamps be formatted: times are shown in the zone of the account, days are not.
test('the day of a close date is in the time zone of the account, both read and written', async () => {
  for (const [timeZone, chosen, elsewhere] of [
    ['Europe/Berlin', '2026-12-30T23:00:00Z', '2026-12-31T00:00:00.000+01:00'],
    ['US/Pacific', '2026-12-31T08:00:00Z', '2026-12-31T00:00:00.000-08:00'],
  ] as const) {
    const other = await startHubspot({ timeZone });
    try {
      const zoned = createHubspotCrm({ outgoing: other.outgoing, clock: { now: other.now } });
      const { accountId: account } = other.access;
      for (const [name, type] of [
        ['renewal_day', 'date'],
        ['renewal_time', 'datetime'],
        ['renewal_text', 'string'],
      ])
        await other.control('POST', `/account/${account}/property`, { object: 'deals', name, type });
      const given = { dealname: 'Deal', dealstage: 'qualifiedtobuy', closedate: chosen, renewal_day: '2026-12-31' };
      const id = await other.create('deals', given);
      const names = { deal: ['closedate', 'renewal_day'], company: [], contact: [] };
      const [record] = await zoned.readRecords(other.access, [id], names);
      assert.deepEqual([record?.deal.closedate, record?.deal.renewal_day], [elsewhere, '2026-12-31']);
      const day = '2026-12-31';
      await zoned.write(other.access, id, { closedate: day, renewal_day: day, renewal_time: day, renewal_text: day });
      const { closedate, renewal_day, renewal_time, renewal_text } = await other.read(id);
      assert.deepEqual([closedate, renewal_day, renewal_time, renewal_text], [chosen, day, chosen, day], timeZone);
    } finally {
      await other.close();
    }
  }
});

test('a rate limit is retryable', async () => {
  await simulator.fault('throttle', { operation: 'BatchRead' });
  await assert.rejects(crm.readRecords(simulator.access, ['1'], selection), (error: PartnerError) => {
    assert.deepEqual([error.outcome, error.partnerCode, error.retryable], ['REFUSED', 'RATE_LIMIT', true]);
    return true;
  });
  await simulator.control('DELETE', '/fault');
});

test('a change is listed once it has settled, and again while HubSpot may still show it late', async () => {
  await simulator.advance('PT1H');
  const { cursor } = await crm.listChanged(simulator.access, null);
  const id = await deal();
  const first = await crm.listChanged(simulator.access, cursor);
  assert.ok(first.ids.includes(id));
  await simulator.advance('PT10M');
  const settled = await crm.listChanged(simulator.access, first.cursor);
  assert.ok(settled.ids.includes(id));
  assert.ok(settled.isEnd);
});

// HubSpot changelog, Deals now support merging: A and B become C; a read of A answers with C and its id.
for (const batchFollowsMerges of [false, true])
  test(`a merged deal is read and written as the deal it became (batches follow: ${batchFollowsMerges})`, async () => {
    await simulator.control('POST', '/settings', { batchFollowsMerges });
    const company = await simulator.create('companies', { name: 'Globex' });
    const [one, two, other] = [
      await deal({ amount: '1' }, { [company]: 5 }),
      await deal({ amount: '2' }),
      await deal(),
    ];
    const gone = await deal();
    await simulator.control('POST', `/record/${gone}/archive`, {});
    const merged = await simulator.merge(one, two);
    const records = await crm.readRecords(simulator.access, [one, two, other, gone], selection);
    assert.deepEqual(
      records.map(({ id, url, deal: { amount }, company: of }) => [id, url?.split('/').at(-1), amount, of?.name]),
      [
        [one, merged, '1', 'Globex'],
        [two, merged, '1', 'Globex'],
        [other, other, null, undefined],
      ],
    );
    await crm.write(simulator.access, two, { amount: JSON.rawJSON('3') });
    assert.equal((await simulator.read(merged)).amount, '3');
    await assert.rejects(crm.write(simulator.access, gone, { amount: JSON.rawJSON('3') }), {
      partnerCode: 'OBJECT_NOT_FOUND',
    });
    const again = await simulator.merge(merged, other);
    await simulator.edit(again, { amount: '4' });
    const { ids } = await crm.listChanged(simulator.access, null);
    assert.deepEqual(
      [one, two, merged, other, again].filter((id) => !ids.includes(id)),
      [],
      'who knows it by any of its ids is told of its changes',
    );
  });

test('a deal that changes while the changes are being listed pushes no other deal off the list', async () => {
  await simulator.advance('PT1H');
  const { cursor } = await crm.listChanged(simulator.access, null);
  const ids: string[] = [];
  for (let count = 0; count < 250; count += 1) {
    ids.push(await deal());
    await simulator.advance('PT1S');
  }
  const [first = ''] = ids;
  let pages = 0;
  const meanwhile = createHubspotCrm({
    outgoing: {
      ...simulator.outgoing,
      request: async (asked) => {
        pages += 1;
        const answer = await simulator.outgoing.request(asked);
        if (pages === 1) await simulator.edit(first, { dealname: 'Changed' });
        return answer;
      },
    },
    clock: { now: simulator.now },
  });
  const listed = new Set((await meanwhile.listChanged(simulator.access, cursor)).ids);
  assert.deepEqual(
    ids.filter((id) => !listed.has(id)),
    [],
  );
});

test('a text search finds deals by name; fields are described with their values', async () => {
  const id = await deal({ dealname: 'Umbrella renewal' });
  assert.deepEqual(
    (await crm.search(simulator.access, 'Umbrella', 5)).map((hit) => hit.id),
    [id],
  );
  const stage = (await crm.describe(simulator.access)).find(({ name }) => name === 'dealstage');
  assert.ok(stage?.values.includes('contractsent'));
});

test('text that is not a record id is not sent', async () => {
  for (const id of ['..', '.', '1/2', 'x', '']) {
    await assert.rejects(crm.write(simulator.access, id, { dealname: 'x' }), { partnerCode: 'InvalidRecordId' });
  }
});
