import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, type Doc, openBench, problemOf, type Shown, seedDeal } from '../hubspot.test-support.ts';

const seedMany = async (bench: Bench) => {
  const rows: [string, string, string | null, string][] = [
    ['Alpha one', 'qualifiedtobuy', '100', '2026-11-20'],
    ['Beta two', 'closedwon', '2500.75', '2026-12-01'],
    ['Gamma', 'closedlost', null, '2026-12-31'],
    ['delta-one', 'contractsent', '90000', '2027-01-15'],
  ];
  for (const [dealname, dealstage, amount, closedate] of rows) {
    await bench.create('deals', { dealname, dealstage, amount, closedate });
  }
};

const found = async (bench: Bench, ...groups: Doc[][]): Promise<unknown[]> => {
  const { status, body } = await bench.search({ filterGroups: groups.map((filters) => ({ filters })) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.results.map(({ properties }) => properties.dealname?.[0]);
};

test('each of the thirteen operators finds what it should', async (t) => {
  const bench = await openBench(t);
  await seedMany(bench);
  const december = String(Date.parse('2026-12-01T00:00:00Z'));
  const cases: [Doc, string[]][] = [
    [{ propertyName: 'dealname', operator: 'EQ', value: 'GAMMA' }, ['G']],
    [{ propertyName: 'dealstage', operator: 'NEQ', value: 'closedwon' }, ['A', 'G', 'd']],
    [{ propertyName: 'amount', operator: 'LT', value: '2500.75' }, ['A']],
    [{ propertyName: 'amount', operator: 'LTE', value: '2500.750' }, ['A', 'B']],
    [{ propertyName: 'closedate', operator: 'GT', value: december }, ['G', 'd']],
    [{ propertyName: 'closedate', operator: 'GTE', value: december }, ['B', 'G', 'd']],
    [{ propertyName: 'amount', operator: 'BETWEEN', value: '100', highValue: '3000' }, ['A', 'B']],
    [{ propertyName: 'dealstage', operator: 'IN', values: ['closedwon', 'closedlost'] }, ['B', 'G']],
    [{ propertyName: 'dealstage', operator: 'NOT_IN', values: ['closedwon', 'closedlost'] }, ['A', 'd']],
    [{ propertyName: 'amount', operator: 'HAS_PROPERTY' }, ['A', 'B', 'd']],
    [{ propertyName: 'amount', operator: 'NOT_HAS_PROPERTY' }, ['G']],
    [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: 'one' }, ['A', 'd']],
    [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: 'gam*' }, ['G']],
    [{ propertyName: 'dealname', operator: 'NOT_CONTAINS_TOKEN', value: 'one' }, ['B', 'G']],
  ];
  for (const [filter, wanted] of cases) assert.deepEqual(await found(bench, [filter]), wanted, JSON.stringify(filter));
});

test('all filters of a group have to match, and at least one group; sorting, text search and pages work', async (t) => {
  const bench = await openBench(t);
  await seedMany(bench);
  const open = { propertyName: 'hs_is_closed', operator: 'EQ', value: 'false' };
  const rich = { propertyName: 'amount', operator: 'GT', value: '1000' };
  assert.deepEqual(await found(bench, [open, rich]), ['d']);
  assert.deepEqual(await found(bench, [open], [rich]), ['A', 'B', 'd']);
  const names = async (body: Doc) =>
    (await bench.search(body)).body.results.map(({ properties }) => properties.dealname);
  assert.deepEqual(await names({ sorts: [{ propertyName: 'amount', direction: 'DESCENDING' }] }), [
    'delta-one',
    'Beta two',
    'Alpha one',
    'Gamma',
  ]);
  assert.deepEqual(await names({ sorts: ['-closedate'], limit: 1 }), ['delta-one']);
  assert.deepEqual(await names({ query: 'two beta' }), ['Beta two']);
  const first = await bench.search({ limit: 3, properties: ['amount'] });
  assert.deepEqual([first.body.total, first.body.results.length, first.body.paging?.next.after], [4, 3, '3']);
  const last = await bench.search({ limit: 3, after: '3' });
  assert.deepEqual([last.body.results.length, last.body.paging], [1, undefined]);
});

test('records are found by the records that they are associated with', async (t) => {
  const bench = await openBench(t);
  const { dealId, contactId } = await seedDeal(bench);
  await seedMany(bench);
  const filters = [{ propertyName: 'associations.contact', operator: 'EQ', value: contactId }];
  const { body } = await bench.search({ filterGroups: [{ filters }] });
  assert.deepEqual(
    body.results.map(({ id }) => id),
    [dealId],
  );
});

test('searches beyond the limits, and invalid ones, are refused', async (t) => {
  const bench = await openBench(t);
  const filter = { propertyName: 'amount', operator: 'EQ', value: '1' };
  const wrong: Doc[] = [
    { limit: 201 },
    { limit: 200, after: '9801' },
    { filterGroups: Array(7).fill({ filters: [filter] }) },
    { filterGroups: [{ filters: Array(11).fill(filter) }] },
    { filterGroups: [{ filters: [{ ...filter, operator: 'LIKE' }] }] },
    { filterGroups: [{ filters: [{ ...filter, operator: 'BETWEEN' }] }] },
    { filterGroups: [{ filters: [{ ...filter, propertyName: 'nonsense' }] }] },
    { sorts: ['amount', 'dealname'] },
    { query: 'x'.repeat(3001) },
  ];
  for (const body of wrong) {
    assert.deepEqual(
      problemOf(await bench.search(body)).slice(0, 2),
      [400, 'VALIDATION_ERROR'],
      JSON.stringify(body).slice(0, 80),
    );
  }
  assert.equal((await bench.search({ limit: 200, after: '9800' })).status, 200);
});

test('a search shows a change seconds later than a read does', async (t) => {
  const bench = await openBench(t, { searchDelayMs: 60_000 });
  const { dealId } = await seedDeal(bench);
  const amounts = async () => (await bench.search({})).body.results.map(({ properties }) => properties.amount);
  assert.deepEqual(await amounts(), []);
  await bench.clock.advance(61_000);
  assert.deepEqual(await amounts(), ['125000.50']);
  await bench.person.edit(dealId, { amount: '1' });
  await bench.person.edit(dealId, { amount: '2' });
  const { body } = await bench.api<Shown>('GET', `/crm/v3/objects/deals/${dealId}`);
  assert.equal(body.properties.amount, '2');
  assert.deepEqual(await amounts(), ['125000.50']);
  await bench.clock.advance(61_000);
  assert.deepEqual(await amounts(), ['2']);
});
